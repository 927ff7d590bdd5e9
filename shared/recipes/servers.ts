import type { RecipeForm, ServerProgram } from '../contract/enums.ts';
import type { ServerInput } from '../contract/plan.ts';
import type { Ratio } from '../contract/recipe.ts';
import { capital } from '../words/en/counted.ts';
import { serverName } from '../words/server-names.ts';
import { inSlices } from '../sweep/durations.ts';
import { allOf, atLeast, below, between, unseen } from '../sweep/judging.ts';
import type { LaneSource, Measured } from '../sweep/measured.ts';
import { listOf, versus, phrase, type LabelsOf, type SentencesOf } from '../sweep/phrase.ts';
import type { RecipeWords } from '../sweep/recipe-words.ts';
import type { Recipe, RunStep } from '../sweep/recipe.ts';
import { latencyColumns, ratesTable, ratioColumns, serverCpuColumn, type RateRow } from '../sweep/tables.ts';

const before: Readonly<Record<Change, string>> = {
  program: 'redis-server',
  'io-threads': '1 I/O thread',
  persistence: 'no file',
};
const after: Readonly<Record<Change, string>> = {
  program: 'valkey-server',
  'io-threads': '4 I/O threads',
  persistence: 'every write synced',
};
const changes: Readonly<Record<Change, string>> = {
  program: 'Redis beside Valkey',
  'io-threads': '1 beside 4 I/O threads',
  persistence: 'No file beside one that is synced before each reply',
};
const ways: Readonly<Record<Way, string>> = {
  'one-by-one': 'one by one with ioredis',
  pipeline: 'pipelines of 64 with ioredis',
  'raw-single': 'one by one on a raw socket',
  'raw-pipeline': 'pipelines of 64 on a raw socket',
};

export const words = {
  title: 'Which server?',
  question: 'Which changes throughput more: another server program, or another setting of it?',
  method:
    'SET of 100 bytes over 20 connections. Two servers take turns in each step: Redis beside Valkey, 1 beside 4 I/O threads, no file beside one that is synced before each reply. So each ratio comes from pairs of the same rounds. The raw socket shows the server itself; ioredis shows how much of it a program gets. A step whose server program is not installed is skipped. For the I/O threads the client has two threads.',
  source:
    'redis.conf of Redis 7 about I/O threads; a test of Valkey 8 by devhands.io: with one I/O thread, Redis and Valkey each did about 160,000 commands/s',
  ask: 'Which change alters throughput the most on this machine?',
  choices: {
    program: 'Valkey for Redis',
    'io-threads': '4 I/O threads',
    persistence: 'syncing each write',
  },
  takeaway: (name) => `What changed throughput the most on this machine: ${name}.`,
  claims: {
    'same-with-one-thread': {
      text: 'With one I/O thread, Valkey has the throughput of Redis.',
      rule: 'Holds when Valkey has 0.9 to 1.1 times the throughput of Redis, raw socket one by one, with the whole interval.',
    },
    'threads-double': {
      text: 'I/O threads easily double throughput without pipelining.',
      rule: 'Holds when 4 I/O threads have at least 1.5 times the throughput of one, raw socket one by one, with the whole interval. The machine needs 6 cores: 4 for the I/O threads, 2 for the client.',
    },
    'settings-matter-more': {
      text: 'What a server has to do for each command matters more than which program it is.',
      rule: 'Holds when, one by one with ioredis, syncing each write leaves less than 0.8 times the throughput, and Valkey has 0.8 to 1.25 times that of Redis. Both with the whole interval.',
    },
  },
  labels: {
    change: ({ change }: { change: Change }) => changes[change],
    /** What a change begins from, and what it leads to. */
    before: ({ change }: { change: Change }) => before[change],
    after: ({ change }: { change: Change }) => after[change],
    way: ({ way }: { way: Way }) => ways[way],
    'against-before': 'against the first',
  },
  sentences: {
    gains: (
      {
        change,
        programs,
        gains,
      }: {
        change: Change;
        /** Of two programs: which they are. */
        programs: { before: MeasuredProgram; after: MeasuredProgram } | null;
        gains: readonly { way: Way; ratio: Ratio }[];
      },
      { ratio, list },
    ) => {
      const [one, other] = programs
        ? [serverName(programs.before), serverName(programs.after)]
        : [before[change], capital(after[change])];
      return `${other} against ${one}: ${list(gains.map((gain) => `${ways[gain.way]} ${ratio(gain.ratio)}`))}.`;
    },
    'not-installed': ({ programs }: { programs: readonly ServerProgram[] }, { list }) =>
      `${list(programs)} is not installed here, so Redis and Valkey were not compared.`,
    'too-few-cores': ({ cores, needed }: { cores: number; needed: number }) =>
      `This machine has ${cores} ${cores === 1 ? 'core' : 'cores'}; I/O threads and client need ${needed}.`,
  },
} satisfies RecipeWords;
const label: LabelsOf<typeof words> = phrase;
const sentence: SentencesOf<typeof words> = phrase;

export type Change = 'program' | 'io-threads' | 'persistence';
export type Way = 'one-by-one' | 'pipeline' | 'raw-single' | 'raw-pipeline';

interface MeasuredProgram {
  name: string;
  version: string | null;
}

const batchSize = 64;
const connections = 20;
const ioThreads = 4;
/** Of a lane that is to keep several I/O threads busy. */
const clientThreads = 2;
/** I/O threads and the client share the machine. */
const neededCores = ioThreads + clientThreads;

interface Compared {
  change: Change;
  before: ServerInput;
  after: ServerInput;
  ways: readonly Way[];
  needs?: readonly ServerProgram[];
  threads?: number;
}

const compared: readonly Compared[] = [
  {
    change: 'program',
    before: { program: 'redis-server' },
    after: { program: 'valkey-server' },
    ways: ['one-by-one', 'pipeline', 'raw-single', 'raw-pipeline'],
    needs: ['redis-server', 'valkey-server'],
  },
  {
    change: 'io-threads',
    before: {},
    after: { ioThreads },
    ways: ['raw-single', 'raw-pipeline'],
    threads: clientThreads,
  },
  {
    change: 'persistence',
    before: {},
    after: { persistence: 'aof-always' },
    ways: ['one-by-one', 'pipeline'],
  },
];

const strategies = {
  'one-by-one': 'one-by-one',
  pipeline: 'pipeline',
  'raw-single': 'wire',
  'raw-pipeline': 'wire',
} as const satisfies Record<Way, string>;
const isSingle = (way: Way) => way === 'one-by-one' || way === 'raw-single';

const sides = ['before', 'after'] as const;
type Side = (typeof sides)[number];
const laneOf = (way: Way, side: Side) => `${way}-${side}`;
const place = (change: Change, way: Way, side: Side): LaneSource => [change, laneOf(way, side)];
/** How many times as fast the server is after the change. */
const gain = (measured: Measured, change: Change, way: Way) =>
  measured.ratio(place(change, way, 'after'), place(change, way, 'before'));
const about = (change: Change, way: Way) =>
  listOf(label('way', { way }), versus(label('after', { change }), label('before', { change })));

interface ServerRow extends RateRow {
  way: Way;
  side: Side;
}

export const recipe: Recipe<typeof words> = {
  id: 'servers',
  order: 180,
  topic: 'cost',
  needsPrivateServer: true,
  prediction: {
    type: 'choice',
    choices: ['program', 'io-threads', 'persistence'],
    answer: largestChange,
  },
  steps: (form) => compared.map((one) => step(one, form)),
  claims: {
    'same-with-one-thread': (measured) => {
      const missing = measured.missing('program');
      return missing.length > 0
        ? unseen(sentence('not-installed', { programs: missing }))
        : between(gain(measured, 'program', 'raw-single'), 0.9, 1.1, about('program', 'raw-single'));
    },
    'threads-double': (measured) => {
      const judged = atLeast(
        gain(measured, 'io-threads', 'raw-single'),
        1.5,
        about('io-threads', 'raw-single'),
      );
      const cores = measured.result('io-threads')?.environment.cores;
      return cores !== undefined && cores < neededCores
        ? unseen(sentence('too-few-cores', { cores, needed: neededCores }), ...judged.evidence)
        : judged;
    },
    'settings-matter-more': (measured) => {
      const missing = measured.missing('program');
      const synced = below(
        gain(measured, 'persistence', 'one-by-one'),
        0.8,
        about('persistence', 'one-by-one'),
      );
      return missing.length > 0
        ? unseen(sentence('not-installed', { programs: missing }), ...synced.evidence)
        : allOf([
            synced,
            between(gain(measured, 'program', 'one-by-one'), 0.8, 1.25, about('program', 'one-by-one')),
          ]);
    },
  },
  tables: (measured) =>
    compared
      .filter(({ change }) => measured.missing(change).length === 0)
      .map((one) => tableOf(one, measured)),
  read: (measured) =>
    compared.flatMap(({ change, ways }) => {
      const missing = measured.missing(change);
      if (missing.length > 0) return [sentence('not-installed', { programs: missing })];
      const gains = ways.flatMap((way) => {
        const ratio = gain(measured, change, way);
        return ratio ? [{ way, ratio }] : [];
      });
      if (gains.length === 0) return [];
      return [
        sentence('gains', { change, programs: change === 'program' ? programsIn(measured) : null, gains }),
      ];
    }),
};

function step({ change, before, after, ways, needs, threads }: Compared, form: RecipeForm): RunStep {
  const times = inSlices(
    form === 'quick'
      ? { slices: 10, sliceMs: 200, warmupMs: 600 }
      : { slices: 16, sliceMs: 1000, warmupMs: 2000, settleMs: 50 },
  );
  return {
    type: 'run',
    id: change,
    label: label('change', { change }),
    ...(needs ? { needs } : {}),
    plan: {
      server: before,
      workload: { ...times.workload, dataSize: 100, clients: connections, ...(threads ? { threads } : {}) },
      schedule: times.schedule,
      lanes: ways.flatMap((way) =>
        sides.map((side) => ({
          id: laneOf(way, side),
          strategy: strategies[way],
          ...serverOf(side === 'before' ? before : after),
          workload: { pipeline: isSingle(way) ? 1 : batchSize },
        })),
      ),
    },
  };
}

/** A lane's name has it, unless it is the usual one. */
const serverOf = (server: ServerInput) => (Object.keys(server).length > 0 ? { server } : {});

const tableOf = ({ change, ways }: Compared, measured: Measured) =>
  ratesTable<ServerRow>(
    measured,
    ways.flatMap((way) =>
      sides.map((side) => ({
        label: listOf(label('way', { way }), label(side, { change })),
        place: place(change, way, side),
        way,
        side,
      })),
    ),
    {
      title: label('change', { change }),
      further: [
        ...ratioColumns<ServerRow>(label('against-before'), ({ way, side }) =>
          side === 'before' ? null : place(change, way, 'before'),
        ),
        serverCpuColumn,
        ...latencyColumns(['p50', 'p99']),
      ],
    },
  );

/** Whichever way it shows best in. */
function largestChange(measured: Measured): Change | null {
  const all = compared.flatMap(({ change, ways }) =>
    ways.flatMap((way) => sides.map((side) => place(change, way, side))),
  );
  if (!measured.hasAll(all)) return null;
  const found = compared.flatMap(({ change, ways }) =>
    ways.flatMap((way) => {
      const ratio = gain(measured, change, way);
      return ratio ? [{ change, size: Math.abs(Math.log(ratio.ratio)) }] : [];
    }),
  );
  const [largest] = found.toSorted((one, other) => other.size - one.size);
  return largest?.change ?? null;
}

function programsIn(measured: Measured): { before: MeasuredProgram; after: MeasuredProgram } | null {
  const [before, after] = sides.map((side) => measured.lane(place('program', 'raw-single', side))?.target);
  if (!before || !after) return null;
  const of = ({ name, version }: MeasuredProgram) => ({ name, version });
  return { before: of(before), after: of(after) };
}
