import type { RecipeForm } from '../contract/enums.ts';
import type { Phrase, Ratio, RecipeCell } from '../contract/recipe.ts';
import { compareFitted } from '../statistics/paired-ratio.ts';
import { median } from '../statistics/statistics.ts';
import { interval95 } from '../statistics/throughput.ts';
import { counted } from '../words/en/counted.ts';
import { inSlices } from '../sweep/durations.ts';
import { environments } from '../sweep/en/sources.ts';
import { allOf, atLeast, below } from '../sweep/judging.ts';
import type { Measured } from '../sweep/measured.ts';
import { listOf, versus, phrase, type LabelsOf, type SentencesOf } from '../sweep/phrase.ts';
import { isUnclear, type RecipeWords } from '../sweep/recipe-words.ts';
import type { Recipe, RunStep } from '../sweep/recipe.ts';

/** Behind it comes the number of the row. */
export const keyPrefix = '32021420001:90000300009999:10001:1601198414621:';

const published = {
  commands: 10_000,
  rows: [
    { strategy: 'one-by-one', threads: 1, ms: 4784 },
    { strategy: 'one-by-one', threads: 2, ms: 1277 },
    { strategy: 'one-by-one', threads: 4, ms: 884 },
    { strategy: 'one-by-one', threads: 10, ms: 588 },
    { strategy: 'pipeline', threads: 1, ms: 55 },
    { strategy: 'pipeline', threads: 2, ms: 72 },
    { strategy: 'pipeline', threads: 4, ms: 103 },
  ],
} as const;

export const words = {
  title: 'More threads for a small job',
  question: 'Do more threads shorten a job of 10,000 SETs, one by one and in one pipeline for each thread?',
  method:
    'ioredis with one connection a thread; the job is shared out evenly, and a pipeline holds the whole share of its thread. Keys follow the published pattern behind the prefix of the run; a value is as long as was published: the key one by one, its number in a pipeline. The full form does the job in five rounds; the quick one takes its time from the rate. Threads are up and connected before the clock starts.',
  source: `a published benchmark (author and title unknown); Jedis, one connection a thread: 10,000 SETs in all; ${environments.document4}`,
  ask: 'How many threads do the pipelined job the fastest on this machine?',
  choices: {},
  takeaway: (_, count) =>
    `With pipelines, 10,000 SETs were done the soonest by ${counted(Number(count), 'thread')}.`,
  claims: {
    'help-one-by-one': {
      text: 'More threads help when commands go one by one.',
      rule: 'Holds when 10 threads reach × 1.25 or more against one, with the whole interval (published: × 8.1).',
    },
    'overhead-in-pipelines': {
      text: 'For a small job in one pipeline more threads only add overhead.',
      rule: 'Holds when 2 and 4 threads each stay below × 1 against one for the pipelined job, with the whole interval (published: × 0.76 and × 0.53).',
    },
  },
  labels: {
    'all-counts': '1, 2, 4 and 10 threads',
    'time-of-sets': ({ commands }: { commands: number }, { count }) => `Time of ${count(commands)} SETs, ms`,
    'as-one-thread': 'as fast as 1 thread',
  },
  sentences: {
    'fastest-count': (
      {
        strategy,
        threads: count,
        ms,
        gain,
        singleMs,
      }: {
        strategy: Strategy;
        threads: number;
        ms: number;
        /** Against one thread; `null`: one is the fastest. */
        gain: Ratio | null;
        singleMs: number;
      },
      { ratio },
    ) => {
      const unclear = isUnclear(gain);
      return [
        `${strategy === 'pipeline' ? 'In pipelines' : 'One by one'}, ${counted(count, 'thread')} ${unclear ? 'did best' : `${count === 1 ? 'is' : 'are'} the fastest`}: ${Math.round(ms)} ms`,
        gain ? `, ${ratio(gain)} as fast as one thread (${Math.round(singleMs)} ms)` : '',
        unclear ? ', which is inconclusive' : '',
        '.',
      ].join('');
    },
    'pipeline-against-threads': ({ ratio, published }: { ratio: Ratio; published: number }, say) =>
      `One thread with a pipeline against 10 threads one by one: ${say.ratio(ratio)} (published: × ${published}).`,
  },
} satisfies RecipeWords;
const label: LabelsOf<typeof words> = phrase;
const sentence: SentencesOf<typeof words> = phrase;

const counts = [1, 2, 4, 10] as const;
const strategies = ['one-by-one', 'pipeline'] as const;
type Strategy = (typeof strategies)[number];

const rounds = 5;
const stepOf = (round: number) => `round-${round + 1}`;
const allRounds = [...Array(rounds).keys()];
const laneOf = (strategy: Strategy, threads: number) => `${strategy}-${threads}`;
const publishedMs = (strategy: Strategy, threads: number) =>
  published.rows.find((row) => row.strategy === strategy && row.threads === threads)?.ms ?? null;
/** As long as the last number. */
const digits = 5;

export const recipe: Recipe<typeof words> = {
  id: 'threads',
  order: 70,
  topic: 'why',
  prediction: {
    type: 'choice',
    choices: counts.map((count) => `${count}` as const),
    answer: (measured) => {
      const count = fastestCount(measured, 'pipeline');
      return count === null ? null : `${count}`;
    },
  },
  steps,
  claims: {
    'help-one-by-one': (measured) =>
      atLeast(
        speedup(measured, 'one-by-one', 10),
        1.25,
        listOf(label('one-by-one'), versus(label('threads', { count: 10 }), 1)),
      ),
    'overhead-in-pipelines': (measured) =>
      allOf(
        [2, 4].map((count) =>
          below(
            speedup(measured, 'pipeline', count),
            1,
            listOf(label('pipelines'), versus(label('threads', { count }), 1)),
          ),
        ),
      ),
  },
  chart: { table: 0, column: 4 },
  tables: (measured) => [
    {
      title: label('time-of-sets', { commands: published.commands }),
      columns: [
        { label: '', unit: 'text', origin: 'setting' },
        { label: 'ms', unit: 'count', origin: 'measured' },
        { label: label('interval'), unit: 'count', origin: 'measured', detail: true },
        { label: label('published'), unit: 'count', origin: 'published' },
        { label: label('as-one-thread'), unit: 'ratio', origin: 'measured' },
        { label: label('its-interval'), unit: 'ratio', origin: 'measured', detail: true },
        { label: label('published'), unit: 'ratio', origin: 'published' },
      ],
      rows: strategies.flatMap((strategy) =>
        counts.map((count): RecipeCell[] => {
          const ratio = count === 1 ? null : speedup(measured, strategy, count);
          const [single, many] = [publishedMs(strategy, 1), publishedMs(strategy, count)];
          return [
            listOf(label(strategy === 'pipeline' ? 'pipelines' : 'one-by-one'), label('threads', { count })),
            jobMs(measured, strategy, count),
            jobInterval(measured, strategy, count),
            many,
            ratio?.ratio ?? null,
            ratio?.ci95 ?? null,
            count > 1 && single !== null && many !== null ? single / many : null,
          ];
        }),
      ),
    },
  ],
  read,
};

function steps(form: RecipeForm): RunStep[] {
  return allRounds.slice(0, form === 'full' ? rounds : 1).map((round) => stepFor(round, form));
}

function stepFor(round: number, form: RecipeForm): RunStep {
  const times = inSlices({ slices: 8, sliceMs: 200, warmupMs: 600 });
  const { commands } = published;
  return {
    type: 'run',
    id: stepOf(round),
    label: form === 'full' ? label('round', { round: round + 1 }) : label('all-counts'),
    plan: {
      workload: {
        ...(form === 'quick' ? times.workload : { requests: commands, warmupMs: 750 }),
        keyspace: commands,
        keyPattern: 'S',
        keyPrefix,
        resp: 2,
      },
      schedule: form === 'quick' ? times.schedule : {},
      lanes: strategies.flatMap((strategy) =>
        counts.map((count) => ({
          id: laneOf(strategy, count),
          strategy,
          workload: {
            threads: count,
            clients: count,
            ...(strategy === 'pipeline'
              ? { pipeline: commands / count, dataSize: digits }
              : { pipeline: 1, dataSize: keyPrefix.length + digits }),
          },
        })),
      ),
    },
    pace: Object.fromEntries(
      counts.flatMap((count) => [
        [laneOf('one-by-one', count), Math.min(10_000 * count, 30_000)],
        [laneOf('pipeline', count), 100_000],
      ]),
    ),
  };
}

/** Rates by slice of all rounds; in the full form a slice is the whole job. */
const slices = (measured: Measured, strategy: Strategy, count: number): readonly number[] =>
  allRounds.flatMap(
    (round) => measured.lane([stepOf(round), laneOf(strategy, count)])?.throughput?.slices ?? [],
  );

/** As the times of the job that are shown have it. */
const sideOf = (measured: Measured, strategy: Strategy, count: number) => ({
  estimate: 1 / (jobMs(measured, strategy, count) ?? NaN),
  slices: slices(measured, strategy, count),
});

const speedup = (measured: Measured, strategy: Strategy, count: number): Ratio | null =>
  compareFitted(sideOf(measured, strategy, count), sideOf(measured, strategy, 1));

const jobs = (measured: Measured, strategy: Strategy, count: number) =>
  slices(measured, strategy, count).map((rate) => (1000 * published.commands) / rate);

function jobMs(measured: Measured, strategy: Strategy, count: number): number | null {
  const times = jobs(measured, strategy, count);
  return times.length === 0 ? null : median(times);
}

function jobInterval(measured: Measured, strategy: Strategy, count: number): [number, number] | null {
  const interval = interval95(jobs(measured, strategy, count));
  return interval && [Math.max(0, interval[0]), interval[1]];
}

function fastestCount(measured: Measured, strategy: Strategy): number | null {
  if (!measured.hasAll(counts.map((count) => [stepOf(0), laneOf(strategy, count)]))) return null;
  const known = counts.flatMap((count) => {
    const ms = jobMs(measured, strategy, count);
    return ms === null ? [] : [{ count, ms }];
  });
  const [first] = known.toSorted((a, b) => a.ms - b.ms);
  return first?.count ?? null;
}

function read(measured: Measured): Phrase[] {
  const best = strategies.flatMap((strategy) => {
    const count = fastestCount(measured, strategy);
    const [ms, singleMs] = [
      count === null ? null : jobMs(measured, strategy, count),
      jobMs(measured, strategy, 1),
    ];
    if (count === null || ms === null || singleMs === null) return [];
    const gain = count === 1 ? null : speedup(measured, strategy, count);
    return [sentence('fastest-count', { strategy, threads: count, ms, gain, singleMs })];
  });
  const ratio = compareFitted(sideOf(measured, 'pipeline', 1), sideOf(measured, 'one-by-one', 10));
  return ratio ? [...best, sentence('pipeline-against-threads', { ratio, published: 10.7 })] : best;
}
