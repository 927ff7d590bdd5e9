import { formatBytes, formatMs, formatShort } from '../words/format.ts';
import { compareSlices, median } from '../statistics/statistics.ts';
import { inSlices } from './durations.ts';
import { atLeast, fastest, inWords, rateInWords } from './judging.ts';
import type { Measured, Place, Ratio } from './measured.ts';
import { waysToBatch as published } from './published.ts';
import type { Recipe, RunStep } from './recipe.ts';
import type { RecipeForm } from '../contract/enums.ts';
import { latencyColumns, ratesTable, ratioColumns, type FurtherColumn } from './tables.ts';

const sizes = [10, 100, 1000, 10_000, 100_000] as const;
type Size = (typeof sizes)[number];
const split: Size = published.splitAt;
const giant: Size = 100_000;

const placeOf = (size: Size): Place => ['limits', `batch-${size}`];
const inFigures = (size: number) => size.toLocaleString('en-US');
const rows = sizes.map((size) => ({ size, label: inFigures(size), place: placeOf(size) }));
/** Every connection has such a buffer for its replies, used or not. */
const ownBuffer = 16_384;

export const batchLimits: Recipe = {
  id: 'batch-limits',
  title: 'How large a batch should be',
  question: 'What does a larger batch bring, and what does it cost: time, and memory on both sides?',
  method:
    'GET of 1000 bytes over one connection of ioredis, in pipelines of 10 to 100,000. Beside it a connection of its own asks the server every 20 ms what it holds for its clients (CLIENT LIST), and the thread of the lane looks at its heap every 50 ms; the largest of each slice counts. All of a pipeline is encoded before it is sent, and a slice ends with a whole one.',
  prediction: {
    type: 'choice',
    ask: 'Which is the smallest batch within 5 % of the best throughput?',
    choices: sizes.map(inFigures),
    answer: (measured) => smallestGoodEnough(measured)?.label ?? null,
  },
  source: published.source,
  steps,
  claims: [
    {
      text: 'The replies of one giant pipeline are queued in the memory of the server.',
      rule: `Holds when the replies that wait there take at ${inFigures(giant)} commands at least twice as much as at ${inFigures(split)}, with the whole interval; less than 16 KiB, which every connection has anyway, counts as that.`,
      judge: (measured) =>
        atLeast(
          compareSlices(waiting(measured, giant), waiting(measured, split)),
          2,
          `Replies waiting, ${inFigures(giant)} against ${inFigures(split)}`,
        ),
    },
    {
      text: 'One giant pipeline delays its caller.',
      rule: `Holds when a pipeline of ${inFigures(giant)} takes at least 5 times as long as one of ${inFigures(split)}, with the whole interval.`,
      judge: (measured) =>
        atLeast(
          times(measured.ratio(placeOf(split), placeOf(giant)), giant / split),
          5,
          `Time of a pipeline, ${inFigures(giant)} against ${inFigures(split)}`,
        ),
    },
    {
      text: `Split it, about ${inFigures(split)} commands each.`,
      rule: `Holds when pipelines of ${inFigures(split)} reach at least 0.9 times the throughput of those of ${inFigures(giant)}, with the whole interval: splitting loses nothing.`,
      judge: (measured) =>
        atLeast(
          measured.ratio(placeOf(split), placeOf(giant)),
          0.9,
          `Throughput, ${inFigures(split)} against ${inFigures(giant)}`,
        ),
    },
  ],
  tables: (measured) => [
    ratesTable(measured, rows, {
      title: 'GET of 1000 bytes over one connection, by the size of the pipeline',
      further: [
        ...ratioColumns(`against ${inFigures(split)}`, ({ place: [, lane] }) =>
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
  column: { label: 'replies waiting', unit: 'bytes', origin: 'measured' },
  cell: ({ place }, measured) => middle(measured.memory(place)?.outputBufferBytes),
};

const clientMemory: FurtherColumn = {
  column: { label: 'client memory', unit: 'bytes', origin: 'measured' },
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
      label: 'pipelines of 10 to 100,000',
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

function read(measured: Measured): string[] {
  const sentences: string[] = [];
  const [best, enough] = [fastest(measured, rows), smallestGoodEnough(measured)];
  if (best && enough)
    sentences.push(
      best === enough
        ? `Pipelines of ${best.label} are the fastest, ${rateInWords(measured.rate(best.place))}; no smaller batch is within 5 % of that.`
        : `Pipelines of ${best.label} are the fastest, ${rateInWords(measured.rate(best.place))}; ${enough.label} are enough to be within 5 % of that.`,
    );
  const [one, other] = [measured.lane(placeOf(split)), measured.lane(placeOf(giant))];
  if (one?.latencyMs.command && other?.latencyMs.command)
    sentences.push(
      `A command of a pipeline of ${inFigures(giant)} waits ${formatMs(other.latencyMs.command.p50)} ms for its reply (median), of ${inFigures(split)} ${formatMs(one.latencyMs.command.p50)} ms: ${formatShort(other.latencyMs.command.p50 / one.latencyMs.command.p50)} times as long.`,
    );
  const gained = measured.ratio(placeOf(giant), placeOf(split));
  if (gained) sentences.push(`For that the throughput is ${inWords(gained)} of that of ${inFigures(split)}.`);
  const costs = rows.flatMap(({ label, place }) => {
    const [server, client] = [
      middle(measured.memory(place)?.outputBufferBytes),
      measured.lane(place)?.client.memoryBytes ?? null,
    ];
    return server === null || client === null
      ? []
      : [`${label}: ${formatBytes(Math.round(server))} and ${formatBytes(client)}`];
  });
  if (costs.length > 0)
    sentences.push(
      `Replies that waited in the server, and memory of the client's thread, at most: ${costs.join('; ')}.`,
    );
  return sentences;
}
