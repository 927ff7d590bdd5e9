import { formatMs, formatShort } from '../words/format.ts';
import type { LatencySummary } from '../contract/figures.ts';
import { inSlices } from './durations.ts';
import { unseen } from './judging.ts';
import type { Measured, Place } from './measured.ts';
import { shallowPipelines as documentOfClaim } from './published.ts';
import type { Finding } from '../contract/recipe.ts';
import type { Recipe, RunStep } from './recipe.ts';
import type { RecipeForm } from '../contract/enums.ts';
import { ratesTable, type FurtherColumn } from './tables.ts';

const step = 'bystander';
const giant = 10_000;
const lanes = [
  { label: 'one by one', strategy: 'one-by-one', batch: 1 },
  { label: 'auto-pipeline, 100 in flight', strategy: 'auto-pipeline', batch: 100 },
  { label: 'pipelines of 10', strategy: 'pipeline', batch: 10 },
  { label: 'pipelines of 100', strategy: 'pipeline', batch: 100 },
  { label: 'pipelines of 10,000', strategy: 'pipeline', batch: giant },
  { label: 'MULTI of 10,000', strategy: 'multi', batch: giant },
  { label: 'MSET of 10,000', strategy: 'multi-key', batch: giant },
  { label: 'a script for 10,000', strategy: 'lua', batch: giant },
].map((lane) => ({ ...lane, place: [step, `${lane.strategy}-${lane.batch}`] as Place }));
const giantPipeline: Place = [step, `pipeline-${giant}`];
const rps = 500;
/** Percentiles have no interval: less than this says nothing. */
const toldApartFrom = 2;

export const bystander: Recipe = {
  id: 'bystander',
  title: 'Batches and other clients',
  question: 'How long does another client of the server wait while somebody sends batches?',
  method: `One connection of ioredis sends SETs of 100 bytes in several ways, as fast as it can. Another client sends ${rps} GETs a second the while, each timed from the moment it was due; before that, it is alone for two seconds. All share one machine where the server is a private one: what cores they lack is in the figures.`,
  prediction: {
    type: 'choice',
    ask: 'Beside which of these does a GET of another client wait the longest (p99)?',
    choices: lanes.map(({ label }) => label),
    answer: (measured) => worst(measured)?.label ?? null,
  },
  source: {
    document: documentOfClaim.source.document,
    tool: 'said without figures',
    environment: '',
  },
  steps,
  claims: [
    {
      text: 'While a pipeline is written, other clients are served as well.',
      rule: 'Holds when the p99 of the other client’s GETs is less than half of what a pipeline of 10,000 takes from its flush to its last reply (median); does not when their median is longer than that.',
      judge: judgeServed,
    },
  ],
  tables: (measured) => [
    ratesTable(measured, lanes, {
      title: `Another client’s GETs, ${rps} a second, ms`,
      further: [
        ...(['p50', 'p99', 'max'] as const).map((key): FurtherColumn => ({
          column: { label: `its ${key}`, unit: 'ms', origin: 'measured' },
          cell: ({ place }) => seen(measured, place)?.[key] ?? null,
        })),
        {
          column: { label: 'p99 / alone', unit: 'ratio', origin: 'measured' },
          cell: ({ place }) => againstAlone(measured, place),
        },
        {
          column: { label: 'batch p50', unit: 'ms', origin: 'measured', detail: true },
          cell: ({ place }) => measured.lane(place)?.latencyMs.batch?.p50 ?? null,
        },
      ],
    }),
  ],
  read,
};

const seen = (measured: Measured, place: Place): LatencySummary | null =>
  measured.lane(place)?.bystander?.latencyMs ?? null;

function againstAlone(measured: Measured, place: Place): number | null {
  const [beside, alone] = [seen(measured, place), measured.bystanderAlone(step)?.latencyMs];
  return beside && alone && alone.p99 > 0 ? beside.p99 / alone.p99 : null;
}

function worst(measured: Measured) {
  const known = lanes.flatMap((lane) => {
    const latency = seen(measured, lane.place);
    return latency ? [{ ...lane, p99: latency.p99 }] : [];
  });
  return known.toSorted((a, b) => b.p99 - a.p99)[0] ?? null;
}

function judgeServed(measured: Measured): Finding {
  const [others, batchMs] = [
    seen(measured, giantPipeline),
    measured.lane(giantPipeline)?.latencyMs.batch?.p50,
  ];
  if (!others || batchMs === undefined) return unseen('The lane with pipelines of 10,000 was not measured.');
  const because = `A pipeline of 10,000 takes ${formatMs(batchMs)} ms (median); another client’s GETs beside it ${formatMs(others.p50)} ms (median), ${formatMs(others.p99)} ms (p99).`;
  const alone = measured.bystanderAlone(step)?.latencyMs;
  if (alone && alone.p99 >= batchMs / 2)
    return unseen(
      `${because} Even alone they take up to ${formatMs(alone.p99)} ms (p99): the machine is too busy to tell.`,
    );
  if (others.p99 < batchMs / 2) return { judgement: 'holds', because };
  if (others.p50 > batchMs) return { judgement: 'does not hold here', because };
  return unseen(`${because} Most GETs are served in between, but not all of them clearly before the end.`);
}

function steps(form: RecipeForm): RunStep[] {
  const { workload, schedule } = inSlices({
    slices: 8,
    sliceMs: form === 'quick' ? 400 : 1500,
    warmupMs: form === 'quick' ? 800 : 2000,
  });
  return [
    {
      type: 'run',
      id: step,
      label: 'eight ways, and a client beside them',
      plan: {
        workload: { ...workload, clients: 1, dataSize: 100, keyspace: 10_000 },
        schedule,
        bystander: { rps },
        lanes: lanes.map(({ strategy, batch, place }) => ({
          id: place[1],
          strategy,
          workload: { pipeline: batch },
        })),
      },
    },
  ];
}

function read(measured: Measured): string[] {
  const alone = measured.bystanderAlone(step)?.latencyMs;
  const top = worst(measured);
  if (!alone || !top) return [];
  const slowed = lanes.flatMap(({ label, place }) => {
    const times = againstAlone(measured, place);
    return times !== null && times >= toldApartFrom ? [`${label} (${formatShort(times)} times)`] : [];
  });
  return [
    `Alone, the other client waits ${formatMs(alone.p99)} ms (p99). It waits longest beside ${top.label}: ${formatMs(top.p99)} ms.`,
    slowed.length > 0
      ? `At least ${toldApartFrom} times as long as alone: ${slowed.join(', ')}.`
      : `Nothing makes it wait ${toldApartFrom} times as long as alone; less is not told apart.`,
  ];
}
