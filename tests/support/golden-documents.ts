import { compareResults } from '../../shared/comparison/compare-results.ts';
import type { RecipeResult, StepOutcome } from '../../shared/contract/recipe.ts';
import type { SearchResult } from '../../shared/contract/search.ts';
import { parsePlan } from '../../shared/plan/parse-plan.ts';
import { loadCurve } from '../../shared/sweep/load-curve.ts';
import { Measured } from '../../shared/sweep/measured.ts';
import type { Sweep } from '../../shared/sweep/recipe.ts';
import { recipe as payload } from '../../shared/recipes/payload.ts';
import { recommend } from '../../shared/search/recommendation.ts';
import { trendLineOf } from '../../server/cli/gate/trend/line.ts';
import type { ComparisonDocument, ReportedDocument, TrendDocument } from '../../shared/report/document.ts';
import { madeSteps } from './made-outcomes.ts';
import { foundPoint } from './made-searches.ts';
import { madeAdvice } from './made-history.ts';
import { aLatency } from './a-lane.ts';
import { aResult, type ResultFigures } from './a-result.ts';

/** Documents of every kind that are reported: small, and with something of all that a reader is told. */

const agent = (name: string) => ({
  ...{ name, host: name, node: '20.20.2', cpuModel: 'test', cores: 2 },
  ...{ load: 0.1, pingMs: 0.1, controlMs: 0.1, clockAheadMs: 0 },
});
const bystander = {
  ...{ rps: 100, latencyMs: aLatency(1), sendLagMs: aLatency(0.75), waitMs: aLatency(0.25) },
};
const ofEachLane = { shares: { near: 0.6, far: 0.4 }, hitRate: 0.5, bystander };

/** Three lanes and two agents: what every lane says beside its figures, and what makes the run doubtful. */
export const run = aResult({
  id: 'run-with-warnings',
  seed: 3,
  plan: {
    workload: { commands: ['set', 'get'], clients: 8 },
    network: { rttMs: 5 },
    bystander: { rps: 100 },
    schedule: { precision: 0.01 },
  },
  environment: { agents: [agent('near'), agent('far')] },
  bystander: { rps: 100, latencyMs: aLatency(0.5), sendLagMs: null, waitMs: aLatency(0.5) },
  lanes: {
    'one-by-one': {
      perSecond: 1000,
      ...ofEachLane,
      client: { cpu: 1.2, eventLoopUtilisation: 0.95, coreWait: 0.6, memoryBytes: 50_000_000 },
    },
    pipeline: { perSecond: 12_000, drift: -0.5, failures: { WRONGTYPE: 12 }, ...ofEachLane },
    concurrent: {
      ...{ perSecond: 7500, label: 'concurrent | of old', uncounted: 1, ...ofEachLane },
      client: { cpu: 0.6, eventLoopUtilisation: 0.5, memoryBytes: 50_000_000 },
      proxy: { cpu: 0.97, coreWait: 0 },
    },
  },
  warnings: [{ code: 'server-busy', commandsPerSecond: 1234 }],
  tunings: [{ atMs: 1500, tuning: { pipeline: 64 }, countedIn: ['one-by-one', 'pipeline', 'concurrent'] }],
});

const brokenOff = {
  state: 'failed' as const,
  error: { name: 'LaneFailed', code: null, message: 'Connection is closed.', stack: null },
};

/** Ended by its reader after one round; a lane had failed by then. */
export const stopped = aResult({
  ...{ id: 'run-stopped', state: 'stopped', rounds: 1 },
  plan: { workload: { durationMs: 5000 } },
  lanes: {
    'one-by-one': { perSecond: 1000, state: 'stopped' },
    pipeline: { perSecond: 12_000, state: 'stopped' },
    lua: { perSecond: [], ...brokenOff },
  },
});

/** All lanes at once, a wide interval, and a lane with settings of its own. */
export const race = aResult({
  ...{ id: 'run-race', rounds: 8 },
  plan: {
    schedule: { mode: 'race' },
    lanes: [{ strategy: 'one-by-one' }, { strategy: 'pipeline', workload: { clients: 5 } }],
  },
  lanes: { 'one-by-one': 1000, pipeline: { perSecond: 12_000, cv: 1.5 } },
});

/** At a rate that one of two lanes keeps. */
const openLoopAt = (id: string, rps: number) =>
  aResult({
    ...{ id, plan: { workload: { rps } } },
    lanes: { 'one-by-one': Math.min(rps, 1500), pipeline: rps },
  });
export const openLoop = openLoopAt('run-open-loop', 2000);

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

const stepsOfPayload = madeSteps(
  payload,
  (_step, lane) => (lane.endsWith('-10000') ? { rate: 400, p50: 50 } : { rate: 1000, p50: 10 }),
  { isOneMachine: false },
).map((step, index): StepOutcome =>
  index === 0
    ? step
    : {
        ...{ ...step, state: 'failed', result: null },
        error: { name: 'Error', code: null, message: 'redis-server did not start', stack: null },
      },
);

/** A sweep of which a step failed: a claim holds, one does not, two cannot be seen. */
export const recipe: RecipeResult = outcomeOf(
  payload,
  new Measured(stepsOfPayload, payload.steps('quick')),
  stepsOfPayload,
);

const rates = [1000, 4000];
const ofCurve = loadCurve(
  parsePlan({ lanes: [{ strategy: 'one-by-one' }, { strategy: 'pipeline' }] }),
  rates,
);
const stepsOfCurve = rates.map((rps, index): StepOutcome => ({
  ...{ step: `at-${rps}`, label: ofCurve.steps('full')[index]?.label ?? '', state: 'completed', error: null },
  result: openLoopAt(`step-${rps}`, rps),
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

/** The same plan twice: a lane that became faster, one that scatters, one that failed before. */
const was = aResult({
  lanes: { 'one-by-one': 1000, pipeline: 9000, lua: { perSecond: 1000, ...brokenOff } },
});
const is = aResult({
  ...{ seed: 2, state: 'stopped', environment: { cpuModel: 'another | test' } },
  lanes: { 'one-by-one': { perSecond: 2000, cv: 0.3 }, pipeline: 18_000, lua: 1000 },
});

export const comparison: ComparisonDocument = {
  kind: 'comparison',
  was: 'old.json',
  comparisons: [{ is: 'new_1.json', comparison: compareResults(was, is, 'throughput') }],
  checks: [{ name: 'pipeline: throughput at most 10 % below old.json', passed: true, message: '× 2.00' }],
};

/** Runs of two plans in one file: a run that failed, one without a commit, a lane that is new. */
export const trend: TrendDocument = {
  kind: 'trend',
  file: 'trend.jsonl',
  lines: (
    [
      [{ lanes: { 'one-by-one': 1000, pipeline: 12_000 }, name: 'checkout' }, '1a2b3c4d5e6f', false],
      [{ lanes: { 'one-by-one': 1000, pipeline: 12_100 }, name: 'checkout', seed: 2 }, null, false],
      [{ lanes: { 'one-by-one': 1000, pipeline: 6000 }, name: 'checkout', seed: 3 }, '2a2b3c4d5e6f', true],
      [{ lanes: { lua: 5000 } }, '2a2b3c4d5e6f', false],
    ] satisfies [ResultFigures, string | null, boolean][]
  ).map(([figures, commit, failed], index) =>
    trendLineOf(aResult({ ...figures, rounds: 10, startedAt: `2026-01-0${index + 1}T06:30:00.000Z` }), {
      commit,
      failed,
    }),
  ),
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
