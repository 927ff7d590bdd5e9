import type { RecipeForm } from '../contract/enums.ts';
import { clusterTarget } from '../contract/private-server.ts';
import type { ClaimOutcome, Phrase, Ratio, RecipeCell, Text } from '../contract/recipe.ts';
import { inSlices } from '../sweep/durations.ts';
import { environments } from '../sweep/en/sources.ts';
import { doesNotHold, holds, unseen } from '../sweep/judging.ts';
import type { Measured, LaneSource } from '../sweep/measured.ts';
import { listOf, phrase, type LabelsOf, type SentencesOf } from '../sweep/phrase.ts';
import type { RecipeWords } from '../sweep/recipe-words.ts';
import type { Recipe, RunStep } from '../sweep/recipe.ts';

const fate = ({ done, failed }: { done: number; failed: number }) =>
  `${done} commands done and ${failed} failed`;

export const words = {
  title: 'From one node to three',
  question: 'What happens to each strategy, and to its speed, when the keys are spread over three nodes?',
  method:
    'SET of 100 bytes over 5 clients of ioredis, in batches of 50. The batches run on one private server and on a private cluster of three masters. On the cluster they also run with all keys in one slot (a hash tag). A pipeline is sent both split by node, as a program has to do it, and not split; an MSET both whole and split by slot. All masters share this machine, so more masters add no cores. The figures show the cost of a cluster, not its gain on machines of its own.',
  source: `a published benchmark (author and title unknown); sentences without figures; ${environments.document2}`,
  ask: 'What happens to an MSET whose keys are on three nodes?',
  choices: {
    'all-done': 'all of it is done',
    crossslot: 'it is refused (CROSSSLOT)',
    'something-else': 'something else',
  },
  takeaway: (_, fate) =>
    fate === 'crossslot'
      ? 'In a cluster, Redis refuses an MSET whose keys are on three nodes (CROSSSLOT).'
      : fate === 'all-done'
        ? 'An MSET was done in full, although its keys are on three nodes.'
        : 'An MSET whose keys are on three nodes was neither done in full nor refused as expected.',
  claims: {
    'one-node-a-pipeline': {
      text: 'A pipeline goes to one node: in a cluster each command belongs to the node of its slot.',
      rule: 'Holds when pipelines with keys of all nodes are served without a failure if they are split by node. Of pipelines that are not split, not a single command may be done.',
    },
  },
  labels: {
    'pipeline-split': 'pipeline (split by node)',
    'pipeline-not-split': 'pipeline (not split)',
    'mset-by-slot': 'MSET (split by slot)',
    'raw-socket-split': 'raw socket (split by node)',
    'keys-all-over': 'keys all over',
    'keys-in-one-slot': 'all keys in one slot',
    'set-in-batches': ({ clients, batch }: { clients: number; batch: number }) =>
      `SET of 100 bytes, ${clients} clients, batches of ${batch}`,
    'one-node': 'one node',
    'three-nodes': 'three nodes',
    'against-one': 'against one',
    outcome: 'outcome',
    'all-in-one-slot': 'all in one slot',
    'all-served': 'all served',
    refused: ({ why }: { why: Text }, { label }) => `refused: ${label(why)}`,
    'some-failed': ({ failed, of, why }: { failed: number; of: number; why: Text }, { label }) =>
      `${failed} of ${of} failed: ${label(why)}`,
    'keys-of-several-nodes': 'ioredis: keys of several nodes',
    'unknown-failure': 'unknown',
  },
  sentences: {
    'pipelines-not-measured': 'Pipelines over 3 nodes: not measured.',
    'split-and-whole': ({
      split,
      whole,
    }: {
      split: { done: number; failed: number };
      whole: { done: number; failed: number; why: string | null };
    }) =>
      `Split by node: ${fate(split)}; not split: ${fate(whole)}${whole.why === null ? '' : ` (${whole.why})`}.`,
    survivors: ({ of, ways }: { of: number; ways: readonly Text[] }, { label, list }) =>
      `Of ${of} ways ${ways.length} serve keys of all three nodes: ${ways.length === 0 ? 'none' : list(ways.map(label))}.`,
    'not-served': ({ way, outcome }: { way: Text; outcome: Text }, { label }) =>
      `${label(way)}: ${label(outcome)}.`,
    'speed-on-three': (
      {
        way,
        rate,
        ratio,
        isDistinct,
        batch,
      }: {
        way: Text;
        rate: number;
        ratio: Ratio;
        isDistinct: boolean;
        /** Commands a write, where they became fewer or more. */
        batch: { three: number; one: number } | null;
      },
      say,
    ) =>
      [
        `${say.label(way)}: ${say.perSecond(rate)} on three nodes, ${say.ratio(ratio)} of one node`,
        isDistinct ? '' : ', inconclusive against it',
        batch === null
          ? ''
          : `; ${batch.three.toFixed(1)} commands a write in place of ${batch.one.toFixed(1)}`,
        '.',
      ].join(''),
    'served-in-one-slot': (
      { ways }: { ways: readonly { way: Text; rate: number }[] },
      { label, perSecond, list },
    ) =>
      `With all keys in one slot these are served: ${list(ways.map(({ way, rate }) => `${label(way)} ${perSecond(rate)}`))}. But then one of the three nodes does all the work.`,
  },
} satisfies RecipeWords;
const label: LabelsOf<typeof words> = phrase;
const sentence: SentencesOf<typeof words> = phrase;

const batchSize = 50;
const clients = 5;

const ways = [
  { id: 'one-by-one', name: label('one-by-one') },
  { id: 'auto-pipeline', name: label('auto-pipelining') },
  { id: 'pipeline', name: label('pipeline-split') },
  { id: 'unsplit', name: label('pipeline-not-split') },
  { id: 'multi', name: 'MULTI/EXEC' },
  { id: 'multi-key', name: 'MSET' },
  { id: 'by-slot', name: label('mset-by-slot') },
  { id: 'lua', name: label('lua-script') },
  { id: 'wire', name: label('raw-socket-split') },
] as const;
type Way = (typeof ways)[number];

/** The same strategy, with another split than its own. */
const otherwise = {
  unsplit: { strategy: 'pipeline', splitBy: 'none' },
  'by-slot': { strategy: 'multi-key', splitBy: 'slot' },
} as const;
const isOther = (id: Way['id']): id is keyof typeof otherwise => id in otherwise;
const strategyOf = ({ id }: Way) => (isOther(id) ? otherwise[id].strategy : id);
/** On one node there is nothing to split. */
const onOne = ways.filter(({ id }) => !isOther(id));
/** What needs its keys together, and a pipeline beside it. */
const tagged = ways.filter(({ id }) => ['pipeline', 'multi', 'multi-key', 'lua'].includes(id));

const one = (way: Way): LaneSource => ['one-node', strategyOf(way)];
const three = ({ id }: Way): LaneSource => ['three-nodes', id];
const slot = ({ id }: Way): LaneSource => ['one-slot', id];

export const recipe: Recipe<typeof words> = {
  id: 'cluster',
  order: 140,
  topic: 'breaks',
  prediction: {
    type: 'choice',
    choices: ['all-done', 'crossslot', 'something-else'],
    answer: (measured) => {
      const found = fateOf(measured, 'multi-key');
      if (!found) return null;
      if (found.failed === 0) return 'all-done';
      return found.why === 'CROSSSLOT' && found.done === 0 ? 'crossslot' : 'something-else';
    },
  },
  needsPrivateServer: true,
  steps,
  claims: { 'one-node-a-pipeline': judge },
  chart: { table: 0, column: 3 },
  tables: (measured) => [
    {
      title: label('set-in-batches', { clients, batch: batchSize }),
      columns: [
        { label: '', unit: 'text', origin: 'setting' },
        { label: listOf(label('one-node'), label('per-second')), unit: 'commands/s', origin: 'measured' },
        { label: listOf(label('three-nodes'), label('per-second')), unit: 'commands/s', origin: 'measured' },
        { label: label('against-one'), unit: 'ratio', origin: 'measured' },
        { label: label('its-interval'), unit: 'ratio', origin: 'measured', detail: true },
        { label: label('outcome'), unit: 'text', origin: 'measured' },
        {
          label: listOf(label('all-in-one-slot'), label('per-second')),
          unit: 'commands/s',
          origin: 'measured',
        },
      ],
      rows: ways.map((way): RecipeCell[] => {
        const ratio = ratioOf(measured, way);
        return [
          way.name,
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
  const step = (id: string, name: Text, plan: Omit<RunStep['plan'], 'workload' | 'schedule'>): RunStep => ({
    type: 'run',
    id,
    label: name,
    plan: { workload: { ...workload, clients, dataSize: 100 }, schedule, ...plan },
  });
  const lanes = (some: readonly Way[], more: { hashTag?: 'lane' } = {}) =>
    some.map((way) => ({
      id: way.id,
      strategy: strategyOf(way),
      workload: {
        pipeline: way.id === 'one-by-one' ? 1 : batchSize,
        ...(isOther(way.id) ? { splitBy: otherwise[way.id].splitBy } : {}),
        ...more,
      },
    }));
  return [
    step('one-node', label('one-node'), { lanes: lanes(onOne) }),
    {
      ...step('three-nodes', listOf(label('three-nodes'), label('keys-all-over')), {
        target: clusterTarget,
        lanes: lanes(ways),
      }),
      mayFail: true,
    },
    step('one-slot', listOf(label('three-nodes'), label('keys-in-one-slot')), {
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

function outcomeOf(fate: Fate | null): Phrase | null {
  if (!fate) return null;
  if (fate.failed === 0) return label('all-served');
  const why = fate.why?.startsWith('All ')
    ? label('keys-of-several-nodes')
    : (fate.why ?? label('unknown-failure'));
  if (fate.done === 0) return label('refused', { why });
  return label('some-failed', { failed: fate.failed, of: fate.done + fate.failed, why });
}

/** Commands per second; `null` where none was served. */
const served = (measured: Measured, place: LaneSource) => measured.rate(place) || null;

const isDistinct = ({ ci95 }: Ratio) => ci95 !== null && (ci95[0] > 1 || ci95[1] < 1);

const ratioOf = (measured: Measured, way: Way) =>
  served(measured, three(way)) === null || served(measured, one(way)) === null
    ? null
    : measured.ratio(three(way), one(way));

function judge(measured: Measured): ClaimOutcome {
  const [split, whole] = [fateOf(measured, 'pipeline'), fateOf(measured, 'unsplit')];
  if (!split || !whole) return unseen(sentence('pipelines-not-measured'));
  const evidence = sentence('split-and-whole', {
    split: { done: split.done, failed: split.failed },
    whole: { done: whole.done, failed: whole.failed, why: whole.why },
  });
  return split.failed === 0 && split.done > 0 && whole.done === 0 && whole.failed > 0
    ? holds(evidence)
    : doesNotHold(evidence);
}

function read(measured: Measured): Phrase[] {
  const known = ways.flatMap((way) => {
    const fate = fateOf(measured, way.id);
    return fate ? [{ way, fate, outcome: outcomeOf(fate) }] : [];
  });
  if (known.length === 0) return [];
  const alive = known.filter(({ fate }) => fate.failed === 0).map(({ way }) => way);
  const together = tagged.flatMap((way) => {
    const rate = served(measured, slot(way));
    return rate === null ? [] : [{ way: way.name, rate }];
  });
  return [
    sentence('survivors', { of: known.length, ways: alive.map(({ name }) => name) }),
    ...known.flatMap(({ way, fate, outcome }) =>
      fate.failed > 0 && outcome ? [sentence('not-served', { way: way.name, outcome })] : [],
    ),
    ...alive.flatMap((way) => readSpeed(measured, way)),
    ...(together.length > 0 ? [sentence('served-in-one-slot', { ways: together })] : []),
  ];
}

function readSpeed(measured: Measured, way: Way): Phrase[] {
  const [rate, ratio] = [measured.rate(three(way)), ratioOf(measured, way)];
  if (rate === null || !ratio) return [];
  const [after, before] = [three, one].map((placeOf) => measured.lane(placeOf(way))?.effectiveBatch ?? 0);
  const batch = after && before && before > 1.5 ? { three: after, one: before } : null;
  return [sentence('speed-on-three', { way: way.name, rate, ratio, isDistinct: isDistinct(ratio), batch })];
}
