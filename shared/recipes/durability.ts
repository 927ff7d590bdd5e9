import type { RecipeForm } from '../contract/enums.ts';
import type { Phrase, Ratio, Text } from '../contract/recipe.ts';
import { capital } from '../words/en/counted.ts';
import { inSlices } from '../sweep/durations.ts';
import { below } from '../sweep/judging.ts';
import type { Measured } from '../sweep/measured.ts';
import { listOf, phrase, type LabelsOf, type SentencesOf } from '../sweep/phrase.ts';
import type { RecipeWords } from '../sweep/recipe-words.ts';
import type { Recipe, RunStep } from '../sweep/recipe.ts';
import { ratesTable, ratioColumns } from '../sweep/tables.ts';

const settingNames: Readonly<Record<SyncSetting, string>> = {
  off: 'no append-only file',
  everysec: 'synced every second',
  always: 'synced always',
};

export const words = {
  title: 'Batches and the disk',
  question: 'What does an append-only file do to throughput, one by one and in batches?',
  method:
    'SET of 100 bytes with ioredis on three private servers: without an append-only file, with one that is synced every second, and with one that is synced before each reply. A server syncs once for all that it has read in one turn, so a batch shares the wait. The file is in the folder for temporary files: how long a sync takes there depends on the disk.',
  source: 'a published benchmark (author and title unknown); said without figures',
  ask: 'Synced always: how many times faster are pipelines of 100 than one by one over one connection?',
  choices: {},
  takeaway: (times) =>
    `With every write synced to disk, pipelines of 100 did ${times} times as many writes a second as one at a time.`,
  claims: {
    'settings-cost-throughput': {
      text: 'Settings of the server such as appendfsync cost throughput.',
      rule: 'Holds when one by one over one connection, synced always, reaches less than 0.8 times the throughput without a file. The nearest ends of both intervals decide.',
    },
  },
  labels: {
    setting: ({ setting }: { setting: SyncSetting }) => settingNames[setting],
    'lane-with-setting': ({ setting, lane }: { setting: SyncSetting; lane: Text }, { label }) =>
      `${settingNames[setting]}: ${label(lane)}`,
    'set-of-100-bytes': 'SET of 100 bytes',
    'against-no-file': 'against no file',
    'against-one-by-one': 'against one by one',
    'always-to-no-file': 'synced always against no file, one by one',
  },
  sentences: {
    'cost-of': (
      {
        setting,
        single,
        batch,
        batched,
      }: { setting: SyncSetting; single: Ratio; batch: number; batched: Ratio },
      { ratio },
    ) =>
      `${capital(settingNames[setting])}: one by one reaches ${ratio(single)} of what it does without a file, pipelines of ${batch} ${ratio(batched)}.`,
    gains: (
      { batch, gains }: { batch: number; gains: readonly { setting: SyncSetting; ratio: Ratio }[] },
      { ratio, list },
    ) =>
      `Pipelines of ${batch} against one by one: ${list(gains.map((gain) => `${settingNames[gain.setting]} ${ratio(gain.ratio)}`))}.`,
  },
} satisfies RecipeWords;
const label: LabelsOf<typeof words> = phrase;
const sentence: SentencesOf<typeof words> = phrase;

const settings = [
  { id: 'off', persistence: 'off' },
  { id: 'everysec', persistence: 'aof-everysec' },
  { id: 'always', persistence: 'aof-always' },
] as const;
export type SyncSetting = (typeof settings)[number]['id'];

const lanes = [
  { id: 'one-by-one-1', strategy: 'one-by-one', clients: 1, pipeline: 1 },
  { id: 'one-by-one-10', strategy: 'one-by-one', clients: 10, pipeline: 1 },
  { id: 'pipeline-10', strategy: 'pipeline', clients: 1, pipeline: 10 },
  { id: 'pipeline-100', strategy: 'pipeline', clients: 1, pipeline: 100 },
] as const;
const single = lanes[0].id;
const deepest = lanes[3].id;
const batch = lanes[3].pipeline;

const nameOf = ({ strategy, clients, pipeline }: (typeof lanes)[number]) =>
  strategy === 'pipeline'
    ? label('pipelines-of', { commands: pipeline })
    : listOf(label('one-by-one'), label('connections', { count: clients }));

export const recipe: Recipe<typeof words> = {
  id: 'durability',
  order: 120,
  topic: 'cost',
  needsPrivateServer: true,
  prediction: {
    type: 'number',
    unit: '×',
    answer: (measured) => measured.ratio(['always', deepest], ['always', single])?.ratio ?? null,
  },
  steps,
  claims: {
    'settings-cost-throughput': (measured) =>
      below(measured.ratio(['always', single], ['off', single]), 0.8, label('always-to-no-file')),
  },
  tables: (measured) => [
    ratesTable(measured, rows, {
      title: label('set-of-100-bytes'),
      further: [
        ...ratioColumns(label('against-no-file'), ({ place }) =>
          place[0] === 'off' ? null : ['off', place[1]],
        ),
        ...ratioColumns(label('against-one-by-one'), ({ place }) =>
          place[1] === single ? null : [place[0], single],
        ),
      ],
    }),
  ],
  read,
};

const rows = settings.flatMap(({ id: setting }) =>
  lanes.map((lane) => ({
    label: label('lane-with-setting', { setting, lane: nameOf(lane) }),
    place: [setting, lane.id] as const,
  })),
);

function steps(form: RecipeForm): RunStep[] {
  const { workload, schedule } = inSlices({
    slices: 8,
    sliceMs: form === 'quick' ? 300 : 1000,
    warmupMs: form === 'quick' ? 900 : 2000,
  });
  return settings.map(({ id, persistence }) => ({
    type: 'run',
    id,
    label: label('setting', { setting: id }),
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

function read(measured: Measured): Phrase[] {
  const costs = settings.slice(1).flatMap(({ id: setting }) => {
    const [plain, batched] = [single, deepest].map((lane) => measured.ratio([setting, lane], ['off', lane]));
    return plain && batched ? [sentence('cost-of', { setting, single: plain, batch, batched })] : [];
  });
  const gains = settings.flatMap(({ id: setting }) => {
    const ratio = measured.ratio([setting, deepest], [setting, single]);
    return ratio ? [{ setting, ratio }] : [];
  });
  return [...costs, ...(gains.length > 0 ? [sentence('gains', { batch, gains })] : [])];
}
