import { clusterTarget } from '../contract/private-server.ts';
import { inSlices } from './durations.ts';
import { inWords, rateInWords } from './judging.ts';
import type { Measured, Place, Ratio } from './measured.ts';
import { waysToBatch as published } from './published.ts';
import type { Cell, Finding } from '../contract/recipe.ts';
import type { Recipe, RunStep } from './recipe.ts';
import type { RecipeForm } from '../contract/enums.ts';

const batchSize = 50;
const clients = 5;

const ways = [
  { id: 'one-by-one', label: 'one by one' },
  { id: 'auto-pipeline', label: 'auto-pipelining' },
  { id: 'pipeline', label: 'pipeline (split by node)' },
  { id: 'unsplit', label: 'pipeline (not split)' },
  { id: 'multi', label: 'MULTI/EXEC' },
  { id: 'multi-key', label: 'MSET' },
  { id: 'lua', label: 'Lua script' },
  { id: 'wire', label: 'raw socket (split by node)' },
] as const;
type Way = (typeof ways)[number];

const strategyOf = ({ id }: Way) => (id === 'unsplit' ? 'pipeline' : id);
/** On one node there is nothing to split: both pipelines are the same. */
const onOne = ways.filter(({ id }) => id !== 'unsplit');
/** What needs its keys together, and a pipeline beside it. */
const tagged = ways.filter(({ id }) => ['pipeline', 'multi', 'multi-key', 'lua'].includes(id));

const one = ({ id }: Way): Place => ['one-node', id === 'unsplit' ? 'pipeline' : id];
const three = ({ id }: Way): Place => ['three-nodes', id];
const slot = ({ id }: Way): Place => ['one-slot', id];

export const cluster: Recipe = {
  id: 'cluster',
  title: 'From one node to three',
  question: 'What becomes of each strategy, and of its speed, when the keys are spread over three nodes?',
  method: `SET of 100 bytes over ${clients} clients of ioredis, in batches of ${batchSize}: on one private server, on a private cluster of three masters, and there with all keys in one slot (a hash tag). A pipeline is sent both split by node, as a program has to, and as it is. All masters share this machine, so that more of them add no more cores: what is seen here is the cost of a cluster, not what it gains on machines of its own.`,
  prediction: {
    type: 'choice',
    ask: 'What becomes of an MSET whose keys are on three nodes?',
    choices: ['all of it is done', 'it is refused (CROSSSLOT)', 'something else'],
    answer: (measured) => {
      const found = fateOf(measured, 'multi-key');
      if (!found) return null;
      if (found.failed === 0) return 'all of it is done';
      return found.why === 'CROSSSLOT' && found.done === 0 ? 'it is refused (CROSSSLOT)' : 'something else';
    },
  },
  source: published.source,
  needsPrivateServer: true,
  steps,
  claims: [
    {
      text: 'A pipeline goes to one node: in a cluster each command belongs to the node of its slot.',
      rule: 'Holds when of the pipelines with keys of all nodes those that are split by node are served without a failure, and not a single command of the others is done.',
      judge,
    },
  ],
  tables: (measured) => [
    {
      title: `SET of 100 bytes, ${clients} clients, batches of ${batchSize}`,
      columns: [
        { label: '', unit: 'text', origin: 'setting' },
        { label: 'one node, commands/s', unit: 'commands/s', origin: 'measured' },
        { label: 'three nodes, commands/s', unit: 'commands/s', origin: 'measured' },
        { label: 'against one', unit: 'ratio', origin: 'measured' },
        { label: 'its interval', unit: 'ratio', origin: 'measured', detail: true },
        { label: 'outcome', unit: 'text', origin: 'measured' },
        { label: 'all in one slot, commands/s', unit: 'commands/s', origin: 'measured' },
      ],
      rows: ways.map((way): Cell[] => {
        const ratio = ratioOf(measured, way);
        return [
          way.label,
          served(measured, one(way)),
          served(measured, three(way)),
          ratio?.ratio ?? null,
          ratio?.ci95 ?? null,
          outcomeOf(fateOf(measured, way.id)),
          served(measured, slot(way)),
        ];
      }),
    },
  ],
  read,
};

function steps(form: RecipeForm): RunStep[] {
  const { workload, schedule } = inSlices(
    form === 'quick'
      ? { slices: 5, sliceMs: 250, warmupMs: 450 }
      : { slices: 12, sliceMs: 1000, warmupMs: 2000, settleMs: 50 },
  );
  const step = (
    id: string,
    label: string,
    plan: Omit<RunStep['plan'], 'workload' | 'schedule'>,
  ): RunStep => ({
    type: 'run',
    id,
    label,
    plan: { workload: { ...workload, clients, dataSize: 100 }, schedule, ...plan },
  });
  const lanes = (some: readonly Way[], more: { hashTag?: 'lane' } = {}) =>
    some.map((way) => ({
      id: way.id,
      strategy: strategyOf(way),
      workload: {
        pipeline: way.id === 'one-by-one' ? 1 : batchSize,
        ...(way.id === 'unsplit' ? { splitByNode: false } : {}),
        ...more,
      },
    }));
  return [
    step('one-node', 'one node', { lanes: lanes(onOne) }),
    step('three-nodes', 'three nodes, keys all over', { target: clusterTarget, lanes: lanes(ways) }),
    step('one-slot', 'three nodes, all keys in one slot', {
      target: clusterTarget,
      lanes: lanes(tagged, { hashTag: 'lane' }),
    }),
  ];
}

/** What became of the commands of a lane on three nodes. */
interface Fate {
  done: number;
  failed: number;
  /** The failure that came most often. */
  why: string | null;
}

function fateOf(measured: Measured, id: Way['id']): Fate | null {
  const lane = measured.lane(['three-nodes', id]);
  if (!lane) return null;
  const [why = null] = Object.entries(lane.failures).toSorted(([, a], [, b]) => b - a)[0] ?? [];
  return { done: lane.commands, failed: lane.failed, why };
}

function outcomeOf(fate: Fate | null): string | null {
  if (!fate) return null;
  if (fate.failed === 0) return 'all served';
  const why = fate.why?.startsWith('All ') ? 'ioredis: keys of several nodes' : (fate.why ?? 'unknown');
  if (fate.done === 0) return `refused: ${why}`;
  return `${fate.failed} of ${fate.done + fate.failed} failed: ${why}`;
}

/** Commands per second; `null` where none was served. */
const served = (measured: Measured, place: Place) => measured.rate(place) || null;

const isTold = ({ ci95 }: Ratio) => ci95 !== null && (ci95[0] > 1 || ci95[1] < 1);

const ratioOf = (measured: Measured, way: Way) =>
  served(measured, three(way)) === null || served(measured, one(way)) === null
    ? null
    : measured.ratio(three(way), one(way));

function judge(measured: Measured): Finding {
  const [split, whole] = [fateOf(measured, 'pipeline'), fateOf(measured, 'unsplit')];
  if (!split || !whole)
    return { judgement: 'cannot be seen here', because: 'Pipelines over 3 nodes: not measured.' };
  const told = ({ done, failed }: Fate) => `${done} commands done and ${failed} failed`;
  return {
    judgement:
      split.failed === 0 && split.done > 0 && whole.done === 0 && whole.failed > 0
        ? 'holds'
        : 'does not hold here',
    because: `Split by node: ${told(split)}; not split: ${told(whole)}${whole.why === null ? '' : ` (${whole.why})`}.`,
  };
}

function read(measured: Measured): string[] {
  const known = ways.flatMap((way) => {
    const fate = fateOf(measured, way.id);
    return fate ? [{ way, fate }] : [];
  });
  if (known.length === 0) return [];
  const alive = known.filter(({ fate }) => fate.failed === 0);
  const sentences = [
    `Of ${known.length} ways ${alive.length} serve keys of all three nodes: ${alive.map(({ way }) => way.label).join(', ') || 'none'}.`,
    ...known
      .filter(({ fate }) => fate.failed > 0)
      .map(({ way, fate }) => `${way.label}: ${outcomeOf(fate) ?? ''}.`),
  ];
  for (const { way } of alive) {
    const [ratio, lane, before] = [
      ratioOf(measured, way),
      measured.lane(three(way)),
      measured.lane(one(way)),
    ];
    const writes =
      lane?.effectiveBatch && before?.effectiveBatch && before.effectiveBatch > 1.5
        ? `; ${lane.effectiveBatch.toFixed(1)} commands a write in place of ${before.effectiveBatch.toFixed(1)}`
        : '';
    if (ratio)
      sentences.push(
        `${way.label}: ${rateInWords(measured.rate(three(way)))} on three nodes, ${inWords(ratio)} of one node${isTold(ratio) ? '' : ', not told apart from it'}${writes}.`,
      );
  }
  const together = tagged.flatMap((way) => {
    const rate = served(measured, slot(way));
    return rate === null ? [] : [`${way.label} ${rateInWords(rate)}`];
  });
  if (together.length > 0)
    sentences.push(
      `With all keys in one slot these are served: ${together.join(', ')}. But then one of the three nodes does all the work.`,
    );
  return sentences;
}
