import { countOf, inSlices, timesOf } from './durations.ts';
import { doesNotHold, holds, unseen } from './judging.ts';
import type { Measured, LaneSource, Ratio } from './measured.ts';
import { listOf, phrasesOf, type None, type Phrase, type RecipeCodes } from './phrase.ts';
import { shallowPipelines as published } from './published.ts';
import type { ClaimOutcome } from '../contract/recipe.ts';
import type { Recipe, SweepStep } from './recipe.ts';
import type { RecipeForm } from '../contract/enums.ts';
import { ratesTable, ratioColumns } from './tables.ts';

export interface ShallowPipelinesCodes extends RecipeCodes {
  id: 'shallow-pipelines';
  choices: never;
  claims: 'four-a-second' | 'one-wait';
  labels: {
    'all-depths': None;
    'far-connection': { rttMs: number };
    'set-of-3-bytes': None;
    'one-far-connection': { rttMs: number };
    'so-many-a-pipeline': { commands: number };
    'trip-p50': None;
  };
  sentences: {
    'far-not-measured': { rttMs: number };
    'one-by-one': { rate: number; pingMs: number | null };
    'range-not-told-apart': None;
    'batch-and-single': { commands: number; batchMs: number; singleMs: number };
    gains: { depth: number; socket: Ratio; ioredis: Ratio };
    /** CPU of a command, at depth 1 and 3. */
    'server-cpu': { singleMicros: number; deepMicros: number };
    'far-gain': { rttMs: number; commands: number; ratio: Ratio };
  };
}
const { label, sentence } = phrasesOf<ShallowPipelinesCodes>();

const direct = 'direct';
const far = 'far';
const wire = (depth: number): LaneSource => [direct, `wire-${depth}`];
const ioredis = (depth: number): LaneSource => [direct, `pipeline-${depth}`];
const farSingle: LaneSource = [far, 'one-by-one'];
const farBatch: LaneSource = [far, 'pipeline'];
const farRttMs = 250;
const farDepth = 10;

export const shallowPipelines: Recipe<ShallowPipelinesCodes> = {
  id: 'shallow-pipelines',
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
  const rate = lane?.throughput?.median;
  if (!lane || rate === undefined) return unseen(sentence('far-not-measured', { rttMs: farRttMs }));
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
