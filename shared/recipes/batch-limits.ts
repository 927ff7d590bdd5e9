import type { RecipeForm } from '../contract/enums.ts';
import type { Phrase, Ratio } from '../contract/recipe.ts';
import { compareSlices } from '../statistics/paired-ratio.ts';
import { median } from '../statistics/statistics.ts';
import { formatBytes, formatMs, formatShort } from '../words/format.ts';
import { inSlices } from '../sweep/durations.ts';
import { environments } from '../sweep/en/sources.ts';
import { atLeast, fastest } from '../sweep/judging.ts';
import type { Measured, LaneSource } from '../sweep/measured.ts';
import { listOf, versus, phrase, type LabelsOf, type SentencesOf } from '../sweep/phrase.ts';
import type { RecipeWords } from '../sweep/recipe-words.ts';
import type { Recipe, RunStep } from '../sweep/recipe.ts';
import { latencyColumns, ratesTable, ratioColumns, type FurtherColumn } from '../sweep/tables.ts';

/** Commands in a pipeline, where a long one is split. */
const splitAt = 10_000;

export const words = {
  title: 'How large a batch should be',
  question: 'What does a larger batch gain? What does it cost in time, and in memory on both sides?',
  method:
    'GET of 1000 bytes over one connection of ioredis, in pipelines of 10 to 100,000. A second connection asks the server every 20 ms how much memory it holds for its clients (CLIENT LIST). The thread of the lane reads the size of its heap every 50 ms. The largest value of each slice counts. All of a pipeline is encoded before it is sent, and a slice ends with a whole pipeline.',
  source: `a published benchmark (author and title unknown); sentences without figures; ${environments.document2}`,
  ask: 'Which is the smallest batch within 5 % of the best throughput?',
  choices: {},
  takeaway: (size) =>
    `A batch of ${size} commands was the smallest within 5 % of the best throughput, with no network in between.`,
  claims: {
    'replies-queue': {
      text: 'The replies of one giant pipeline are queued in the memory of the server.',
      rule: 'Holds when the waiting replies take at least twice as much memory at 100,000 commands as at 10,000, with the whole interval. Less than 16 KiB counts as 16 KiB, because every connection has that anyway.',
    },
    'delays-its-caller': {
      text: 'One giant pipeline delays its caller.',
      rule: 'Holds when a pipeline of 100,000 takes at least 5 times as long as one of 10,000, with the whole interval.',
    },
    'split-it': {
      text: 'Split it, about 10,000 commands each.',
      rule: 'Holds when pipelines of 10,000 reach at least 0.9 times the throughput of those of 100,000, with the whole interval: splitting loses nothing.',
    },
  },
  labels: {
    'all-sizes': 'pipelines of 10 to 100,000',
    'get-by-size': 'GET of 1000 bytes over one connection, by the size of the pipeline',
    'replies-waiting': 'replies waiting',
    'client-memory': 'client memory',
    'time-of-a-pipeline': 'time of a pipeline',
    throughput: 'throughput',
  },
  sentences: {
    'fastest-batch': (
      {
        batch,
        rate,
        enough,
      }: {
        batch: number;
        rate: number;
        /** The smallest within 5 % of it. */
        enough: number;
      },
      { count, perSecond },
    ) =>
      `Pipelines of ${count(batch)} are the fastest, ${perSecond(rate)}; ${enough === batch ? 'no smaller batch is within 5 % of that' : `${count(enough)} are enough to be within 5 % of that`}.`,
    'longer-wait': (
      { giant, giantMs, split, splitMs }: { giant: number; giantMs: number; split: number; splitMs: number },
      { count },
    ) =>
      `A command of a pipeline of ${count(giant)} waits ${formatMs(giantMs)} ms for its reply (median), of ${count(split)} ${formatMs(splitMs)} ms: ${formatShort(giantMs / splitMs)} times as long.`,
    'gain-of-giant': ({ ratio, split }: { ratio: Ratio; split: number }, say) =>
      `For that the throughput is ${say.ratio(ratio)} of that of ${say.count(split)}.`,
    /** Bytes, at most. */
    memory: (
      { batches }: { batches: readonly { batch: number; serverBytes: number; clientBytes: number }[] },
      { count },
    ) =>
      `Replies that waited in the server, and memory of the client's thread, at most: ${batches
        .map(
          ({ batch, serverBytes, clientBytes }) =>
            `${count(batch)}: ${formatBytes(Math.round(serverBytes))} and ${formatBytes(clientBytes)}`,
        )
        .join('; ')}.`,
  },
} satisfies RecipeWords;
const label: LabelsOf<typeof words> = phrase;
const sentence: SentencesOf<typeof words> = phrase;

const sizes = [10, 100, 1000, 10_000, 100_000] as const;
type Size = (typeof sizes)[number];
const split: Size = splitAt;
const giant: Size = 100_000;

const placeOf = (size: Size): LaneSource => ['limits', `batch-${size}`];
const rows = sizes.map((size) => ({ size, label: label('count', { count: size }), place: placeOf(size) }));
/** Every connection has such a buffer for its replies, used or not. */
const ownBuffer = 16_384;

const giantToSplit = versus(label('count', { count: giant }), split);

export const recipe: Recipe<typeof words> = {
  id: 'batch-limits',
  order: 100,
  topic: 'depth',
  prediction: {
    type: 'choice',
    choices: sizes.map((size) => `${size}` as const),
    answer: (measured) => {
      const enough = smallestGoodEnough(measured);
      return enough && isClear(enough.size, measured) ? `${enough.size}` : null;
    },
    likely: (measured) => {
      const enough = smallestGoodEnough(measured);
      return enough && `${enough.size}`;
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
