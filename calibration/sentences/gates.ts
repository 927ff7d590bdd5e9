import { checkRegression } from '../../server/cli/gate/baseline.ts';
import { checkOfBoth, pooled } from '../../server/cli/gate/second-look.ts';
import { trendChecks } from '../../server/cli/gate/trend/judge.ts';
import { trendLineOf } from '../../server/cli/gate/trend/line.ts';
import { compareResults } from '../../shared/comparison/compare-results.ts';
import type { Result } from '../../shared/contract/result.ts';
import type { Draw } from '../draw.ts';
import { falseCase, foundCase, type Sentence } from '../sentence.ts';
import { syntheticResult } from '../synthetic-result.ts';
import { disturbances, syntheticSlices, type Conditions } from '../synthetic-run.ts';

interface Gated extends Conditions {
  /** The ratio of the later runs to the earlier ones. */
  ratio: number;
  /** Share of the runs that something else slows, by up to a quarter, in one lane. */
  hit?: number;
}

/** A run of two lanes, of which the second is so many times as fast as the first. */
function runOf(rate: number, { hit = 0, ...conditions }: Gated, draw: Draw): Result {
  const [first = [], second = []] = syntheticSlices([1000, 1000 * rate], conditions, draw);
  const slowed = draw.uniform() < hit ? 1 - 0.25 * draw.uniform() : 1;
  return syntheticResult([first, second.map((value) => value * slowed)]);
}

const checkOf = (was: Result, is: Result, bound: number) =>
  checkRegression(compareResults(was, { ...is, plan: was.plan }, 'ratios'), bound, 'earlier')[0];

/** The gate that confirms: a second run, twice as long, where the first fails. `isAlone`: without that. */
const failsTwice =
  (bound: number, gated: Gated, isAlone = false) =>
  (draw: Draw) => {
    const was = runOf(1, gated, draw);
    const one = runOf(gated.ratio, gated, draw);
    const first = checkOf(was, one, bound);
    if (first?.passed !== false || isAlone) return first?.passed === false;
    const two = runOf(gated.ratio, { ...gated, rounds: 2 * gated.rounds }, draw);
    const [second, both] = [checkOf(was, two, bound), checkOf(was, pooled(one, two), bound)];
    return second !== undefined && both !== undefined && checkOfBoth(first, second, both).passed === false;
  };

const { usual, quiet } = disturbances;
const restless: Gated = { cv: 0.05, startCv: 0.03, hit: 0.3, rounds: 12, ratio: 1 };

export const confirmed: Sentence = {
  name: '--confirm: --max-regression fails twice',
  falseWhen: 'the lane is at most as much slower as the bound says',
  cases: [
    falseCase(
      'as fast, 5 %, starts differ by 6 %',
      failsTwice(0.05, { ...usual, startCv: 0.06, rounds: 12, ratio: 1 }),
      0.025,
    ),
    falseCase('as fast, 5 %, three of ten runs are disturbed', failsTwice(0.05, restless), 0.025),
    falseCase('the same by one run alone', failsTwice(0.05, restless, true), 0.1),
    falseCase(
      '10 % slower, 10 %, three of ten runs are disturbed',
      failsTwice(0.1, { ...restless, ratio: 0.9 }),
    ),
    falseCase(
      '10 % slower, 10 %, starts differ by 6 %',
      failsTwice(0.1, { ...usual, startCv: 0.06, rounds: 12, ratio: 0.9 }),
    ),
    foundCase(
      '30 % slower, 5 %, starts differ by 3 %',
      0.9,
      failsTwice(0.05, { ...usual, startCv: 0.03, rounds: 12, ratio: 0.7 }),
    ),
    foundCase(
      '30 % slower, 5 %, three of ten runs are disturbed',
      0.8,
      failsTwice(0.05, { ...restless, ratio: 0.7 }),
    ),
    foundCase('the same by one run alone', 0.8, failsTwice(0.05, { ...restless, ratio: 0.7 }, true)),
    foundCase('30 % slower, 10 %, quiet', 0.9, failsTwice(0.1, { ...quiet, rounds: 20, ratio: 0.7 })),
  ],
};

interface Remembered extends Gated {
  /** Runs before it. */
  earlier: number;
  /** Correlation of a run with the one before it. */
  mood?: number;
}

/** The standard deviation of a lane by its moods. */
const moodCv = 0.03;

const failsTrend =
  (bound: number, { earlier, mood = 0, ...gated }: Remembered) =>
  (draw: Draw) => {
    let state = draw.normal();
    const next = (rate: number) => {
      state = mood * state + Math.sqrt(1 - mood ** 2) * draw.normal();
      const result = runOf(rate * (mood > 0 ? Math.exp(moodCv * state) : 1), gated, draw);
      return trendLineOf(result, { commit: null, failed: false });
    };
    const lines = Array.from({ length: earlier }, () => next(1));
    const bounds = { figure: 'ratios', maxRegression: bound, last: 10 } as const;
    return trendChecks(lines, next(gated.ratio), bounds, 'trend').some(({ check }) => check.passed === false);
  };

const runs: Remembered = { ...usual, startCv: 0.03, rounds: 12, ratio: 1, earlier: 10 };

export const remembered: Sentence = {
  name: '--trend: --max-regression fails',
  falseWhen: 'the lane is at most as much slower as the bound says',
  cases: [
    ...[3, 5, 10].map((earlier) =>
      falseCase(
        `5 % slower, 5 %, ${earlier} earlier runs, starts differ by 3 %`,
        failsTrend(0.05, { ...runs, ratio: 0.95, earlier }),
      ),
    ),
    falseCase(
      '5 % slower, 5 %, 10 earlier runs, starts differ by 6 %',
      failsTrend(0.05, { ...runs, startCv: 0.06, ratio: 0.95 }),
    ),
    falseCase(
      'as fast, 5 %, 10 earlier runs, three of ten are disturbed',
      failsTrend(0.05, { ...restless, earlier: 10 }),
    ),
    // Disturbances take runs to one side, which a normal distribution does not.
    falseCase(
      '5 % slower, 5 %, 10 earlier runs, three of ten are disturbed',
      failsTrend(0.05, { ...restless, ratio: 0.95, earlier: 10 }),
      0.08,
    ),
    falseCase(
      'as fast, 5 %, 10 earlier runs, moods last for several',
      failsTrend(0.05, { ...runs, mood: 0.6 }),
    ),
    foundCase(
      '10 % slower, 2 %, 10 earlier runs, starts differ by 1 %',
      0.7,
      failsTrend(0.02, { ...quiet, startCv: 0.01, rounds: 20, ratio: 0.9, earlier: 10 }),
    ),
    foundCase(
      '30 % slower, 5 %, 3 earlier runs, starts differ by 3 %',
      0.6,
      failsTrend(0.05, { ...runs, ratio: 0.7, earlier: 3 }),
    ),
    foundCase(
      '30 % slower, 5 %, 10 earlier runs, starts differ by 3 %',
      0.95,
      failsTrend(0.05, { ...runs, ratio: 0.7 }),
    ),
    foundCase(
      '30 % slower, 10 %, 10 earlier runs, starts differ by 6 %',
      0.55,
      failsTrend(0.1, { ...runs, startCv: 0.06, ratio: 0.7 }),
    ),
  ],
};
