import { inSlices } from './durations.ts';
import { allOf, atLeast, below, inWords } from './judging.ts';
import { compareSlices, interval95, median } from '../statistics/statistics.ts';
import type { Measured, Ratio } from './measured.ts';
import { threads as published } from './published.ts';
import type { Cell } from '../contract/recipe.ts';
import type { Recipe, RunStep } from './recipe.ts';
import type { RecipeForm } from '../contract/enums.ts';

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

export const threads: Recipe = {
  id: 'threads',
  title: 'More threads for a small job',
  question: 'Do more threads shorten a job of 10,000 SETs: one by one, and in one pipeline for each thread?',
  method:
    'ioredis with one connection a thread; the job is shared out evenly, and a pipeline holds the whole share of its thread. Keys follow the published pattern behind the prefix of the run; a value is as long as was published: the key one by one, its number in a pipeline. The full form does the job in five rounds; the quick one takes its time from the rate. Threads are up and connected before the clock starts.',
  prediction: {
    type: 'choice',
    ask: 'How many threads do the pipelined job the fastest on this machine?',
    choices: counts.map(String),
    answer: (measured) => fastestCount(measured, 'pipeline'),
  },
  source: published.source,
  steps,
  claims: [
    {
      text: 'More threads help when commands go one by one.',
      rule: 'Holds when 10 threads do the job at least 1.25 times as fast as one, with the whole interval (published: 8.1).',
      judge: (measured) =>
        atLeast(speedup(measured, 'one-by-one', 10), 1.25, 'One by one, 10 threads against 1'),
    },
    {
      text: 'For a small job in one pipeline more threads only add overhead.',
      rule: 'Holds when 2 and 4 threads each do the pipelined job less than 1 times as fast as one, with the whole interval (published: 0.76 and 0.53).',
      judge: (measured) =>
        allOf(
          [2, 4].map((count) =>
            below(speedup(measured, 'pipeline', count), 1, `Pipelines, ${count} threads against 1`),
          ),
        ),
    },
  ],
  tables: (measured) => [
    {
      title: 'Time of 10,000 SETs, ms',
      columns: [
        { label: '', unit: 'text', origin: 'setting' },
        { label: 'ms', unit: 'count', origin: 'measured' },
        { label: '95 % interval', unit: 'count', origin: 'measured', detail: true },
        { label: 'published', unit: 'count', origin: 'published' },
        { label: 'as fast as 1 thread', unit: 'ratio', origin: 'measured' },
        { label: 'its interval', unit: 'ratio', origin: 'measured', detail: true },
        { label: 'published', unit: 'ratio', origin: 'published' },
      ],
      rows: strategies.flatMap((strategy) =>
        counts.map((count): Cell[] => {
          const ratio = count === 1 ? null : speedup(measured, strategy, count);
          const [single, many] = [publishedMs(strategy, 1), publishedMs(strategy, count)];
          return [
            `${strategy === 'pipeline' ? 'pipelines' : 'one by one'}, ${threadsInWords(count)}`,
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

const threadsInWords = (count: number) => `${count} ${count === 1 ? 'thread' : 'threads'}`;

function steps(form: RecipeForm): RunStep[] {
  return allRounds.slice(0, form === 'full' ? rounds : 1).map((round) => stepFor(round, form));
}

function stepFor(round: number, form: RecipeForm): RunStep {
  const times = inSlices({ slices: 8, sliceMs: 200, warmupMs: 600 });
  const { commands, keyPrefix } = published;
  return {
    type: 'run',
    id: stepOf(round),
    label: form === 'full' ? `round ${round + 1}` : '1, 2, 4 and 10 threads',
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

const speedup = (measured: Measured, strategy: Strategy, count: number): Ratio | null =>
  compareSlices(slices(measured, strategy, count), slices(measured, strategy, 1));

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

function fastestCount(measured: Measured, strategy: Strategy): string | null {
  const known = counts.flatMap((count) => {
    const ms = jobMs(measured, strategy, count);
    return ms === null ? [] : [{ count, ms }];
  });
  const [first] = known.toSorted((a, b) => a.ms - b.ms);
  return first ? String(first.count) : null;
}

function read(measured: Measured): string[] {
  const sentences = strategies.flatMap((strategy) => {
    const [count, single] = [fastestCount(measured, strategy), jobMs(measured, strategy, 1)];
    if (count === null || single === null) return [];
    const ratio = count === '1' ? null : speedup(measured, strategy, Number(count));
    return [
      `${strategy === 'pipeline' ? 'In pipelines' : 'One by one'}, ${threadsInWords(Number(count))} ${count === '1' ? 'is' : 'are'} the fastest: ${Math.round(jobMs(measured, strategy, Number(count)) ?? NaN)} ms${ratio ? `, ${inWords(ratio)} as fast as one thread (${Math.round(single)} ms)${ratio.ci95 && ratio.ci95[0] > 1 ? '' : ', which is not told apart'}` : ''}.`,
    ];
  });
  const gain = compareSlices(slices(measured, 'pipeline', 1), slices(measured, 'one-by-one', 10));
  if (gain)
    sentences.push(
      `One thread with a pipeline against 10 threads one by one: ${inWords(gain)} (published: × 10.7).`,
    );
  return sentences;
}
