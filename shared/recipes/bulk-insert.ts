import type { RecipeForm } from '../contract/enums.ts';
import type { FigureTable, Phrase, Ratio, RecipeCell, Text } from '../contract/recipe.ts';
import { counted } from '../words/en/counted.ts';
import { formatBytes, formatDuration, formatShare } from '../words/format.ts';
import { environments } from '../sweep/en/sources.ts';
import { atLeast, fastest } from '../sweep/judging.ts';
import type { Measured, LaneSource } from '../sweep/measured.ts';
import { listOf, versus, phrase, type LabelsOf, type SentencesOf } from '../sweep/phrase.ts';
import { isUnclear, type RecipeWords } from '../sweep/recipe-words.ts';
import type { Recipe, RunStep } from '../sweep/recipe.ts';
import { keyPrefix } from './threads.ts';

export const published = {
  commands: 10_000_000,
  /** The job behind it: so many rows a day, by 10 threads. */
  rowsADay: 800_000_000,
  rows: [
    { threads: 1, ms: 70_000 },
    { threads: 2, ms: 65_198 },
    { threads: 5, ms: 44_944 },
  ],
} as const;

export const words = {
  title: 'A large load, in pipelines',
  question:
    'How long do 10 million SETs take with 1, 2, 5 and 10 threads? How much memory do they take, and what would 800 million need?',
  method:
    'Pipelines of 1000 over one connection a thread, with ioredis and with a raw socket. Each load fills an empty server of its own. Each thread writes its share of the keys one after the other. Keys follow the published pattern behind the prefix of the run; a value is as long as the number of its key. There is no warm-up, so that every key is written once: the server counts them. A load is cut into parts, and the median of the parts counts, because the first part finds the client cold. The quick form writes 500,000 keys (ioredis pipelines) and 1,000,000 keys (raw socket). The time of 10 million follows from the rate.',
  source: `a published benchmark (author and title unknown); Jedis pipelines, one connection a thread: 10,000,000 SETs in all; ${environments.document4}`,
  ask: 'How many threads do the load the fastest on this machine, in pipelines of ioredis?',
  choices: {},
  takeaway: (_, count) =>
    `With pipelines, the load was done the soonest by ${counted(Number(count), 'thread')}.`,
  claims: {
    'threads-help-large-jobs': {
      text: 'For a large job more threads do shorten a pipelined load.',
      rule: 'Holds when 5 threads with ioredis reach × 1.1 or more against one, with the whole interval (published: × 1.56).',
    },
  },
  labels: {
    'ioredis-pipelines': 'ioredis pipelines',
    'key-count': ({ keys }: { keys: number }, { count }) => `${count(keys)} keys`,
    'sets-in-pipelines': ({ commands, batch }: { commands: number; batch: number }, { count }) =>
      `${count(commands)} SETs, in pipelines of ${batch}`,
    keys: 'keys',
    'keys-per-second': 'keys/s',
    'for-millions': ({ millions }: { millions: number }) => `${millions} million`,
    'bytes-a-key': 'bytes a key',
    'what-rows-need': ({ rows }: { rows: number }, { count }) =>
      `What ${count(rows)} would need, by what was measured`,
    time: 'time',
    'job-time': ({ ms }: { ms: number }) => formatDuration(ms),
    'share-of-a-day': 'share of a day',
    memory: 'memory',
    fits: 'would fit',
    'machine-has': ({ bytes }: { bytes: number }) => `refused: this machine has ${formatBytes(bytes)}`,
    'server-may-use': ({ bytes }: { bytes: number }) =>
      `refused: the server may use ${formatBytes(bytes)} at most`,
  },
  sentences: {
    'fastest-count': (
      {
        client,
        threads,
        keys,
        ms,
        rate,
        measuredKeys,
        gain,
      }: {
        client: Text;
        threads: number;
        keys: number;
        ms: number;
        rate: number;
        /** Keys by whose rate the time is told; `null`: all were written. */
        measuredKeys: number | null;
        gain: Ratio | null;
      },
      say,
    ) => {
      const unclear = isUnclear(gain);
      return [
        `By ${say.label(client)}, ${counted(threads, 'thread')} ${unclear ? 'did best' : `${threads === 1 ? 'is' : 'are'} the fastest`}: `,
        `${say.count(keys)} keys in ${formatDuration(ms)} (${say.perSecond(rate)}`,
        measuredKeys === null ? ')' : `, by the rate of ${say.count(measuredKeys)})`,
        gain ? `, ${say.ratio(gain)} as fast as one thread` : '',
        unclear ? ', which is inconclusive' : '',
        '.',
      ].join('');
    },
    'not-every-key': ({ loads }: { loads: readonly Text[] }, { label, list }) =>
      `Not every SET made a new key with ${list(loads.map(label))}: the figures per key are not to be trusted.`,
    needs: (
      {
        bytesAKey,
        rows,
        ms,
        shareOfDay,
        load,
        bytes,
        fit,
      }: {
        bytesAKey: number;
        rows: number;
        ms: number;
        shareOfDay: number;
        load: Text;
        bytes: number;
        fit: Text;
      },
      { label, count },
    ) =>
      `A key takes ${Math.round(bytesAKey)} bytes of the server's memory. ${count(rows)} rows a day would take ${formatDuration(ms)} of it (${formatShare(shareOfDay)}) at the best rate, by ${label(load)}, and ${formatBytes(bytes)}: ${label(fit)}.`,
  },
} satisfies RecipeWords;
const label: LabelsOf<typeof words> = phrase;
const sentence: SentencesOf<typeof words> = phrase;

const counts = [1, 2, 5, 10] as const;
const ways = [
  { strategy: 'pipeline', name: label('ioredis-pipelines'), quick: 500_000, pace: 170_000 },
  { strategy: 'wire', name: label('raw-socket'), quick: 1_000_000, pace: 400_000 },
] as const;
type Way = (typeof ways)[number];

const batchSize = 1000;
const dayMs = 86_400_000;

const placeOf = ({ strategy }: Way, count: number): LaneSource => [`${strategy}-${count}`, 'load'];
const publishedMs = (count: number) => published.rows.find(({ threads }) => threads === count)?.ms ?? null;

/** Every load that was to be measured. */
const loads = ways.flatMap((way) =>
  counts.map((count) => ({
    way,
    count,
    place: placeOf(way, count),
    name: listOf(way.name, label('threads', { count })),
  })),
);
type Load = (typeof loads)[number];

export const recipe: Recipe<typeof words> = {
  id: 'bulk-insert',
  order: 80,
  topic: 'depth',
  prediction: {
    type: 'choice',
    choices: counts.map((count) => `${count}` as const),
    answer: (measured) => {
      const best = fastestOf(measured, 'pipeline');
      return best && `${best.count}`;
    },
  },
  steps: (form) => loads.map((load) => stepFor(load, form)),
  claims: {
    'threads-help-large-jobs': (measured) =>
      atLeast(
        speedup(measured, ways[0], 5),
        1.1,
        listOf(label('pipelines'), versus(label('threads', { count: 5 }), 1)),
      ),
  },
  chart: { table: 0, column: 2 },
  tables: (measured) => [loadTable(measured), rowsADayTable(measured)],
  read,
};

function stepFor({ way, count, place: [id, lane], name }: Load, form: RecipeForm): RunStep {
  const keys = form === 'quick' ? way.quick : published.commands;
  return {
    type: 'run',
    id,
    label: listOf(label('key-count', { keys }), name),
    watchesMemory: true,
    plan: {
      workload: {
        ...{ requests: keys, keyspace: keys, keyPattern: 'S', keyPrefix },
        ...{ dataSize: String(published.commands).length, pipeline: batchSize, resp: 2 },
        ...{ clients: count, threads: count, warmupMs: 0, timeoutMs: 60_000 },
      },
      lanes: [{ id: lane, strategy: way.strategy }],
    },
    pace: { [lane]: way.pace },
  };
}

const speedup = (measured: Measured, way: Way, count: number) =>
  measured.ratio(placeOf(way, count), placeOf(way, 1));

function fastestOf(measured: Measured, strategy: Way['strategy']): Load | null {
  return fastest(
    measured,
    loads.filter(({ way }) => way.strategy === strategy),
  );
}

/** For all 10 million: as measured, or as the rate of fewer says. */
function jobMs(measured: Measured, place: LaneSource): number | null {
  const [lane, rate] = [measured.lane(place), measured.rate(place)];
  if (!lane || rate === null) return null;
  return lane.commands === published.commands ? lane.elapsedMs : (1000 * published.commands) / rate;
}

const keysWritten = (measured: Measured, place: LaneSource): number | null => {
  const keys = measured.memory(place)?.keys;
  return keys ? keys.after - keys.before : null;
};

function bytesPerKey(measured: Measured, place: LaneSource): number | null {
  const [used, keys] = [measured.memory(place)?.usedBytes, keysWritten(measured, place)];
  return used && keys !== null && keys > 0 ? (used.after - used.before) / keys : null;
}

/** What the published job would need. */
function needsOf(measured: Measured, place: LaneSource): { ms: number | null; bytes: number | null } {
  const [rate, each] = [measured.rate(place), bytesPerKey(measured, place)];
  return {
    ms: rate === null ? null : (1000 * published.rowsADay) / rate,
    bytes: each === null ? null : each * published.rowsADay,
  };
}

/** Whether so much would fit, and why not. */
function fit(measured: Measured, place: LaneSource, bytes: number): Phrase {
  const { serverBytes, machineBytes } = measured.room(place[0]);
  // Of another machine only the server's own limit is known.
  if (measured.isOneMachine && machineBytes !== null && bytes > machineBytes)
    return label('machine-has', { bytes: machineBytes });
  if (serverBytes !== null && bytes > serverBytes) return label('server-may-use', { bytes: serverBytes });
  return label('fits');
}

function loadTable(measured: Measured): FigureTable {
  return {
    title: label('sets-in-pipelines', { commands: published.commands, batch: batchSize }),
    columns: [
      { label: '', unit: 'text', origin: 'setting' },
      { label: label('keys'), unit: 'count', origin: 'measured' },
      { label: label('keys-per-second'), unit: 'commands/s', origin: 'measured' },
      { label: label('interval'), unit: 'commands/s', origin: 'measured', detail: true },
      {
        label: listOf(label('for-millions', { millions: published.commands / 1e6 }), 's'),
        unit: 'count',
        origin: 'measured',
      },
      { label: label('published'), unit: 'count', origin: 'published' },
      { label: label('against-count', { count: 1 }), unit: 'ratio', origin: 'measured' },
      { label: label('published'), unit: 'ratio', origin: 'published' },
      { label: label('bytes-a-key'), unit: 'count', origin: 'measured', detail: true },
    ],
    rows: loads.map(({ way, count, place, name }): RecipeCell[] => {
      const ms = jobMs(measured, place);
      const [single, many] =
        way.strategy === 'pipeline' ? [publishedMs(1), publishedMs(count)] : [null, null];
      return [
        name,
        keysWritten(measured, place),
        measured.rate(place),
        measured.interval(place),
        ms === null ? null : ms / 1000,
        many === null ? null : many / 1000,
        count === 1 ? null : (speedup(measured, way, count)?.ratio ?? null),
        count > 1 && single !== null && many !== null ? single / many : null,
        bytesPerKey(measured, place),
      ];
    }),
  };
}

function rowsADayTable(measured: Measured): FigureTable {
  return {
    title: label('what-rows-need', { rows: published.rowsADay }),
    columns: [
      { label: '', unit: 'text', origin: 'setting' },
      { label: label('time'), unit: 'text', origin: 'measured' },
      { label: label('share-of-a-day'), unit: 'share', origin: 'measured' },
      { label: label('memory'), unit: 'bytes', origin: 'measured' },
      { label: '', unit: 'text', origin: 'measured' },
    ],
    rows: loads.map(({ place, name }): RecipeCell[] => {
      const { ms, bytes } = needsOf(measured, place);
      return [
        name,
        ms === null ? null : label('job-time', { ms }),
        ms === null ? null : ms / dayMs,
        bytes,
        bytes === null ? null : fit(measured, place, bytes),
      ];
    }),
  };
}

function read(measured: Measured): Phrase[] {
  const { commands: keys, rowsADay: rows } = published;
  const sentences = ways.flatMap((way) => {
    const best = fastestOf(measured, way.strategy);
    const [ms, rate] = [best && jobMs(measured, best.place), best && measured.rate(best.place)];
    if (!best || ms === null || rate === null) return [];
    const written = measured.lane(best.place)?.commands ?? keys;
    const measuredKeys = written < keys ? written : null;
    const gain = best.count === 1 ? null : speedup(measured, way, best.count);
    return [
      sentence('fastest-count', {
        client: way.name,
        threads: best.count,
        keys,
        ms,
        rate,
        measuredKeys,
        gain,
      }),
    ];
  });
  const wrong = loads.filter(({ place }) => {
    const written = keysWritten(measured, place);
    return written !== null && written !== measured.lane(place)?.commands;
  });
  if (wrong.length > 0) sentences.push(sentence('not-every-key', { loads: wrong.map(({ name }) => name) }));
  const best = fastest(measured, loads);
  const bytesAKey = best && bytesPerKey(measured, best.place);
  if (!best || bytesAKey === null) return sentences;
  const { ms, bytes } = needsOf(measured, best.place);
  if (ms !== null && bytes !== null)
    sentences.push(
      sentence('needs', {
        ...{ bytesAKey, rows, ms, shareOfDay: ms / dayMs, load: best.name, bytes },
        fit: fit(measured, best.place, bytes),
      }),
    );
  return sentences;
}
