import { compareResults } from '../../shared/comparison/compare-results.ts';
import type { LaneResult } from '../../shared/contract/lane-result.ts';
import type { RecipeResult, StepOutcome } from '../../shared/contract/recipe.ts';
import type { Result } from '../../shared/contract/result.ts';
import type { SearchResult } from '../../shared/contract/search.ts';
import { parsePlan } from '../../shared/plan/parse-plan.ts';
import { loadCurve } from '../../shared/sweep/load-curve.ts';
import { Measured } from '../../shared/sweep/measured.ts';
import type { Sweep } from '../../shared/sweep/recipe.ts';
import { recipe as payload } from '../../shared/recipes/payload.ts';
import { recommend } from '../../shared/search/recommendation.ts';
import type { ComparisonDocument, ReportedDocument } from '../../shared/report/document.ts';
import { summariseThroughput } from '../../shared/statistics/throughput.ts';
import { makeMeasured } from './made-outcomes.ts';
import { foundPoint } from './made-searches.ts';
import { madeAdvice } from './made-history.ts';
import { laneOf, laneOfMix, sampleResult } from './sample-result.ts';
import { comparisonOf, latencyOf } from './snapshots.ts';

/** Documents of every kind that are reported: small, and with something of all that a reader is told. */

const slicesAround = (rate: number, scatter: number) =>
  [0.98, 1.01, 1, 0.99, 1.02, 1].map((share) => rate * (1 + (share - 1) * scatter));

const laneAt = (id: string, rate: number, more: Partial<LaneResult> = {}, scatter = 1): LaneResult =>
  laneOf(id, rate, { throughput: summariseThroughput(slicesAround(rate, scatter)), ...more });

const someLatency = (p50: number) => ({
  ...{ mean: p50, min: p50 / 2, p50, p95: p50 * 2, p99: p50 * 3, p999: p50 * 4, max: p50 * 10 },
});

const [, pipelineOfSample] = sampleResult.lanes;

const agent = (name: string) => ({
  ...{ name, host: name, node: '20.20.2', cpuModel: 'test', cores: 2 },
  ...{ load: 0.1, pingMs: 0.1, controlMs: 0.1, clockAheadMs: 0 },
});
const shareOf = (name: string, throughput: number) => ({
  ...{ agent: name, commands: throughput * 5, failed: 0, throughput, latencyMs: someLatency(0.5) },
  ...{ cpu: name === 'near' ? 0.5 : null, coreWait: 0, eventLoopUtilisation: 0.5 },
});

/** Three lanes and an agent: what every lane says beside its figures, and what makes the run doubtful. */
export const run: Result = {
  ...sampleResult,
  id: 'run-with-warnings',
  plan: parsePlan({
    workload: { commands: ['set', 'get'], clients: 8 },
    network: { rttMs: 20 },
    lanes: [
      { strategy: 'one-by-one' },
      { strategy: 'pipeline', workload: { clients: 5 } },
      { strategy: 'concurrent' },
    ],
  }),
  environment: {
    ...sampleResult.environment,
    ...{ network: '20 ms round trip', memoryBytes: 8 * 1024 ** 3, agents: [agent('near'), agent('far')] },
  },
  lanes: [
    laneAt('one-by-one', 1000, {
      hitRate: 0.5,
      agents: {
        ...{ overlap: 0.98, repeated: 0, apart: 0 },
        each: [shareOf('near', 600), shareOf('far', 400)],
      },
      verdict: { code: 'cores', bound: 'none', busy: 0.6, waiting: 0.3, threads: 1 } as never,
    }),
    {
      ...laneAt('pipeline', 12_000),
      ...{ failed: 12, failures: { WRONGTYPE: 12 }, effectiveBatch: 16 },
      roundTrip: pipelineOfSample?.roundTrip ?? null,
      gain: {
        ...{ waiting: { ratio: 7.5, ci95: [7, 8] }, batching: { ratio: 1.6, ci95: [1.5, 1.7] } },
        concurrent: 'concurrent',
      },
      byCommand: laneOfMix.byCommand ?? [],
      bystander: {
        rps: 100,
        latencyMs: someLatency(1),
        sendLagMs: someLatency(0.75),
        waitMs: someLatency(0.25),
      },
      warnings: [
        { code: 'slices-disagree', cv: 0.14 },
        { code: 'throughput-drifted', change: -0.21 },
        { code: 'commands-failed', failed: 12 },
      ],
    },
    laneAt('concurrent', 7500, {
      label: 'concurrent | of old',
      verdict: { code: 'proxy', bound: 'proxy', busy: 0.97 },
      warnings: [{ code: 'counts-differ', sent: 7500, counted: 7499 }],
    }),
  ],
  comparisons: [
    comparisonOf({ ratio: 12, ci95: [11.5, 12.6], latency: latencyOf() }),
    comparisonOf({
      lane: 'concurrent',
      ratio: 7.5,
      ci95: [7, 8],
      latency: latencyOf({ outcome: 'inconclusive' }),
    }),
  ],
  warnings: [
    { code: 'server-busy', commandsPerSecond: 1234 },
    { code: 'not-precise', asked: 0.01, reached: 0.05 },
  ],
  tunings: [{ atMs: 1500, tuning: { pipeline: 64 }, countedIn: ['one-by-one', 'pipeline', 'concurrent'] }],
};

/** Ended by its reader after one round; a lane had failed by then. */
export const stopped: Result = {
  ...sampleResult,
  id: 'run-stopped',
  state: 'stopped',
  lanes: [
    laneOf('one-by-one', 1000, { state: 'stopped' }),
    laneOf('pipeline', 12_000, { state: 'stopped' }),
    laneOf('lua', 0, {
      ...{ state: 'failed', throughput: null, latencyMs: { command: null, batch: null } },
      verdict: { code: 'unmeasured', bound: 'none' },
      error: { name: 'LaneFailed', code: null, message: 'Connection is closed.', stack: null },
    }),
  ],
  comparisons: [comparisonOf({ ratio: 12, ci95: null, outcome: 'inconclusive', pairs: 1 })],
};

/** All lanes at once, and a wide interval. */
export const race: Result = {
  ...sampleResult,
  id: 'run-race',
  plan: parsePlan({
    schedule: { mode: 'race' },
    lanes: [{ strategy: 'one-by-one' }, { strategy: 'pipeline' }],
  }),
  environment: { ...sampleResult.environment, schedule: 'race' },
  lanes: [laneAt('one-by-one', 1000), laneAt('pipeline', 12_000, {}, 20)],
  comparisons: [comparisonOf({ ratio: 12, ci95: [3.3, 27] })],
};

/** At a rate that one of two lanes keeps. */
export const openLoop: Result = {
  ...sampleResult,
  id: 'run-open-loop',
  plan: parsePlan({
    workload: { rps: 2000 },
    lanes: [{ strategy: 'one-by-one' }, { strategy: 'pipeline' }],
  }),
  lanes: [
    laneAt('one-by-one', 1500, {
      rate: { offered: 2000, achieved: 1500, backlog: 300, growing: true },
      latencyMs: { command: someLatency(1), batch: null, response: someLatency(90) },
      warnings: [{ code: 'queue-grows', backlog: 300 }],
      verdict: { code: 'rate', bound: 'rate', reached: 0.75 },
    }),
    laneAt('pipeline', 2000, {
      rate: { offered: 2000, achieved: 1999, backlog: 0, growing: false },
      latencyMs: { command: someLatency(1), batch: someLatency(1), response: someLatency(4) },
    }),
  ],
  comparisons: [comparisonOf({ ratio: 1.33, ci95: [1.3, 1.36], latency: latencyOf({ kind: 'response' }) })],
};

const finished = { startedAt: '2026-01-01T00:00:00.000Z', finishedAt: '2026-01-01T00:01:00.000Z' };

function outcomeOf(recipe: Sweep, measured: Measured, steps: StepOutcome[]): RecipeResult {
  const { prediction } = recipe;
  return {
    ...{ kind: 'recipe', schema: 2, recipe: recipe.id, form: 'quick', ...finished, state: 'failed' },
    prediction: {
      unit: prediction.type === 'number' ? prediction.unit : null,
      answer: prediction.answer(measured),
    },
    tables: recipe.tables(measured),
    claims: Object.entries(recipe.claims).map(([claim, judge]) => ({ claim, ...judge(measured) })),
    reading: recipe.read(measured),
    warnings: ['the machine was busy'],
    steps,
  };
}

const stepsOfPayload = payload.steps('quick');

/** A sweep of which a step failed: a claim holds, one does not, two cannot be seen. */
export const recipe: RecipeResult = outcomeOf(
  payload,
  makeMeasured(payload, (_step, lane) => ({
    rate: lane.includes('pipeline') ? 9000 : 1000,
    p50: 1,
  })),
  stepsOfPayload.map(({ id, label }, index): StepOutcome =>
    index === 0
      ? { ...{ step: id, label, state: 'completed', error: null }, result: { ...sampleResult, id: 'step' } }
      : {
          ...{ step: id, label, state: 'failed', result: null },
          error: { name: 'Error', code: null, message: 'redis-server did not start', stack: null },
        },
  ),
);

const rates = [1000, 4000];
const ofCurve = loadCurve(
  parsePlan({ lanes: [{ strategy: 'one-by-one' }, { strategy: 'pipeline' }] }),
  rates,
);
const stepsOfCurve = rates.map((rps, index): StepOutcome => ({
  ...{ step: `at-${rps}`, label: ofCurve.steps('full')[index]?.label ?? '', state: 'completed', error: null },
  result: {
    ...openLoop,
    ...{ id: `step-${rps}`, warnings: [] },
    lanes: openLoop.lanes.map((lane, place) => ({
      ...lane,
      rate: {
        ...{ offered: rps, achieved: place === 0 ? Math.min(rps, 1500) : rps },
        ...{ backlog: place === 0 && rps > 1500 ? 300 : 0, growing: place === 0 && rps > 1500 },
      },
      warnings: [],
    })),
  },
}));
const ofRates = new Measured(stepsOfCurve, ofCurve.steps('full'));

export const curve: RecipeResult = {
  ...outcomeOf(ofCurve, ofRates, stepsOfCurve),
  ...{ form: 'full', state: 'completed', warnings: [] },
  ...(ofCurve.load && { load: ofCurve.load(ofRates) }),
};

const points = [
  foundPoint('one-by-one', 1, 2000, 5),
  foundPoint('pipeline', 16, 30_000, 5.2),
  foundPoint('pipeline', 64, 30_500, 20),
  foundPoint('pipeline', 4, 8000, 5, { stage: 'survey' }),
  foundPoint('auto-pipeline', 64, 9000, 20, { unusable: { code: 'no-replies' } }),
];

export const search: SearchResult = {
  ...madeAdvice,
  state: 'completed',
  order: { ...madeAdvice.order, p99BoundMs: null, strategies: ['pipeline', 'auto-pipeline'] },
  points,
  recommendation: recommend({ ...madeAdvice.order, p99BoundMs: null }, points),
  snippet: "import { Redis } from 'ioredis';\n",
  warnings: [{ code: 'server-busy', commandsPerSecond: 1234 }],
};

const evenly = (id: string, rate: number, scatter = 1) =>
  laneAt(id, rate, { throughput: summariseThroughput([...slicesAround(rate, scatter), rate, rate]) });

/** The same plan twice: a lane that became faster, one that scatters, one that failed before. */
const [was, is] = [1, 2].map((times): Result => ({
  ...sampleResult,
  state: times === 1 ? 'completed' : 'stopped',
  environment: { ...sampleResult.environment, cpuModel: times === 1 ? 'test' : 'another | test' },
  lanes: [
    evenly('one-by-one', 1000 * times, times === 1 ? 1 : 20),
    evenly('pipeline', 9000 * times),
    laneOf('lua', 1000, { state: times === 1 ? 'failed' : 'completed' }),
  ],
}));
if (!was || !is) throw new Error('two results were made');

export const comparison: ComparisonDocument = {
  kind: 'comparison',
  was: 'old.json',
  comparisons: [{ is: 'new_1.json', comparison: compareResults(was, is, 'throughput') }],
  checks: [{ name: 'pipeline: throughput at most 10 % below old.json', passed: true, message: '× 2.00' }],
};

/** A kind that no renderer knows, with every type of block. */
export const unknown: ReportedDocument = {
  kind: 'blocks',
  result: { kind: 'x', schema: 1 },
  report: {
    ...{ kind: 'x', title: 'app.js: 120 requests', lanes: [], keys: [['kind', 'x']] },
    ...{ startedAt: '2026-01-01T00:00:00.000Z', tookMs: 1500 },
    blocks: [
      { type: 'headline', text: 'A request waits for 12 trips', more: ['It needs 3.'] },
      { type: 'line', text: 'redis 7.0.15 · node app.js' },
      { type: 'doubts', doubts: ['the sample is small'] },
      { type: 'checks', checks: [{ name: 'x.independent == 0', passed: false, message: 'it is 9' }] },
      { type: 'heading', text: 'Sites' },
      { type: 'text', text: 'Where commands come from.' },
      {
        ...{ type: 'table', title: 'Sites by waiting' },
        columns: [
          { label: 'site', unit: 'text', mayShorten: true },
          { label: '', unit: 'bar' },
          { label: 'waiting, ms', unit: 'ms', isMain: true },
          { label: 'interval', unit: 'ms' },
          { label: 'share', unit: 'share' },
          { label: 'state', unit: 'text' },
        ],
        rows: [
          ['cart.js:12', 9, 9, [8, 10], 0.9, { text: 'sequential, could share a trip', tone: 'bad' }],
          [{ text: 'price.js:7', isUnder: true, beside: 'in cart.js' }, 1, 1, null, 0.1, true],
        ],
      },
      {
        ...{ type: 'items', title: 'Findings' },
        items: [
          {
            ...{ name: 'cart.js:12', mark: '!', text: '9 commands, one after the other.' },
            ...{ because: 'None needs the reply before.', notes: [{ warn: true, text: 'saves 5 – 8 ms' }] },
          },
        ],
      },
      { type: 'sentences', title: 'What to do', sentences: ['Gather them.'] },
      { type: 'code', code: 'await Promise.all([]);\n' },
      {
        ...{ type: 'details', title: 'Where it was measured' },
        blocks: [{ type: 'facts', facts: [['Machine', '2 cores']] }],
      },
    ],
  },
};

export const someChecks = [
  { name: 'pipeline.p99 < 5ms', passed: true, message: '0.375 ms' },
  { name: 'lua.failed == 0', passed: false, message: 'it is 3' },
];
