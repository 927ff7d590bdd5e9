import type { RecipeForm } from '../contract/enums.ts';
import type { ClaimOutcome, Phrase, Ratio } from '../contract/recipe.ts';
import { countOf, inSlices, timesOf } from '../sweep/durations.ts';
import { environments } from '../sweep/en/sources.ts';
import { doesNotHold, holds, unseen } from '../sweep/judging.ts';
import type { Measured, LaneSource } from '../sweep/measured.ts';
import { listOf, phrase, type LabelsOf, type SentencesOf } from '../sweep/phrase.ts';
import type { RecipeWords } from '../sweep/recipe-words.ts';
import type { Recipe, SweepStep } from '../sweep/recipe.ts';
import { ratesTable, ratioColumns } from '../sweep/tables.ts';

const published = {
  clients: 50,
  requests: 100_000,
  dataSize: 3,
  rows: [
    { depth: 1, rps: 51_975.05 },
    { depth: 2, rps: 91_240.88 },
    { depth: 3, rps: 102_354.15 },
  ],
} as const;

export const words = {
  title: 'Two or three commands at a time',
  question: 'What does a pipeline of only two or three commands bring, and why?',
  method:
    'SET of 3 bytes over 50 connections at depth 1, 2 and 3: the raw socket stands for redis-benchmark, ioredis pipelines beside it. Then one connection at a round trip of 250 ms, one by one and ten at a time, to see what a pipeline waits for.',
  source: `a published benchmark (author and title unknown); redis-benchmark, SET of 3 bytes over 50 connections, 100,000 commands; ${environments.document2}`,
  ask: 'How many times the throughput does a pipeline of 3 commands reach (raw socket)?',
  choices: {},
  takeaway: (times) => `Just three commands at a time did ${times} times as many a second as one by one.`,
  claims: {
    'four-a-second': {
      text: 'At a round trip of 250 ms one connection does 4 requests a second, however fast the server is.',
      rule: 'Holds when one by one reaches from 3.8 to 4.05 commands/s at 250 ms with its whole interval.',
    },
    'one-wait': {
      text: 'The reply to the first command of a pipeline takes the round trip; the others come right behind it.',
      rule: 'Holds when a pipeline of 10 takes at most 1.1 times as long as a single command at 250 ms (medians).',
    },
  },
  labels: {
    'all-depths': 'depth 1, 2 and 3 over 50 connections',
    'far-connection': ({ rttMs }: { rttMs: number }) => `one connection at ${rttMs} ms`,
    'set-of-3-bytes': 'SET of 3 bytes over 50 connections',
    'one-far-connection': ({ rttMs }: { rttMs: number }) => `One connection at a round trip of ${rttMs} ms`,
    'so-many-a-pipeline': ({ commands }: { commands: number }) => `${commands} a pipeline`,
    'trip-p50': 'trip p50',
  },
  sentences: {
    'far-not-measured': ({ rttMs }: { rttMs: number }) => `The step at ${rttMs} ms was not measured.`,
    'one-by-one': ({ rate, pingMs }: { rate: number; pingMs: number | null }, { perSecond }) =>
      `One by one: ${perSecond(rate)}${pingMs === null ? '' : ` at a measured round trip of ${pingMs.toFixed(1)} ms`}.`,
    'range-not-told-apart': 'Its interval neither lies within that range nor outside it.',
    'batch-and-single': ({
      commands,
      batchMs,
      singleMs,
    }: {
      commands: number;
      batchMs: number;
      singleMs: number;
    }) =>
      `A pipeline of ${commands} takes ${batchMs.toFixed(1)} ms, a single command ${singleMs.toFixed(1)} ms.`,
    gains: ({ depth, socket, ioredis }: { depth: number; socket: Ratio; ioredis: Ratio }, { ratio }) =>
      `${depth} commands a pipeline: ${ratio(socket)} on a raw socket, ${ratio(ioredis)} with ioredis.`,
    /** CPU of a command, at depth 1 and 3. */
    'server-cpu': ({ singleMicros, deepMicros }: { singleMicros: number; deepMicros: number }) =>
      `The server spends ${singleMicros.toFixed(2)} µs on a command at depth 1 and ${deepMicros.toFixed(2)} µs at depth 3: what is saved are reads and writes.`,
    'far-gain': ({ rttMs, commands, ratio }: { rttMs: number; commands: number; ratio: Ratio }, say) =>
      `At ${rttMs} ms the same step from 1 to ${commands} brings ${say.ratio(ratio)}: there a pipeline saves waiting.`,
  },
} satisfies RecipeWords;
const label: LabelsOf<typeof words> = phrase;
const sentence: SentencesOf<typeof words> = phrase;

const direct = 'direct';
const far = 'far';
const wire = (depth: number): LaneSource => [direct, `wire-${depth}`];
const ioredis = (depth: number): LaneSource => [direct, `pipeline-${depth}`];
const farSingle: LaneSource = [far, 'one-by-one'];
const farBatch: LaneSource = [far, 'pipeline'];
const farRttMs = 250;
const farDepth = 10;

export const recipe: Recipe<typeof words> = {
  id: 'shallow-pipelines',
  order: 60,
  topic: 'depth',
  prediction: {
    type: 'number',
    unit: '×',
    answer: (measured) => measured.ratio(wire(3), wire(1))?.ratio ?? null,
  },
  steps,
  claims: { 'four-a-second': judgeFourASecond, 'one-wait': judgeOneWait },
  tables: (measured) => [
    ratesTable(
      measured,
      [
        ...published.rows.map(({ depth, rps }) => ({
          label: listOf(label('depth', { depth }), label('raw-socket')),
          place: wire(depth),
          single: wire(1),
          published: rps,
        })),
        ...published.rows.map(({ depth }) => ({
          label: listOf(label('depth', { depth }), 'ioredis'),
          place: ioredis(depth),
          single: ioredis(1),
        })),
      ],
      {
        title: label('set-of-3-bytes'),
        further: ratioColumns(label('against-count', { count: 1 }), ({ place, single }) =>
          place[1] === single[1] ? null : single,
        ),
      },
    ),
    {
      title: label('one-far-connection', { rttMs: farRttMs }),
      columns: [
        { label: '', unit: 'text', origin: 'setting' },
        { label: label('per-second'), unit: 'commands/s', origin: 'measured' },
        { label: label('published'), unit: 'commands/s', origin: 'published' },
        { label: listOf(label('trip-p50'), 'ms'), unit: 'ms', origin: 'measured', detail: true },
        { label: 'PING, ms', unit: 'ms', origin: 'measured', detail: true },
      ],
      rows: (
        [
          [label('one-by-one'), farSingle, 4],
          [label('so-many-a-pipeline', { commands: farDepth }), farBatch, null],
        ] as const
      ).map(([name, place, rps]) => [
        name,
        measured.rate(place),
        rps,
        tripMs(measured, place),
        measured.lane(place)?.roundTrip?.before.medianMs ?? null,
      ]),
    },
  ],
  read,
};

/** From the flush to the last reply. */
const tripMs = (measured: Measured, place: LaneSource) => measured.lane(place)?.latencyMs.batch?.p50 ?? null;

function judgeFourASecond(measured: Measured): ClaimOutcome {
  const lane = measured.lane(farSingle);
  const rate = measured.rate(farSingle);
  if (!lane || rate === null) return unseen(sentence('far-not-measured', { rttMs: farRttMs }));
  const evidence = sentence('one-by-one', { rate, pingMs: lane.roundTrip?.before.medianMs ?? null });
  const [low, high] = measured.interval(farSingle) ?? [rate, rate];
  if (low >= 3.8 && high <= 4.05) return holds(evidence);
  if (high < 3.8 || low > 4.05) return doesNotHold(evidence);
  return unseen(evidence, sentence('range-not-told-apart'));
}

function judgeOneWait(measured: Measured): ClaimOutcome {
  const [singleMs, batchMs] = [tripMs(measured, farSingle), tripMs(measured, farBatch)];
  if (singleMs === null || batchMs === null) return unseen(sentence('far-not-measured', { rttMs: farRttMs }));
  const evidence = sentence('batch-and-single', { commands: farDepth, batchMs, singleMs });
  return batchMs <= 1.1 * singleMs ? holds(evidence) : doesNotHold(evidence);
}

function steps(form: RecipeForm): SweepStep[] {
  const { workload, schedule } = timesOf(form, { slices: 8, sliceMs: 300, warmupMs: 800 });
  const depths = published.rows.map(({ depth }) => depth);
  // Whole round trips, so that no slice is longer than it was meant to be.
  const farTimes = inSlices({ slices: form === 'quick' ? 4 : 8, sliceMs: 900, warmupMs: 500 });
  return [
    {
      type: 'run',
      id: direct,
      label: label('all-depths'),
      plan: {
        workload: {
          ...workload,
          ...countOf(form, published.requests),
          clients: published.clients,
          dataSize: published.dataSize,
          keyspace: 1,
          resp: 2,
        },
        schedule,
        lanes: [
          ...depths.map((depth) => ({
            id: wire(depth)[1],
            strategy: 'wire',
            workload: { pipeline: depth },
          })),
          ...depths.map((depth) => ({
            id: ioredis(depth)[1],
            strategy: 'pipeline',
            workload: { pipeline: depth },
          })),
        ],
      },
      pace: Object.fromEntries(
        published.rows.flatMap(({ depth, rps }) => [
          [wire(depth)[1], rps],
          [ioredis(depth)[1], rps / 2],
        ]),
      ),
    },
    {
      type: 'run',
      id: far,
      label: label('far-connection', { rttMs: farRttMs }),
      plan: {
        network: { rttMs: farRttMs },
        workload: {
          ...farTimes.workload,
          clients: 1,
          dataSize: published.dataSize,
          keyspace: 1,
          pipeline: farDepth,
          resp: 2,
        },
        schedule: farTimes.schedule,
        lanes: [
          { id: farSingle[1], strategy: 'one-by-one' },
          { id: farBatch[1], strategy: 'pipeline' },
        ],
      },
    },
  ];
}

function read(measured: Measured): Phrase[] {
  const gains = [2, 3].flatMap((depth) => {
    const [socket, library] = [wire, ioredis].map((place) => measured.ratio(place(depth), place(1)));
    return socket && library ? [sentence('gains', { depth, socket, ioredis: library })] : [];
  });
  const [singleMicros, deepMicros] = [1, 3].map(
    (depth) => measured.lane(wire(depth))?.server.cpuMicrosPerCommand,
  );
  const ratio = measured.ratio(farBatch, farSingle);
  return [
    ...gains,
    ...(singleMicros != null && deepMicros != null
      ? [sentence('server-cpu', { singleMicros, deepMicros })]
      : []),
    ...(ratio ? [sentence('far-gain', { rttMs: farRttMs, commands: farDepth, ratio })] : []),
  ];
}
