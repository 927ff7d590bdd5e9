import { formatBytes, formatShare } from '../words/format.ts';
import { inSlices } from './durations.ts';
import { allOf, fastest, inWords, rateInWords } from './judging.ts';
import type { Measured, Place } from './measured.ts';
import { waysToBatch as published } from './published.ts';
import type { AtomicityFinding, Cell, Finding, Table } from '../contract/recipe.ts';
import type { Recipe, Step } from './recipe.ts';
import type { RecipeForm } from '../contract/enums.ts';
import { ratesTable, ratioColumns, type FurtherColumn } from './tables.ts';

const batchSize = 1000;
const ways = [
  { id: 'one-by-one', label: 'one by one' },
  { id: 'auto-pipeline', label: 'auto-pipelining' },
  { id: 'pipeline', label: 'pipeline' },
  { id: 'multi', label: 'MULTI/EXEC' },
  { id: 'multi-key', label: 'MSET / MGET' },
  { id: 'lua', label: 'Lua script' },
] as const;
type Way = (typeof ways)[number];
const batching = ways.filter(({ id }) => id !== 'one-by-one');

const commands = ['set', 'get'] as const;
const place = (command: (typeof commands)[number], { id }: Way): Place => [command, id];
const tried: (id: string) => Place = (id) => ['atomicity', id];
/** Bytes of a value in the experiment. */
const lookedAtSize = 1000;
/** Looks that have to find nothing before a batch counts as never seen half done. */
const enoughLooks = 100;

export const alternatives: Recipe = {
  id: 'alternatives',
  title: 'Ways to send a batch',
  question:
    'What do a pipeline, MULTI, MSET/MGET, a Lua script and auto-pipelining cost at one batch size, and which of them is atomic?',
  method: `Batches of ${batchSize} over one connection of ioredis: first SET and GET of 100 bytes for speed and bytes; then two experiments. Batches that write the same ${batchSize} keys, in turns with one value and with another, while another client reads ten of them, from the first to the last, with one MGET after the other: whoever sees both values has seen a batch half done. Their values are of ${lookedAtSize} bytes: a small batch that has arrived as a whole is read in one go, and hardly ever caught. And one batch of APPEND (SET where a way can do no other) in which the key in the middle is a list.`,
  prediction: {
    type: 'choice',
    ask: `Which way writes the most SETs a second, at batches of ${batchSize}?`,
    choices: ways.map(({ label }) => label),
    answer: (measured) =>
      fastest(
        measured,
        ways.map((way) => ({ ...way, place: place('set', way) })),
      )?.label ?? null,
  },
  source: published.source,
  steps,
  claims: [
    {
      text: 'A pipeline is not atomic.',
      rule: 'Holds when another client saw at least one batch half done. Having seen none would prove nothing.',
      judge: (measured) => {
        const found = measured.atomicity(tried('pipeline'));
        if (!found) return unknown('Pipeline');
        return { judgement: found.halfDone > 0 ? 'holds' : 'cannot be seen here', because: looksOf(found) };
      },
    },
    {
      text: 'One failing command of a pipeline does not stop the others.',
      rule: 'Holds when of the batch with one failing command exactly that one was refused and all others have left their trace on the server.',
      judge: (measured) => {
        const found = measured.atomicity(tried('pipeline'));
        if (!found) return unknown('Pipeline');
        const { refused, others, othersDone } = found.failing;
        return {
          judgement: refused === 1 && othersDone === others ? 'holds' : 'does not hold here',
          because: `${failureOf(found)}.`,
        };
      },
    },
    {
      text: 'MSET and MULTI are atomic.',
      rule: `Holds when in at least ${enoughLooks} looks at each none of their batches was seen half done, while those of a pipeline were; one is enough against it. It is about what others see: nothing is rolled back.`,
      judge: (measured) => {
        const isVisible = (measured.atomicity(tried('pipeline'))?.halfDone ?? 0) > 0;
        return allOf(['multi-key', 'multi'].map((id) => neverHalf(measured.atomicity(tried(id)), isVisible)));
      },
    },
  ],
  tables: (measured) => [
    ...commands.map((command) => speedTable(measured, command)),
    atomicityTable(measured),
  ],
  read,
};

const unknown = (what: string): Finding => ({
  judgement: 'cannot be seen here',
  because: `${what}: not tried (0 looks).`,
});

function steps(form: RecipeForm): Step[] {
  const isQuick = form === 'quick';
  const { workload, schedule } = inSlices(
    isQuick
      ? { slices: 6, sliceMs: 300, warmupMs: 600 }
      : { slices: 12, sliceMs: 1000, warmupMs: 2000, settleMs: 50 },
  );
  const lookingMs = isQuick ? 1200 : 5000;
  const shared = { ...workload, clients: 1, dataSize: 100 };
  return [
    ...commands.map((command): Step => ({
      type: 'run',
      id: command,
      label: `${command.toUpperCase()}, speed and bytes`,
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
      label: 'half-done batches, and one failing command',
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

const labelOf = ({ lane }: AtomicityFinding) => ways.find(({ id }) => id === lane)?.label ?? lane;

/** Whoever has seen nothing in n looks may have missed it: with 95 % it shows in less than 3/n of them (rule of three). */
function looksOf(found: AtomicityFinding): string {
  const { looks, halfDone } = found;
  const named = labelOf(found);
  return halfDone > 0
    ? `${named}: ${halfDone} of ${looks} looks showed a batch half done (${formatShare(halfDone / looks)}).`
    : `${named}: none of ${looks} looks showed a batch half done${looks > 3 ? ` (with 95 % certainty at most 1 in ${Math.floor(looks / 3)} does)` : ''}.`;
}

function neverHalf(found: AtomicityFinding | null, isVisible: boolean): Finding {
  if (!found) return unknown('MSET or MULTI');
  const because = looksOf(found);
  if (found.halfDone > 0) return { judgement: 'does not hold here', because };
  if (found.looks < enoughLooks) return { judgement: 'cannot be seen here', because };
  return isVisible
    ? { judgement: 'holds', because }
    : {
        judgement: 'cannot be seen here',
        because: `${because} But the looks did not catch a pipeline half done either.`,
      };
}

function failureOf(found: AtomicityFinding): string {
  const { command, refused, failure, others, othersDone, listKept } = found.failing;
  const what = `${labelOf(found)}: of ${others + 1} ${command.toUpperCase()}`;
  const list = listKept ? 'the list is still there' : 'the list was overwritten';
  return refused === 0
    ? `${what} none failed, ${list}`
    : `${what} ${refused} failed (${failure ?? 'unknown'}), ${othersDone} of ${others} others are done, ${list}`;
}

const bytesColumn = (label: string, key: 'bytesOut' | 'bytesIn'): FurtherColumn => ({
  column: { label, unit: 'count', origin: 'measured', detail: true },
  cell: ({ place: at }, measured) => bytesOf(measured, at, key),
});

function bytesOf(measured: Measured, at: Place, key: 'bytesOut' | 'bytesIn'): number | null {
  const lane = measured.lane(at);
  return lane && lane.commands > 0 ? lane[key] / lane.commands : null;
}

function speedTable(measured: Measured, command: (typeof commands)[number]): Table {
  const pipeline: Place = [command, 'pipeline'];
  return ratesTable(
    measured,
    ways.map((way) => ({ label: way.label, place: place(command, way) })),
    {
      title: `${command.toUpperCase()} of 100 bytes, batches of ${batchSize} over one connection`,
      further: [
        ...ratioColumns('against pipeline', ({ place: at }) => (at[1] === 'pipeline' ? null : pipeline)),
        bytesColumn('bytes out', 'bytesOut'),
        bytesColumn('bytes in', 'bytesIn'),
      ],
    },
  );
}

function atomicityTable(measured: Measured): Table {
  return {
    title: `Batches of ${batchSize}, as another client sees them; and a batch with one failing command`,
    columns: [
      { label: '', unit: 'text', origin: 'setting' },
      { label: 'batches', unit: 'count', origin: 'measured' },
      { label: 'looks', unit: 'count', origin: 'measured' },
      { label: 'half done', unit: 'count', origin: 'measured' },
      { label: 'failed', unit: 'text', origin: 'measured' },
      { label: 'others done', unit: 'text', origin: 'measured' },
    ],
    rows: batching.map(({ id, label }): Cell[] => {
      const found = measured.atomicity(tried(id));
      if (!found) return [label, null, null, null, null, null];
      const { command, refused, failure, others, othersDone } = found.failing;
      const failed = refused === 0 ? `no ${command.toUpperCase()}` : `${refused} (${failure ?? 'unknown'})`;
      return [label, found.batches, found.looks, found.halfDone, failed, `${othersDone} of ${others}`];
    }),
  };
}

function read(measured: Measured): string[] {
  const sentences: string[] = [];
  for (const command of commands) {
    const best = fastest(
      measured,
      ways.map((way) => ({ ...way, place: place(command, way) })),
    );
    if (!best) continue;
    const ratio = best.id === 'pipeline' ? null : measured.ratio(best.place, [command, 'pipeline']);
    sentences.push(
      `${command.toUpperCase()}: ${best.label} is the fastest, ${rateInWords(measured.rate(best.place))}${ratio ? `, ${inWords(ratio)} as fast as a pipeline` : ''}.`,
    );
    const sizes = ways.flatMap((way) => {
      const [out, back] = (['bytesOut', 'bytesIn'] as const).map((key) =>
        bytesOf(measured, place(command, way), key),
      );
      return out == null || back == null
        ? []
        : [`${way.label} ${formatBytes(Math.round(out))} and ${formatBytes(Math.round(back))}`];
    });
    if (sizes.length > 0)
      sentences.push(`On the wire a ${command.toUpperCase()} takes, out and back: ${sizes.join(', ')}.`);
  }
  for (const { id } of batching) {
    const found = measured.atomicity(tried(id));
    if (found) sentences.push(`${looksOf(found)} ${failureOf(found).replace(/^[^:]*: o/, 'O')}.`);
  }
  return sentences;
}
