import { inSlices } from './durations.ts';
import { below, inWords } from './judging.ts';
import type { Measured, Place } from './measured.ts';
import { commandsAtDepth as documentOfClaim } from './published.ts';
import type { Recipe, RunStep } from './recipe.ts';
import type { RecipeForm } from '../contract/enums.ts';
import { ratesTable, ratioColumns } from './tables.ts';

const settings = [
  { id: 'off', persistence: 'off', label: 'no append-only file' },
  { id: 'everysec', persistence: 'aof-everysec', label: 'synced every second' },
  { id: 'always', persistence: 'aof-always', label: 'synced always' },
] as const;
const lanes = [
  { id: 'one-by-one-1', strategy: 'one-by-one', label: 'one by one, 1 connection', clients: 1, pipeline: 1 },
  {
    id: 'one-by-one-10',
    strategy: 'one-by-one',
    label: 'one by one, 10 connections',
    clients: 10,
    pipeline: 1,
  },
  { id: 'pipeline-10', strategy: 'pipeline', label: 'pipelines of 10', clients: 1, pipeline: 10 },
  { id: 'pipeline-100', strategy: 'pipeline', label: 'pipelines of 100', clients: 1, pipeline: 100 },
] as const;
const single = lanes[0].id;
const deepest = lanes[3].id;

export const durability: Recipe = {
  id: 'durability',
  title: 'Batches and the disk',
  question: 'What does an append-only file do to throughput, one by one and in batches?',
  method:
    'SET of 100 bytes with ioredis on three private servers: without an append-only file, with one that is synced every second, and with one that is synced before each reply. A server syncs once for all that it has read in one turn, so a batch shares the wait. The file is in the folder for temporary files: how long a sync takes there is the disk’s doing.',
  needsPrivateServer: true,
  prediction: {
    type: 'number',
    ask: 'Synced always: how many times faster are pipelines of 100 than one by one over one connection?',
    unit: '×',
    answer: (measured) => measured.ratio(['always', deepest], ['always', single])?.ratio ?? null,
  },
  source: {
    document: documentOfClaim.source.document,
    tool: 'said without figures',
    environment: '',
  },
  steps,
  claims: [
    {
      text: 'Settings of the server such as appendfsync cost throughput.',
      rule: 'Holds when synced always, one by one over one connection, reaches less than 0.8 times the throughput without a file, by the ends of both intervals that are nearest.',
      judge: (measured) =>
        below(
          measured.ratio(['always', single], ['off', single]),
          0.8,
          'Synced always against no file, one by one',
        ),
    },
  ],
  tables: (measured) => [
    ratesTable(measured, rows, {
      title: 'SET of 100 bytes',
      further: [
        ...ratioColumns<Row>('against no file', ({ place }) =>
          place[0] === 'off' ? null : ['off', place[1]],
        ),
        ...ratioColumns<Row>('against one by one', ({ place }) =>
          place[1] === single ? null : [place[0], single],
        ),
      ],
    }),
  ],
  read,
};

interface Row {
  label: string;
  place: Place;
}

const rows: Row[] = settings.flatMap((setting) =>
  lanes.map((lane): Row => ({ label: `${setting.label}: ${lane.label}`, place: [setting.id, lane.id] })),
);

function steps(form: RecipeForm): RunStep[] {
  const { workload, schedule } = inSlices({
    slices: 8,
    sliceMs: form === 'quick' ? 300 : 1000,
    warmupMs: form === 'quick' ? 900 : 2000,
  });
  return settings.map(({ id, persistence, label }) => ({
    type: 'run',
    id,
    label,
    plan: {
      server: { persistence },
      workload: { ...workload, dataSize: 100, keyspace: 10_000 },
      schedule,
      lanes: lanes.map((lane) => ({
        id: lane.id,
        strategy: lane.strategy,
        workload: { clients: lane.clients, pipeline: lane.pipeline },
      })),
    },
  }));
}

function read(measured: Measured): string[] {
  const costs = settings.slice(1).flatMap(({ id, label }) => {
    const [plain, deep] = [single, deepest].map((lane) => measured.ratio([id, lane], ['off', lane]));
    return plain && deep
      ? [
          `${label}: one by one reaches ${inWords(plain)} of what it does without a file, pipelines of 100 ${inWords(deep)}`,
        ]
      : [];
  });
  const gains = settings.flatMap(({ id, label }) => {
    const gain = measured.ratio([id, deepest], [id, single]);
    return gain ? [`${label} ${inWords(gain)}`] : [];
  });
  return [
    ...costs.map((cost) => `${cost.charAt(0).toUpperCase()}${cost.slice(1)}.`),
    ...(gains.length > 0 ? [`Pipelines of 100 against one by one: ${gains.join(', ')}.`] : []),
  ];
}
