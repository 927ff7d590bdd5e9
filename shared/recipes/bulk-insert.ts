import { formatBytes, formatDuration, formatShare } from '../words/format.ts';
import { atLeast, fastest, inWords, rateInWords } from './judging.ts';
import type { Measured, Place } from './measured.ts';
import { bulkInsert as published } from './published.ts';
import type { Cell, Table } from '../contract/recipe.ts';
import type { Recipe, RunStep } from './recipe.ts';
import type { RecipeForm } from '../contract/enums.ts';

const counts = [1, 2, 5, 10] as const;
const ways = [
  { strategy: 'pipeline', label: 'ioredis pipelines', quick: 500_000, pace: 170_000 },
  { strategy: 'wire', label: 'raw socket', quick: 1_000_000, pace: 400_000 },
] as const;
type Way = (typeof ways)[number];

const batchSize = 1000;
const dayMs = 86_400_000;
const inFigures = (whole: number) => whole.toLocaleString('en-US');
const threadsInWords = (count: number) => `${count} ${count === 1 ? 'thread' : 'threads'}`;

const placeOf = ({ strategy }: Way, count: number): Place => [`${strategy}-${count}`, 'load'];
const publishedMs = (count: number) => published.rows.find(({ threads }) => threads === count)?.ms ?? null;

/** Every load that was to be measured. */
const loads = ways.flatMap((way) =>
  counts.map((count) => ({
    way,
    count,
    place: placeOf(way, count),
    label: `${way.label}, ${threadsInWords(count)}`,
  })),
);
type Load = (typeof loads)[number];

export const bulkInsert: Recipe = {
  id: 'bulk-insert',
  title: 'A large load, in pipelines',
  question:
    'How long do 10 million SETs take by 1, 2, 5 and 10 threads, how much memory do they take, and what would 800 million need?',
  method: `Pipelines of ${batchSize} over one connection a thread, by ioredis and by a raw socket; each load fills an empty server of its own, and each thread writes its share of the keys one after the other. Keys follow the published pattern behind the prefix of the run; a value is as long as the number of its key. Nothing is warmed up, so that every key is written once: the server counts them. Of the parts that a load is cut into the median is taken, for the first finds the client cold. The quick form writes ${ways.map(({ quick, label }) => `${inFigures(quick)} keys (${label})`).join(' and ')}; what 10 million would take follows from its rate.`,
  prediction: {
    type: 'choice',
    ask: 'How many threads do the load the fastest on this machine, in pipelines of ioredis?',
    choices: counts.map(String),
    answer: (measured) => fastestOf(measured, 'pipeline')?.count.toString() ?? null,
  },
  source: published.source,
  steps: (form) => loads.map((load) => stepFor(load, form)),
  claims: [
    {
      text: 'For a large job more threads do shorten a pipelined load.',
      rule: 'Holds when 5 threads write with ioredis at least 1.1 times as fast as one, with the whole interval (published: 1.56).',
      judge: (measured) => atLeast(speedup(measured, ways[0], 5), 1.1, 'Pipelines, 5 threads against 1'),
    },
  ],
  tables: (measured) => [loadTable(measured), rowsADayTable(measured)],
  read,
};

function stepFor({ way, count, place: [id, lane], label }: Load, form: RecipeForm): RunStep {
  const keys = form === 'quick' ? way.quick : published.commands;
  return {
    type: 'run',
    id,
    label: `${inFigures(keys)} keys, ${label}`,
    watchesMemory: true,
    plan: {
      workload: {
        ...{ requests: keys, keyspace: keys, keyPattern: 'S', keyPrefix: published.keyPrefix },
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
function jobMs(measured: Measured, place: Place): number | null {
  const [lane, rate] = [measured.lane(place), measured.rate(place)];
  if (!lane || rate === null) return null;
  return lane.commands === published.commands ? lane.elapsedMs : (1000 * published.commands) / rate;
}

const keysWritten = (measured: Measured, place: Place): number | null => {
  const keys = measured.memory(place)?.keys;
  return keys ? keys.after - keys.before : null;
};

function bytesPerKey(measured: Measured, place: Place): number | null {
  const [used, keys] = [measured.memory(place)?.usedBytes, keysWritten(measured, place)];
  return used && keys !== null && keys > 0 ? (used.after - used.before) / keys : null;
}

/** What the published job would need. */
function needsOf(measured: Measured, place: Place): { ms: number | null; bytes: number | null } {
  const [rate, each] = [measured.rate(place), bytesPerKey(measured, place)];
  return {
    ms: rate === null ? null : (1000 * published.rowsADay) / rate,
    bytes: each === null ? null : each * published.rowsADay,
  };
}

/** Whether so much would fit, and why not. */
function fit(measured: Measured, place: Place, bytes: number): string {
  const { serverBytes, machineBytes } = measured.room(place[0]);
  // Of another machine only the server's own limit is known.
  if (measured.isOneMachine && machineBytes !== null && bytes > machineBytes)
    return `refused: this machine has ${formatBytes(machineBytes)}`;
  if (serverBytes !== null && bytes > serverBytes)
    return `refused: the server may use ${formatBytes(serverBytes)} at most`;
  return 'would fit';
}

function loadTable(measured: Measured): Table {
  return {
    title: `${inFigures(published.commands)} SETs, in pipelines of ${batchSize}`,
    columns: [
      { label: '', unit: 'text', origin: 'setting' },
      { label: 'keys', unit: 'count', origin: 'measured' },
      { label: 'keys/s', unit: 'commands/s', origin: 'measured' },
      { label: '95 % interval', unit: 'commands/s', origin: 'measured', detail: true },
      { label: '10 million, s', unit: 'count', origin: 'measured' },
      { label: 'published', unit: 'count', origin: 'published' },
      { label: 'against 1', unit: 'ratio', origin: 'measured' },
      { label: 'published', unit: 'ratio', origin: 'published' },
      { label: 'bytes a key', unit: 'count', origin: 'measured', detail: true },
    ],
    rows: loads.map(({ way, count, place, label }): Cell[] => {
      const ms = jobMs(measured, place);
      const [single, many] =
        way.strategy === 'pipeline' ? [publishedMs(1), publishedMs(count)] : [null, null];
      return [
        label,
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

function rowsADayTable(measured: Measured): Table {
  return {
    title: `What ${inFigures(published.rowsADay)} would need, by what was measured`,
    columns: [
      { label: '', unit: 'text', origin: 'setting' },
      { label: 'time', unit: 'text', origin: 'measured' },
      { label: 'share of a day', unit: 'share', origin: 'measured' },
      { label: 'memory', unit: 'bytes', origin: 'measured' },
      { label: '', unit: 'text', origin: 'measured' },
    ],
    rows: loads.map(({ place, label }): Cell[] => {
      const { ms, bytes } = needsOf(measured, place);
      return [
        label,
        ms === null ? null : formatDuration(ms),
        ms === null ? null : ms / dayMs,
        bytes,
        bytes === null ? null : fit(measured, place, bytes),
      ];
    }),
  };
}

function read(measured: Measured): string[] {
  const sentences = ways.flatMap((way) => {
    const best = fastestOf(measured, way.strategy);
    const ms = best && jobMs(measured, best.place);
    if (!best || ms === null) return [];
    const lane = measured.lane(best.place);
    const ratio = best.count === 1 ? null : speedup(measured, way, best.count);
    const scaled =
      lane && lane.commands < published.commands ? `, by the rate of ${inFigures(lane.commands)}` : '';
    return [
      `By ${way.label}, ${threadsInWords(best.count)} ${best.count === 1 ? 'is' : 'are'} the fastest: ${inFigures(published.commands)} keys in ${formatDuration(ms)} (${rateInWords(measured.rate(best.place))}${scaled})${ratio ? `, ${inWords(ratio)} as fast as one thread` : ''}.`,
    ];
  });
  const wrong = loads.filter(({ place }) => {
    const written = keysWritten(measured, place);
    return written !== null && written !== measured.lane(place)?.commands;
  });
  if (wrong.length > 0)
    sentences.push(
      `Not every SET made a new key with ${wrong.map(({ label }) => label).join(', ')}: the figures per key are not to be trusted.`,
    );
  const best = fastest(measured, loads);
  const each = best && bytesPerKey(measured, best.place);
  if (!best || each === null) return sentences;
  const { ms, bytes } = needsOf(measured, best.place);
  if (ms !== null && bytes !== null)
    sentences.push(
      `A key takes ${Math.round(each)} bytes of the server's memory. ${inFigures(published.rowsADay)} rows a day would take ${formatDuration(ms)} of it (${formatShare(ms / dayMs)}) at the best rate, by ${best.label}, and ${formatBytes(bytes)}: ${fit(measured, best.place, bytes)}.`,
    );
  return sentences;
}
