import type { RecipeForm } from '../contract/enums.ts';
import type { BystanderFigures, LatencySummary } from '../contract/figures.ts';
import type { ClaimOutcome, LatencyKey, Phrase } from '../contract/recipe.ts';
import { formatMs, formatShort } from '../words/format.ts';
import { inSlices } from '../sweep/durations.ts';
import { doesNotHold, holds, unseen } from '../sweep/judging.ts';
import type { Measured, LaneSource } from '../sweep/measured.ts';
import { phrase, type LabelsOf, type SentencesOf } from '../sweep/phrase.ts';
import type { RecipeWords } from '../sweep/recipe-words.ts';
import type { Recipe, RunStep } from '../sweep/recipe.ts';
import { ratesTable, type FurtherColumn } from '../sweep/tables.ts';

const laneNames: Readonly<Record<LaneBeside, string>> = {
  'one-by-one-1': 'one by one',
  'auto-pipeline-100': 'auto-pipeline, 100 in flight',
  'pipeline-10': 'pipelines of 10',
  'pipeline-100': 'pipelines of 100',
  'pipeline-10000': 'pipelines of 10,000',
  'multi-10000': 'MULTI of 10,000',
  'multi-key-10000': 'MSET of 10,000',
  'lua-10000': 'a script for 10,000',
};

export const words = {
  title: 'Batches and other clients',
  question: 'How long does another client of the server wait while somebody sends batches?',
  method:
    'One connection of ioredis sends SETs of 100 bytes in several ways, as fast as it can. Meanwhile another client sends 500 GETs a second, each timed from the moment it was written. Before that, it is alone for two seconds. With a private server, all of them share one machine. The figures then include the wait for a free core.',
  source: 'a published benchmark (author and title unknown); said without figures',
  ask: 'Beside which of these does a GET of another client wait the longest (p99)?',
  choices: laneNames,
  takeaway: (load) => `Other clients waited the longest for their replies (p99) beside this load: ${load}.`,
  claims: {
    'others-are-served': {
      text: 'While a pipeline is written, other clients are served as well.',
      rule: 'Holds when the p99 of the other client’s GETs is less than half the time of a pipeline of 10,000, from its flush to its last reply (median). Does not hold when the median of the GETs is longer than that pipeline.',
    },
  },
  labels: {
    ...laneNames,
    'eight-ways': 'eight ways, and a client beside them',
    'gets-of-another': ({ rps }: { rps: number }) => `Another client’s GETs, ${rps} a second, ms`,
    'its-latency': ({ key }: { key: LatencyKey }) => `its ${key}`,
    'p99-to-alone': 'p99 / alone',
    'batch-p50': 'batch p50',
  },
  sentences: {
    'giant-not-measured': 'The lane with pipelines of 10,000 was not measured.',
    'beside-a-pipeline': ({ batchMs, p50Ms, p99Ms }: { batchMs: number; p50Ms: number; p99Ms: number }) =>
      `A pipeline of 10,000 takes ${formatMs(batchMs)} ms (median); another client’s GETs beside it ${formatMs(p50Ms)} ms (median), ${formatMs(p99Ms)} ms (p99).`,
    'slow-even-alone': ({ p99Ms }: { p99Ms: number }) =>
      `Even alone they take up to ${formatMs(p99Ms)} ms (p99): the machine is too busy to tell.`,
    'served-in-between': 'Most GETs are served in between, but not all of them clearly before the end.',
    'longest-beside': ({ aloneMs, lane, p99Ms }: { aloneMs: number; lane: LaneBeside; p99Ms: number }) =>
      `Alone, the other client waits ${formatMs(aloneMs)} ms (p99). It waits longest beside ${laneNames[lane]}: ${formatMs(p99Ms)} ms.`,
    'slowed-by': (
      { atLeast, lanes: slow }: { atLeast: number; lanes: readonly { lane: LaneBeside; times: number }[] },
      { list },
    ) =>
      `At least ${atLeast} times as long as alone: ${list(slow.map(({ lane, times }) => `${laneNames[lane]} (${formatShort(times)} times)`))}.`,
    'slowed-by-none': ({ atLeast }: { atLeast: number }) =>
      `Nothing makes it wait ${atLeast} times as long as alone; less is inconclusive.`,
  },
} satisfies RecipeWords;
const label: LabelsOf<typeof words> = phrase;
const sentence: SentencesOf<typeof words> = phrase;

const step = 'bystander';
const giant = 10_000;
const lanes = [
  { id: 'one-by-one-1', strategy: 'one-by-one', batch: 1 },
  { id: 'auto-pipeline-100', strategy: 'auto-pipeline', batch: 100 },
  { id: 'pipeline-10', strategy: 'pipeline', batch: 10 },
  { id: 'pipeline-100', strategy: 'pipeline', batch: 100 },
  { id: 'pipeline-10000', strategy: 'pipeline', batch: giant },
  { id: 'multi-10000', strategy: 'multi', batch: giant },
  { id: 'multi-key-10000', strategy: 'multi-key', batch: giant },
  { id: 'lua-10000', strategy: 'lua', batch: giant },
] as const;
export type LaneBeside = (typeof lanes)[number]['id'];
const placeOf = (lane: LaneBeside): LaneSource => [step, lane];
const giantPipeline = placeOf('pipeline-10000');
const rps = 500;
/** Percentiles have no interval: less than this says nothing. */
const toldApartFrom = 2;

export const recipe: Recipe<typeof words> = {
  id: 'bystander',
  order: 110,
  topic: 'cost',
  prediction: {
    type: 'choice',
    choices: lanes.map(({ id }) => id),
    answer: (measured) => worst(measured)?.id ?? null,
  },
  steps,
  claims: { 'others-are-served': judgeServed },
  chart: { table: 0, column: 4 },
  tables: (measured) => [
    ratesTable(measured, rows, {
      title: label('gets-of-another', { rps }),
      further: [
        ...(['p50', 'p99', 'max'] as const).map((key): FurtherColumn => ({
          column: { label: label('its-latency', { key }), unit: 'ms', origin: 'measured' },
          cell: ({ place }) => seen(measured, place)?.[key] ?? null,
        })),
        {
          column: { label: label('p99-to-alone'), unit: 'ratio', origin: 'measured' },
          cell: ({ place }) => againstAlone(measured, place),
        },
        {
          column: { label: label('batch-p50'), unit: 'ms', origin: 'measured', detail: true },
          cell: ({ place }) => measured.lane(place)?.latencyMs.batch?.p50 ?? null,
        },
      ],
    }),
  ],
  read,
};

const rows = lanes.map(({ id }) => ({ label: label(id), place: placeOf(id) }));

const seen = (measured: Measured, place: LaneSource): LatencySummary | null =>
  waitOf(measured.lane(place)?.bystander);

const seenAlone = (measured: Measured): LatencySummary | null => waitOf(measured.bystanderAlone(step));

/** The wait alone: the delay of its own thread is not caused by the server. */
const waitOf = (bystander: BystanderFigures | null | undefined): LatencySummary | null =>
  bystander?.waitMs ?? null;

function againstAlone(measured: Measured, place: LaneSource): number | null {
  const [beside, alone] = [seen(measured, place), seenAlone(measured)];
  return beside && alone && alone.p99 > 0 ? beside.p99 / alone.p99 : null;
}

function worst(measured: Measured) {
  if (!measured.hasAll(lanes.map(({ id }) => placeOf(id)))) return null;
  const known = lanes.flatMap((lane) => {
    const latency = seen(measured, placeOf(lane.id));
    return latency ? [{ ...lane, p99: latency.p99 }] : [];
  });
  return known.toSorted((a, b) => b.p99 - a.p99)[0] ?? null;
}

function judgeServed(measured: Measured): ClaimOutcome {
  const [others, batchMs] = [
    seen(measured, giantPipeline),
    measured.lane(giantPipeline)?.latencyMs.batch?.p50,
  ];
  if (!others || batchMs === undefined) return unseen(sentence('giant-not-measured'));
  const evidence = sentence('beside-a-pipeline', { batchMs, p50Ms: others.p50, p99Ms: others.p99 });
  const alone = seenAlone(measured);
  if (alone && alone.p99 >= batchMs / 2)
    return unseen(evidence, sentence('slow-even-alone', { p99Ms: alone.p99 }));
  if (others.p99 < batchMs / 2) return holds(evidence);
  if (others.p50 > batchMs) return doesNotHold(evidence);
  return unseen(evidence, sentence('served-in-between'));
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
      label: label('eight-ways'),
      plan: {
        workload: { ...workload, clients: 1, dataSize: 100, keyspace: 10_000 },
        schedule,
        bystander: { rps },
        lanes: lanes.map(({ id, strategy, batch }) => ({
          id,
          strategy,
          workload: { pipeline: batch },
        })),
      },
    },
  ];
}

function read(measured: Measured): Phrase[] {
  const alone = seenAlone(measured);
  const top = worst(measured);
  if (!alone || !top) return [];
  const slowed = lanes.flatMap(({ id }) => {
    const times = againstAlone(measured, placeOf(id));
    return times !== null && times >= toldApartFrom ? [{ lane: id, times }] : [];
  });
  return [
    sentence('longest-beside', { aloneMs: alone.p99, lane: top.id, p99Ms: top.p99 }),
    slowed.length > 0
      ? sentence('slowed-by', { atLeast: toldApartFrom, lanes: slowed })
      : sentence('slowed-by-none', { atLeast: toldApartFrom }),
  ];
}
