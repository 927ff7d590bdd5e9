import type { RecipeForm } from '../contract/enums.ts';
import type {
  AtomicityFigures,
  ClaimOutcome,
  FigureTable,
  Phrase,
  Ratio,
  RecipeCell,
  Text,
} from '../contract/recipe.ts';
import { formatBytes, formatShare } from '../words/format.ts';
import { inSlices } from '../sweep/durations.ts';
import { environments } from '../sweep/en/sources.ts';
import { allOf, doesNotHold, fastest, holds, unseen } from '../sweep/judging.ts';
import type { Measured, LaneSource } from '../sweep/measured.ts';
import { phrase, type LabelsOf, type SentencesOf } from '../sweep/phrase.ts';
import { isUnclear, type RecipeWords } from '../sweep/recipe-words.ts';
import type { Recipe, SweepStep } from '../sweep/recipe.ts';
import { ratesTable, ratioColumns, type FurtherColumn } from '../sweep/tables.ts';

export const words = {
  title: 'Ways to send a batch',
  question:
    'What do a pipeline, MULTI, MSET/MGET, a Lua script and auto-pipelining cost at one batch size? Which of them is atomic?',
  method:
    'Batches of 1000 over one connection of ioredis. SET and GET of 100 bytes show speed and bytes. Two experiments follow. In the first, batches write the same 1000 keys, in turns with one value and with another. Another client reads ten of these keys, from the first to the last, with one MGET after the other. A reader who sees both values has seen a batch half done. The values have 1000 bytes: a small batch that has arrived as a whole is read in one go and is rarely caught. The second experiment sends one batch of APPEND (SET where a way cannot send APPEND). The key in the middle of this batch is a list.',
  source: `a published benchmark (author and title unknown); sentences without figures; ${environments.document2}`,
  ask: 'Which way writes the most SETs a second, at batches of 1000?',
  choices: {
    'one-by-one': 'one by one',
    'auto-pipeline': 'auto-pipelining',
    pipeline: 'pipeline',
    multi: 'MULTI/EXEC',
    'multi-key': 'MSET / MGET',
    lua: 'Lua script',
  },
  takeaway: (way) => `Sending 1000 SETs at a time, the fastest way here was: ${way}.`,
  claims: {
    'pipeline-not-atomic': {
      text: 'A pipeline is not atomic.',
      rule: 'Holds when another client saw at least one batch half done. Having seen none would prove nothing.',
    },
    'failure-stops-nothing': {
      text: 'One failing command of a pipeline does not stop the others.',
      rule: 'Holds when the server refused exactly the one failing command of the batch. All others must have changed their keys on the server.',
    },
    'mset-and-multi-atomic': {
      text: 'MSET and MULTI are atomic.',
      rule: 'Holds when at least 100 looks at each saw none of their batches half done, and looks at a pipeline did see some. One half-done batch is enough against it. The claim is about what others see: nothing is rolled back.',
    },
  },
  labels: {
    'speed-and-bytes': ({ command }: { command: string }) => `${command}, speed and bytes`,
    'half-done-and-failing': 'half-done batches, and one failing command',
    'of-100-bytes': ({ command, batch }: { command: string; batch: number }) =>
      `${command} of 100 bytes, batches of ${batch} over one connection`,
    'against-pipeline': 'against pipeline',
    'bytes-out': 'bytes out',
    'bytes-in': 'bytes in',
    'as-others-see-them': ({ batch }: { batch: number }) =>
      `Batches of ${batch}, as another client sees them; and a batch with one failing command`,
    batches: 'batches',
    looks: 'looks',
    'half-done': 'half done',
    failed: 'failed',
    'others-done': 'others done',
    'none-failed': ({ command }: { command: string }) => `no ${command}`,
    'failed-with': ({ refused, failure }: { refused: number; failure: string | null }) =>
      `${refused} (${failure ?? 'unknown'})`,
    'done-of': ({ done, of }: { done: number; of: number }) => `${done} of ${of}`,
  },
  sentences: {
    'not-tried': ({ way }: { way: Text }, { label }) => `${label(way)}: not tried (0 looks).`,
    'seen-half-done': ({ way, looks, halfDone }: { way: Text; looks: number; halfDone: number }, { label }) =>
      `${label(way)}: ${halfDone} of ${looks} looks showed a batch half done (${formatShare(halfDone / looks)}).`,
    // Rule of three: what was not seen in n looks shows, with 95 %, in less than 3/n of them.
    'never-half-done': ({ way, looks }: { way: Text; looks: number }, { label }) =>
      `${label(way)}: none of ${looks} looks showed a batch half done${looks > 3 ? ` (with 95 % certainty at most 1 in ${Math.floor(looks / 3)} does)` : ''}.`,
    'pipeline-not-caught': 'But the looks did not catch a pipeline half done either.',
    'one-failing': (
      {
        way,
        command,
        batch,
        refused,
        failure,
        others,
        othersDone,
        listKept,
      }: {
        way: Text;
        command: string;
        batch: number;
        refused: number;
        failure: string | null;
        others: number;
        othersDone: number;
        listKept: boolean;
      },
      { label },
    ) =>
      [
        `${label(way)}: of ${batch} ${command} `,
        refused === 0
          ? 'none failed'
          : `${refused} failed (${failure ?? 'unknown'}), ${othersDone} of ${others} others are done`,
        listKept ? ', the list is still there.' : ', the list was overwritten.',
      ].join(''),
    'fastest-way': (
      {
        command,
        way,
        rate,
        againstPipeline,
      }: { command: string; way: Text; rate: number; againstPipeline: Ratio | null },
      say,
    ) =>
      againstPipeline && isUnclear(againstPipeline)
        ? `${command}: ${say.label(way)} did the most, ${say.perSecond(rate)}, but cannot be told from a pipeline: ${say.ratio(againstPipeline)} as fast.`
        : `${command}: ${say.label(way)} is the fastest, ${say.perSecond(rate)}${againstPipeline ? `, ${say.ratio(againstPipeline)} as fast as a pipeline` : ''}.`,
    'on-the-wire': (
      {
        command,
        ways,
      }: { command: string; ways: readonly { way: Text; bytesOut: number; bytesIn: number }[] },
      { label, list },
    ) =>
      `On the wire a ${command} takes, out and back: ${list(
        ways.map(
          ({ way, bytesOut, bytesIn }) =>
            `${label(way)} ${formatBytes(Math.round(bytesOut))} and ${formatBytes(Math.round(bytesIn))}`,
        ),
      )}.`,
  },
} satisfies RecipeWords;
const label: LabelsOf<typeof words> = phrase;
const sentence: SentencesOf<typeof words> = phrase;

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

export const recipe: Recipe<typeof words> = {
  id: 'alternatives',
  order: 90,
  topic: 'cost',
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
