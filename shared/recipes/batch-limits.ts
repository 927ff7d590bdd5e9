import { compareSlices } from '../statistics/paired-ratio.ts';
import { median } from '../statistics/statistics.ts';
import { inSlices } from './durations.ts';
import { atLeast, fastest } from './judging.ts';
import type { Measured, LaneSource, Ratio } from './measured.ts';
import { listOf, phrasesOf, versus, type None, type Phrase, type RecipeCodes } from './phrase.ts';
import { splitAt } from './published.ts';
import type { Recipe, RunStep } from './recipe.ts';
import type { RecipeForm } from '../contract/enums.ts';
import { latencyColumns, ratesTable, ratioColumns, type FurtherColumn } from './tables.ts';

export interface BatchLimitsCodes extends RecipeCodes {
  id: 'batch-limits';
  choices: `${number}`;
  claims: 'replies-queue' | 'delays-its-caller' | 'split-it';
  labels: {
    'all-sizes': None;
    'get-by-size': None;
    'replies-waiting': None;
    'client-memory': None;
    'time-of-a-pipeline': None;
    throughput: None;
  };
  sentences: {
    'fastest-batch': {
      batch: number;
      rate: number;
      /** The smallest within 5 % of it. */
      enough: number;
    };
    'longer-wait': { giant: number; giantMs: number; split: number; splitMs: number };
    'gain-of-giant': { ratio: Ratio; split: number };
    /** Bytes, at most. */
    memory: { batches: readonly { batch: number; serverBytes: number; clientBytes: number }[] };
  };
}
const { label, sentence } = phrasesOf<BatchLimitsCodes>();

const sizes = [10, 100, 1000, 10_000, 100_000] as const;
type Size = (typeof sizes)[number];
const split: Size = splitAt;
const giant: Size = 100_000;

const placeOf = (size: Size): LaneSource => ['limits', `batch-${size}`];
const rows = sizes.map((size) => ({ size, label: label('count', { count: size }), place: placeOf(size) }));
/** Every connection has such a buffer for its replies, used or not. */
const ownBuffer = 16_384;

const giantToSplit = versus(label('count', { count: giant }), split);

export const batchLimits: Recipe<BatchLimitsCodes> = {
  id: 'batch-limits',
  prediction: {
    type: 'choice',
    choices: sizes.map((size) => `${size}` as const),
    answer: (measured) => {
      const enough = smallestGoodEnough(measured);
      return enough && isClear(enough.size, measured) ? `${enough.size}` : null;
    },
  },
  steps,
  claims: {
    'replies-queue': (measured) =>
      atLeast(
        compareSlices(waiting(measured, giant), waiting(measured, split)),
        2,
        listOf(label('replies-waiting'), giantToSplit),
      ),
    'delays-its-caller': (measured) =>
      atLeast(
        times(measured.ratio(placeOf(split), placeOf(giant)), giant / split),
        5,
        listOf(label('time-of-a-pipeline'), giantToSplit),
      ),
    'split-it': (measured) =>
      atLeast(
        measured.ratio(placeOf(split), placeOf(giant)),
        0.9,
        listOf(label('throughput'), versus(label('count', { count: split }), giant)),
      ),
  },
  tables: (measured) => [
    ratesTable(measured, rows, {
      title: label('get-by-size'),
      further: [
        ...ratioColumns(label('against-count', { count: split }), ({ place: [, lane] }) =>
          lane === placeOf(split)[1] ? null : placeOf(split),
        ),
        ...latencyColumns(['p50', 'p99']),
        serverBuffers,
        clientMemory,
      ],
    }),
  ],
  read,
};

const serverBuffers: FurtherColumn = {
  column: { label: label('replies-waiting'), unit: 'bytes', origin: 'measured' },
  cell: ({ place }, measured) => middle(measured.memory(place)?.outputBufferBytes),
};

const clientMemory: FurtherColumn = {
  column: { label: label('client-memory'), unit: 'bytes', origin: 'measured' },
  cell: ({ place }, measured) => measured.lane(place)?.client.memoryBytes ?? null,
};

function steps(form: RecipeForm): RunStep[] {
  const { workload, schedule } = inSlices(
    form === 'quick'
      ? { slices: 6, sliceMs: 350, warmupMs: 700 }
      : { slices: 12, sliceMs: 1500, warmupMs: 3000 },
  );
  return [
    {
      type: 'run',
      id: placeOf(split)[0],
      label: label('all-sizes'),
      watchesMemory: true,
      plan: {
        workload: { ...workload, commands: ['get'], clients: 1, dataSize: 1000, timeoutMs: 60_000 },
        schedule,
        lanes: rows.map(({ size, place: [, id] }) => ({
          id,
          strategy: 'pipeline',
          workload: { pipeline: size },
        })),
      },
    },
  ];
}

const middle = (values: readonly number[] | undefined) =>
  values && values.length > 0 ? median(values) : null;

const waiting = (measured: Measured, size: Size) =>
  (measured.memory(placeOf(size))?.outputBufferBytes ?? []).map((bytes) => Math.max(bytes, ownBuffer));

const times = (ratio: Ratio | null, factor: number): Ratio | null =>
  ratio && {
    ratio: ratio.ratio * factor,
    ci95: ratio.ci95 && [ratio.ci95[0] * factor, ratio.ci95[1] * factor],
  };

function smallestGoodEnough(measured: Measured) {
  const best = fastest(measured, rows);
  const bar = 0.95 * ((best && measured.rate(best.place)) ?? Infinity);
  return rows.find(({ place }) => (measured.rate(place) ?? 0) >= bar) ?? null;
}

/** By so much a larger batch may be faster, at the end of its interval, where the smaller one is enough. */
const mostGain = 1.25;

/** Whether noise leaves no doubt: the next smaller batch is slower, and none that is larger gains much. */
function isClear(enough: Size, measured: Measured): boolean {
  const against = (size: Size) => measured.ratio(placeOf(size), placeOf(enough))?.ci95?.[1] ?? Infinity;
  const smaller = sizes.filter((size) => size < enough).at(-1);
  const larger = sizes.filter((size) => size > enough && measured.rate(placeOf(size)) !== null);
  return (smaller === undefined || against(smaller) < 1) && larger.every((size) => against(size) <= mostGain);
}

function read(measured: Measured): Phrase[] {
  const sentences: Phrase[] = [];
  const [best, enough] = [fastest(measured, rows), smallestGoodEnough(measured)];
  const rate = best && measured.rate(best.place);
  if (best && enough && rate !== null && isClear(enough.size, measured))
    sentences.push(sentence('fastest-batch', { batch: best.size, rate, enough: enough.size }));
  const [splitMs, giantMs] = [split, giant].map(
    (size) => measured.lane(placeOf(size))?.latencyMs.command?.p50,
  );
  if (splitMs !== undefined && giantMs !== undefined)
    sentences.push(sentence('longer-wait', { giant, giantMs, split, splitMs }));
  const ratio = measured.ratio(placeOf(giant), placeOf(split));
  if (ratio) sentences.push(sentence('gain-of-giant', { ratio, split }));
  const batches = rows.flatMap(({ size, place }) => {
    const [serverBytes, clientBytes] = [
      middle(measured.memory(place)?.outputBufferBytes),
      measured.lane(place)?.client.memoryBytes ?? null,
    ];
    return serverBytes === null || clientBytes === null ? [] : [{ batch: size, serverBytes, clientBytes }];
  });
  if (batches.length > 0) sentences.push(sentence('memory', { batches }));
  return sentences;
}
