import { compareSlices } from '../statistics/paired-ratio.ts';
import { median } from '../statistics/statistics.ts';
import { interval95 } from '../statistics/throughput.ts';
import { inSlices } from './durations.ts';
import { allOf, atLeast, below } from './judging.ts';
import type { Measured, Ratio } from './measured.ts';
import { listOf, phrasesOf, versus, type None, type Phrase, type RecipeCodes } from './phrase.ts';
import { threads as published } from './published.ts';
import type { RecipeCell } from '../contract/recipe.ts';
import type { Recipe, RunStep } from './recipe.ts';
import type { RecipeForm } from '../contract/enums.ts';

const counts = [1, 2, 4, 10] as const;
const strategies = ['one-by-one', 'pipeline'] as const;
type Strategy = (typeof strategies)[number];

export interface ThreadsCodes extends RecipeCodes {
  id: 'threads';
  choices: `${number}`;
  claims: 'help-one-by-one' | 'overhead-in-pipelines';
  labels: {
    'all-counts': None;
    'time-of-sets': { commands: number };
    'as-one-thread': None;
  };
  sentences: {
    'fastest-count': {
      strategy: Strategy;
      threads: number;
      ms: number;
      /** Against one thread; `null`: one is the fastest. */
      gain: Ratio | null;
      singleMs: number;
    };
    'pipeline-against-threads': { ratio: Ratio; published: number };
  };
}
const { label, sentence } = phrasesOf<ThreadsCodes>();

const rounds = 5;
const stepOf = (round: number) => `round-${round + 1}`;
const allRounds = [...Array(rounds).keys()];
const laneOf = (strategy: Strategy, threads: number) => `${strategy}-${threads}`;
const publishedMs = (strategy: Strategy, threads: number) =>
  published.rows.find((row) => row.strategy === strategy && row.threads === threads)?.ms ?? null;
/** As long as the last number. */
const digits = 5;

export const threads: Recipe<ThreadsCodes> = {
  id: 'threads',
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
  const { commands, keyPrefix } = published;
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
  const ratio = compareSlices(slices(measured, 'pipeline', 1), slices(measured, 'one-by-one', 10));
  return ratio ? [...best, sentence('pipeline-against-threads', { ratio, published: 10.7 })] : best;
}
