import { checkRegression } from '../../server/cli/gate/baseline.ts';
import { compareResults } from '../../shared/comparison/compare-results.ts';
import type { Draw } from '../draw.ts';
import { falseCase, foundCase, type Sentence } from '../sentence.ts';
import { syntheticResult } from '../synthetic-result.ts';
import { disturbances, syntheticSlices, type Conditions } from '../synthetic-run.ts';

interface TwoRuns extends Conditions {
  /** Of the later run to the earlier one. */
  ratio: number;
  /** Of each run. */
  starts?: number;
}

function twoRuns({ ratio, starts = 1, ...conditions }: TwoRuns, draw: Draw) {
  const start = (rate: number) =>
    syntheticSlices([1000 * rate, 1000 * rate], { ...conditions, rounds: conditions.rounds / starts }, draw);
  const run = (rate: number) => {
    const ofStarts = Array.from({ length: starts }, () => start(rate));
    return syntheticResult(
      [0, 1].map((lane) => ofStarts.flatMap((slices) => slices[lane] ?? [])),
      { starts: ofStarts.map((slices) => slices[0]?.length ?? 0) },
    );
  };
  return compareResults(run(1), run(ratio), 'throughput');
}

const isWorse = (runs: TwoRuns) => (draw: Draw) =>
  twoRuns(runs, draw).lanes.some(
    ({ lane, ...found }) => lane === 'lane-1' && found.state === 'compared' && found.outcome === 'worse',
  );

const bound = 0.1;
const fails = (runs: TwoRuns) => (draw: Draw) =>
  checkRegression(twoRuns(runs, draw), bound, 'earlier').some(
    ({ name, passed }) => name.startsWith('lane-1') && passed === false,
  );

const { usual, quiet, correlated } = disturbances;

export const twoResults: Sentence = {
  name: 'compare: better / worse than in the earlier run',
  falseWhen: 'nothing has changed (one lane)',
  cases: [
    ...[3, 6, 8, 12, 20].map((rounds) =>
      falseCase(`worse, A/A, ${rounds} slices, usual`, isWorse({ ...usual, rounds, ratio: 1 }), 0.025),
    ),
    falseCase('worse, A/A, 12 slices, correlated', isWorse({ ...correlated, rounds: 12, ratio: 1 }), 0.025),
    falseCase(
      'worse, A/A, 12 slices, usual, starts differ by 3 %',
      isWorse({ ...usual, rounds: 12, ratio: 1, startCv: 0.03 }),
      0.025,
    ),
    ...[3, 5].map((starts) =>
      falseCase(
        `worse, A/A, ${starts} starts that differ by 3 %, 4 slices each, usual`,
        isWorse({ ...usual, rounds: 4 * starts, ratio: 1, startCv: 0.03, starts }),
        0.025,
      ),
    ),
    foundCase(
      'worse, at × 0.8, 5 starts that differ by 3 %, 4 slices each, usual',
      0.95,
      isWorse({ ...usual, rounds: 20, ratio: 0.8, startCv: 0.03, starts: 5 }),
    ),
    foundCase('worse, at × 0.8, 12 slices, usual', 0.95, isWorse({ ...usual, rounds: 12, ratio: 0.8 })),
  ],
};

export const regression: Sentence = {
  name: '--max-regression 10 % fails',
  falseWhen: 'the lane is at most 10 % slower',
  cases: [
    ...[3, 6, 8, 12].map((rounds) =>
      falseCase(`10 % slower, ${rounds} slices, usual`, fails({ ...usual, rounds, ratio: 0.9 })),
    ),
    falseCase('10 % slower, 12 slices, correlated', fails({ ...correlated, rounds: 12, ratio: 0.9 })),
    falseCase(
      'as fast, 12 slices, starts differ by 3 %',
      fails({ ...usual, rounds: 12, ratio: 1, startCv: 0.03 }),
    ),
    falseCase(
      '10 % slower, 12 slices, starts differ by 3 %',
      fails({ ...usual, rounds: 12, ratio: 0.9, startCv: 0.03 }),
    ),
    falseCase(
      '10 % slower, 5 starts that differ by 3 %, 4 slices each',
      fails({ ...usual, rounds: 20, ratio: 0.9, startCv: 0.03, starts: 5 }),
    ),
    foundCase('25 % slower, 12 slices, quiet', 0.95, fails({ ...quiet, rounds: 12, ratio: 0.75 })),
    foundCase(
      '18 % slower, 5 starts that differ by 3 %, 8 slices each, quiet',
      0.9,
      fails({ ...quiet, rounds: 40, ratio: 0.82, startCv: 0.03, starts: 5 }),
    ),
  ],
};
