import { inSlices } from './durations.ts';
import { below } from './judging.ts';
import type { Measured, Ratio } from './measured.ts';
import { listOf, phrasesOf, type None, type Phrase, type RecipeCodes, type Text } from './phrase.ts';
import type { Recipe, RunStep } from './recipe.ts';
import type { RecipeForm } from '../contract/enums.ts';
import { ratesTable, ratioColumns } from './tables.ts';

export interface DurabilityCodes extends RecipeCodes {
  id: 'durability';
  choices: never;
  claims: 'settings-cost-throughput';
  labels: {
    setting: { setting: SyncSetting };
    'lane-with-setting': { setting: SyncSetting; lane: Text };
    'set-of-100-bytes': None;
    'against-no-file': None;
    'against-one-by-one': None;
    'always-to-no-file': None;
  };
  sentences: {
    'cost-of': { setting: SyncSetting; single: Ratio; batch: number; batched: Ratio };
    gains: { batch: number; gains: readonly { setting: SyncSetting; ratio: Ratio }[] };
  };
}
const { label, sentence } = phrasesOf<DurabilityCodes>();

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

export const durability: Recipe<DurabilityCodes> = {
  id: 'durability',
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
