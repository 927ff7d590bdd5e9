import { inSlices } from './durations.ts';
import { allOf, doesNotHold, fastest, holds, unseen } from './judging.ts';
import type { Measured, LaneSource, Ratio } from './measured.ts';
import { phrasesOf, type None, type Phrase, type RecipeCodes, type Text } from './phrase.ts';
import type { AtomicityFigures, RecipeCell, ClaimOutcome, FigureTable } from '../contract/recipe.ts';
import type { Recipe, SweepStep } from './recipe.ts';
import type { RecipeForm } from '../contract/enums.ts';
import { ratesTable, ratioColumns, type FurtherColumn } from './tables.ts';

export interface AlternativesCodes extends RecipeCodes {
  id: 'alternatives';
  choices: 'one-by-one' | 'auto-pipeline' | 'pipeline' | 'multi' | 'multi-key' | 'lua';
  claims: 'pipeline-not-atomic' | 'failure-stops-nothing' | 'mset-and-multi-atomic';
  labels: {
    'speed-and-bytes': { command: string };
    'half-done-and-failing': None;
    'of-100-bytes': { command: string; batch: number };
    'against-pipeline': None;
    'bytes-out': None;
    'bytes-in': None;
    'as-others-see-them': { batch: number };
    batches: None;
    looks: None;
    'half-done': None;
    failed: None;
    'others-done': None;
    'none-failed': { command: string };
    'failed-with': { refused: number; failure: string | null };
    'done-of': { done: number; of: number };
  };
  sentences: {
    'not-tried': { way: Text };
    'seen-half-done': { way: Text; looks: number; halfDone: number };
    'never-half-done': { way: Text; looks: number };
    'pipeline-not-caught': None;
    'one-failing': {
      way: Text;
      command: string;
      batch: number;
      refused: number;
      failure: string | null;
      others: number;
      othersDone: number;
      listKept: boolean;
    };
    'fastest-way': { command: string; way: Text; rate: number; againstPipeline: Ratio | null };
    'on-the-wire': { command: string; ways: readonly { way: Text; bytesOut: number; bytesIn: number }[] };
  };
}
const { label, sentence } = phrasesOf<AlternativesCodes>();

const batchSize = 1000;
const ways = [
  { id: 'one-by-one', name: label('one-by-one') },
  { id: 'auto-pipeline', name: label('auto-pipelining') },
  { id: 'pipeline', name: label('pipeline') },
  { id: 'multi', name: 'MULTI/EXEC' },
  { id: 'multi-key', name: 'MSET / MGET' },
  { id: 'lua', name: label('lua-script') },
] as const;
type Way = (typeof ways)[number];
const batching = ways.filter(({ id }) => id !== 'one-by-one');

const commands = ['set', 'get'] as const;
const place = (command: (typeof commands)[number], { id }: Way): LaneSource => [command, id];
const tried: (id: string) => LaneSource = (id) => ['atomicity', id];
/** Bytes of a value in the experiment. */
const lookedAtSize = 1000;
/** Looks that have to find nothing before a batch counts as never seen half done. */
const enoughLooks = 100;

export const alternatives: Recipe<AlternativesCodes> = {
  id: 'alternatives',
  prediction: {
    type: 'choice',
    choices: ways.map(({ id }) => id),
    answer: (measured) =>
      fastest(
        measured,
        ways.map((way) => ({ ...way, place: place('set', way) })),
      )?.id ?? null,
  },
  steps,
  claims: {
    'pipeline-not-atomic': (measured) => {
      const found = measured.atomicity(tried('pipeline'));
      if (!found) return notTried(label('pipeline'));
      return (found.halfDone > 0 ? holds : unseen)(looksOf(found));
    },
    'failure-stops-nothing': (measured) => {
      const found = measured.atomicity(tried('pipeline'));
      if (!found) return notTried(label('pipeline'));
      const { refused, others, othersDone } = found.failing;
      return (refused === 1 && othersDone === others ? holds : doesNotHold)(failureOf(found));
    },
    'mset-and-multi-atomic': (measured) => {
      const isVisible = (measured.atomicity(tried('pipeline'))?.halfDone ?? 0) > 0;
      return allOf(['multi-key', 'multi'].map((id) => neverHalf(measured.atomicity(tried(id)), isVisible)));
    },
  },
  tables: (measured) => [
    ...commands.map((command) => speedTable(measured, command)),
    atomicityTable(measured),
  ],
  read,
};

const notTried = (way: Text): ClaimOutcome => unseen(sentence('not-tried', { way }));

function steps(form: RecipeForm): SweepStep[] {
  const isQuick = form === 'quick';
  const { workload, schedule } = inSlices(
    isQuick
      ? { slices: 6, sliceMs: 300, warmupMs: 600 }
      : { slices: 12, sliceMs: 1000, warmupMs: 2000, settleMs: 50 },
  );
  const lookingMs = isQuick ? 1200 : 5000;
  const shared = { ...workload, clients: 1, dataSize: 100 };
  return [
    ...commands.map((command): SweepStep => ({
      type: 'run',
      id: command,
      label: label('speed-and-bytes', { command: command.toUpperCase() }),
      plan: {
        workload: { ...shared, commands: [command] },
        schedule,
        lanes: ways.map(({ id }) => ({
          id,
          strategy: id,
          workload: { pipeline: id === 'one-by-one' ? 1 : batchSize },
        })),
      },
    })),
    {
      type: 'atomicity',
      id: tried('')[0],
      label: label('half-done-and-failing'),
      plan: {
        workload: {
          durationMs: lookingMs,
          warmupMs: 0,
          pipeline: batchSize,
          dataSize: lookedAtSize,
          clients: 1,
        },
        schedule: { sliceMs: lookingMs },
        lanes: batching.map(({ id }) => ({ id, strategy: id })),
      },
    },
  ];
}

const nameOf = ({ lane }: AtomicityFigures): Text => ways.find(({ id }) => id === lane)?.name ?? lane;

function looksOf(found: AtomicityFigures): Phrase {
  const { looks, halfDone } = found;
  return halfDone > 0
    ? sentence('seen-half-done', { way: nameOf(found), looks, halfDone })
    : sentence('never-half-done', { way: nameOf(found), looks });
}

function neverHalf(found: AtomicityFigures | null, isVisible: boolean): ClaimOutcome {
  if (!found) return notTried('MSET / MULTI');
  const evidence = looksOf(found);
  if (found.halfDone > 0) return doesNotHold(evidence);
  if (found.looks < enoughLooks) return unseen(evidence);
  return isVisible ? holds(evidence) : unseen(evidence, sentence('pipeline-not-caught'));
}

function failureOf(found: AtomicityFigures): Phrase {
  const { command, ...failing } = found.failing;
  return sentence('one-failing', {
    ...failing,
    way: nameOf(found),
    command: command.toUpperCase(),
    batch: failing.others + 1,
  });
}

const bytesColumn = (heading: Text, key: 'bytesOut' | 'bytesIn'): FurtherColumn => ({
  column: { label: heading, unit: 'count', origin: 'measured', detail: true },
  cell: ({ place: at }, measured) => bytesOf(measured, at, key),
});

function bytesOf(measured: Measured, at: LaneSource, key: 'bytesOut' | 'bytesIn'): number | null {
  const lane = measured.lane(at);
  const bytes = lane?.[key] ?? null;
  return lane && bytes !== null && lane.commands > 0 ? bytes / lane.commands : null;
}

function speedTable(measured: Measured, command: (typeof commands)[number]): FigureTable {
  const pipeline: LaneSource = [command, 'pipeline'];
  return ratesTable(
    measured,
    ways.map((way) => ({ label: way.name, place: place(command, way) })),
    {
      title: label('of-100-bytes', { command: command.toUpperCase(), batch: batchSize }),
      further: [
        ...ratioColumns(label('against-pipeline'), ({ place: at }) =>
          at[1] === 'pipeline' ? null : pipeline,
        ),
        bytesColumn(label('bytes-out'), 'bytesOut'),
        bytesColumn(label('bytes-in'), 'bytesIn'),
      ],
    },
  );
}

function atomicityTable(measured: Measured): FigureTable {
  return {
    title: label('as-others-see-them', { batch: batchSize }),
    columns: [
      { label: '', unit: 'text', origin: 'setting' },
      { label: label('batches'), unit: 'count', origin: 'measured' },
      { label: label('looks'), unit: 'count', origin: 'measured' },
      { label: label('half-done'), unit: 'count', origin: 'measured' },
      { label: label('failed'), unit: 'text', origin: 'measured' },
      { label: label('others-done'), unit: 'text', origin: 'measured' },
    ],
    rows: batching.map(({ id, name }): RecipeCell[] => {
      const found = measured.atomicity(tried(id));
      if (!found) return [name, null, null, null, null, null];
      const { command, refused, failure, others, othersDone } = found.failing;
      const failed =
        refused === 0
          ? label('none-failed', { command: command.toUpperCase() })
          : label('failed-with', { refused, failure });
      const done = label('done-of', { done: othersDone, of: others });
      return [name, found.batches, found.looks, found.halfDone, failed, done];
    }),
  };
}

function read(measured: Measured): Phrase[] {
  return [
    ...commands.flatMap((command) => readSpeed(measured, command)),
    ...batching.flatMap(({ id }) => {
      const found = measured.atomicity(tried(id));
      return found ? [looksOf(found), failureOf(found)] : [];
    }),
  ];
}

function readSpeed(measured: Measured, name: (typeof commands)[number]): Phrase[] {
  const best = fastest(
    measured,
    ways.map((way) => ({ ...way, place: place(name, way) })),
  );
  const rate = best && measured.rate(best.place);
  if (!best || rate === null) return [];
  const command = name.toUpperCase();
  const againstPipeline = best.id === 'pipeline' ? null : measured.ratio(best.place, [name, 'pipeline']);
  const sizes = ways.flatMap((way) => {
    const [bytesOut, bytesIn] = (['bytesOut', 'bytesIn'] as const).map((key) =>
      bytesOf(measured, place(name, way), key),
    );
    return bytesOut == null || bytesIn == null ? [] : [{ way: way.name, bytesOut, bytesIn }];
  });
  return [
    sentence('fastest-way', { command, way: best.name, rate, againstPipeline }),
    ...(sizes.length > 0 ? [sentence('on-the-wire', { command, ways: sizes })] : []),
  ];
}
