import type { BystanderFigures, LatencySummary } from '../contract/figures.ts';
import { inSlices } from './durations.ts';
import { doesNotHold, holds, unseen } from './judging.ts';
import type { Measured, LaneSource } from './measured.ts';
import { phrasesOf, type LatencyKey, type None, type Phrase, type RecipeCodes } from './phrase.ts';
import type { ClaimOutcome } from '../contract/recipe.ts';
import type { Recipe, RunStep } from './recipe.ts';
import type { RecipeForm } from '../contract/enums.ts';
import { ratesTable, type FurtherColumn } from './tables.ts';

export interface BystanderCodes extends RecipeCodes {
  id: 'bystander';
  choices: LaneBeside;
  claims: 'others-are-served';
  labels: Record<LaneBeside, None> & {
    'eight-ways': None;
    'gets-of-another': { rps: number };
    'its-latency': { key: LatencyKey };
    'p99-to-alone': None;
    'batch-p50': None;
  };
  sentences: {
    'giant-not-measured': None;
    'beside-a-pipeline': { batchMs: number; p50Ms: number; p99Ms: number };
    'slow-even-alone': { p99Ms: number };
    'served-in-between': None;
    'longest-beside': { aloneMs: number; lane: LaneBeside; p99Ms: number };
    'slowed-by': { atLeast: number; lanes: readonly { lane: LaneBeside; times: number }[] };
    'slowed-by-none': { atLeast: number };
  };
}
const { label, sentence } = phrasesOf<BystanderCodes>();

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

export const bystander: Recipe<BystanderCodes> = {
  id: 'bystander',
  prediction: {
    type: 'choice',
    choices: lanes.map(({ id }) => id),
    answer: (measured) => worst(measured)?.id ?? null,
  },
  steps,
  claims: { 'others-are-served': judgeServed },
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

/** How late its own thread was is no doing of the server; older results do not tell it apart. */
const waitOf = (bystander: BystanderFigures | null | undefined): LatencySummary | null =>
  bystander?.waitMs ?? bystander?.latencyMs ?? null;

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
