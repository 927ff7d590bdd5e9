import { resultHeadline } from '../../shared/report/headline.ts';
import { comparedLatencyInWords } from '../../shared/comparison/compare-latency.ts';
import { compareResults } from '../../shared/comparison/compare-results.ts';
import { english } from '../../shared/words/en/index.ts';
import { latencyInWords } from '../../shared/words/latency.ts';
import { limits } from '../../shared/limits.ts';
import type { Draw } from '../draw.ts';
import { falseCase, foundCase, type Sentence } from '../sentence.ts';
import { syntheticResult } from '../synthetic-result.ts';
import { disturbances, syntheticSlices, type Conditions } from '../synthetic-run.ts';

/** A run whose lanes have these true p50s, ms, and rates; the first lane is the baseline. */
const runOf = (
  p50s: readonly number[],
  conditions: Conditions,
  draw: Draw,
  rates: readonly number[] = p50s.map(() => 1000),
) =>
  syntheticResult(syntheticSlices(rates, conditions, draw), {
    p50s: syntheticSlices(p50s, conditions, draw),
  });

/** What is said of the p50 of any lane. */
const says = (p50s: readonly number[], conditions: Conditions, words = /p50/) => {
  return (draw: Draw) =>
    runOf(p50s, conditions, draw).comparisons.some(({ latency }) =>
      words.test(latencyInWords(latency, english.latency) ?? ''),
    );
};

const worse = /\+|× [1-9]/;
const equal = (lanes: number) => new Array<number>(lanes).fill(2);
const { usual, quiet, noisy, correlated } = disturbances;
const disturbed = [
  ...(['noisy', 'wild', 'correlated', 'strongly correlated', 'correlated within a lane'] as const),
  ...(['drifting', 'with outliers', 'heavy-tailed'] as const),
];

/** Beside every ratio of a run. */
export const latency: Sentence = {
  name: 'p50 worse / better than the baseline’s',
  falseWhen: 'the p50s are truly equal, or differ the other way',
  cases: [
    ...[3, 6, 8, 12, 20].map((rounds) =>
      falseCase(`A/A, ${rounds} rounds, usual`, says(equal(2), { ...usual, rounds })),
    ),
    ...disturbed.map((name) =>
      falseCase(`A/A, 12 rounds, ${name}`, says(equal(2), { ...disturbances[name], rounds: 12 })),
    ),
    ...[12, 60].map((rounds) =>
      falseCase(
        `A/A, ${rounds} rounds, usual, starts differ by 3 %`,
        says(equal(2), { ...usual, rounds, startCv: 0.03 }),
      ),
    ),
    ...[4, 8, limits.lanes.max].flatMap((lanes) =>
      [8, 20].map((rounds) =>
        falseCase(`${lanes} equal lanes, ${rounds} rounds, usual`, says(equal(lanes), { ...usual, rounds })),
      ),
    ),
    falseCase('× 0.98 called worse, 8 rounds, usual', says([2, 1.96], { ...usual, rounds: 8 }, worse)),
    foundCase('× 2.4, 3 rounds, usual', 0.95, says([2, 4.8], { ...usual, rounds: 3 }, worse)),
    foundCase('+20 %, 8 rounds, quiet', 0.95, says([2, 2.4], { ...quiet, rounds: 8 }, worse)),
    foundCase('+20 %, 20 rounds, usual', 0.9, says([2, 2.4], { ...usual, rounds: 20 }, worse)),
    foundCase(
      'one of 8 lanes +25 %, 12 rounds, quiet',
      0.9,
      says([2, 2.5, ...equal(6)], { ...quiet, rounds: 12 }, worse),
    ),
  ],
};

/** A lane is ahead, and its p50 is said to be as before. */
const saysAsBefore = (times: number, conditions: Conditions) => (draw: Draw) => {
  const { latency = '' } = resultHeadline(
    runOf([2, 2 * times], conditions, draw, [1000, 6600]),
    ({ id }) => id,
    english,
  );
  return latency.includes('as long as in the baseline');
};

export const unpaid: Sentence = {
  name: 'headline: a typical command takes as long as in the baseline',
  falseWhen: 'the p50 is truly worse by over a tenth',
  cases: [
    falseCase('p50 +20 %, 8 rounds, quiet', saysAsBefore(1.2, { ...quiet, rounds: 8 })),
    falseCase('p50 +30 %, 8 rounds, usual', saysAsBefore(1.3, { ...usual, rounds: 8 })),
    falseCase('p50 × 2.4, 6 rounds, noisy', saysAsBefore(2.4, { ...noisy, rounds: 6 })),
    falseCase('p50 × 2.4, 12 rounds, wild', saysAsBefore(2.4, { ...disturbances.wild, rounds: 12 })),
    foundCase('the p50s are equal, 12 rounds, quiet', 0.9, saysAsBefore(1, { ...quiet, rounds: 12 })),
  ],
};

interface TwoRuns extends Conditions {
  /** Of the p50 in the later run to that in the earlier one. */
  ratio: number;
}

const saysOfTwo = ({ ratio, ...conditions }: TwoRuns, words: RegExp) => {
  return (draw: Draw) => {
    const run = (p50: number) => runOf([p50, p50], conditions, draw);
    return compareResults(run(2), run(2 * ratio), 'throughput').lanes.some(
      (lane) =>
        lane.lane === 'lane-1' &&
        lane.state === 'compared' &&
        words.test(comparedLatencyInWords(lane.latency, false, english.latency) ?? ''),
    );
  };
};

export const latencyOfTwo: Sentence = {
  name: 'compare: p50 worse / better than in the earlier run',
  falseWhen: 'nothing has changed (one lane)',
  cases: [
    ...[3, 6, 8, 12, 20].map((rounds) =>
      falseCase(`A/A, ${rounds} slices, usual`, saysOfTwo({ ...usual, rounds, ratio: 1 }, /p50/)),
    ),
    falseCase('A/A, 12 slices, correlated', saysOfTwo({ ...correlated, rounds: 12, ratio: 1 }, /p50/)),
    falseCase(
      'A/A, 12 slices, usual, starts differ by 3 %',
      saysOfTwo({ ...usual, rounds: 12, ratio: 1, startCv: 0.03 }, /p50/),
    ),
    foundCase('+25 %, 12 slices, usual', 0.95, saysOfTwo({ ...usual, rounds: 12, ratio: 1.25 }, worse)),
  ],
};
