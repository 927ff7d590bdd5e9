import { compareLanes } from '../../server/engine/run/comparisons.ts';
import { limits } from '../../shared/limits.ts';
import type { Comparison } from '../../shared/contract/result.ts';
import type { Draw } from '../draw.ts';
import { falseCase, foundCase, type Sentence } from '../sentence.ts';
import { disturbances, syntheticSlices, type Conditions } from '../synthetic-run.ts';

/** The comparisons of a run whose lanes have these true rates; the first is the baseline. */
export function comparisonsOf(rates: readonly number[], conditions: Conditions, draw: Draw): Comparison[] {
  return comparisonsOfStarts(rates, conditions, 1, draw);
}

/** Each start has the rounds of `conditions`. */
function comparisonsOfStarts(
  rates: readonly number[],
  conditions: Conditions,
  count: number,
  draw: Draw,
): Comparison[] {
  const ofStarts = Array.from({ length: count }, () => syntheticSlices(rates, conditions, draw));
  const starts = ofStarts.map(([first]) => first?.length ?? 0);
  return compareLanes(
    rates.map((_, lane) => ({
      id: `lane-${lane}`,
      countedFrom: 0,
      slices: ofStarts.flatMap((slices) => slices[lane] ?? []),
      starts,
    })),
  );
}

const saysOf = (rates: readonly number[], conditions: Conditions, outcome: Comparison['outcome']) => {
  return (draw: Draw) => comparisonsOf(rates, conditions, draw).some((one) => one.outcome === outcome);
};

const isToldApart = (rates: readonly number[], conditions: Conditions) => (draw: Draw) =>
  comparisonsOf(rates, conditions, draw).some(({ outcome }) => outcome !== 'inconclusive');

const ofStartsSays = (
  rates: readonly number[],
  conditions: Conditions,
  starts: number,
  isSaid: (outcome: Comparison['outcome']) => boolean,
) => {
  return (draw: Draw) =>
    comparisonsOfStarts(rates, conditions, starts, draw).some(({ outcome }) => isSaid(outcome));
};

const { usual, quiet, noisy } = disturbances;
const startCv = 0.03;
const unlike = (['noisy', 'wild', 'correlated', 'strongly correlated', 'drifting'] as const).concat();
const disturbed = [...unlike, 'with outliers', 'heavy-tailed', 'correlated within a lane'] as const;

/** One lane against the baseline. */
export const toldApart: Sentence = {
  name: 'faster / slower than the baseline',
  falseWhen: 'the true ratio is 1, or lies on the other side of it',
  cases: [
    ...[3, 4, 6, 8, 10, 12, 16, 20, 60].map((rounds) =>
      falseCase(`A/A, ${rounds} rounds, usual`, isToldApart([1000, 1000], { ...usual, rounds })),
    ),
    ...disturbed.flatMap((name) =>
      [8, 20].map((rounds) =>
        falseCase(
          `A/A, ${rounds} rounds, ${name}`,
          isToldApart([1000, 1000], { ...disturbances[name], rounds }),
        ),
      ),
    ),
    ...[4, 12, 20, 60].map((rounds) =>
      falseCase(
        `A/A, ${rounds} rounds, usual, starts differ by 3 %`,
        isToldApart([1000, 1000], { ...usual, rounds, startCv }),
      ),
    ),
    falseCase(
      'A/A, 60 rounds, quiet, starts differ by 3 %',
      isToldApart([1000, 1000], { ...quiet, rounds: 60, startCv }),
    ),
    ...[3, 5, 10].map((starts) =>
      falseCase(
        `A/A, ${starts} starts that differ by 3 %, 4 rounds each, usual`,
        ofStartsSays(
          [1000, 1000],
          { ...usual, rounds: 4, startCv },
          starts,
          (outcome) => outcome !== 'inconclusive',
        ),
      ),
    ),
    falseCase(
      '× 1.02 called slower, 8 rounds, usual',
      saysOf([1000, 1020], { ...usual, rounds: 8 }, 'slower'),
    ),
    foundCase('× 10, 3 rounds, usual', 0.95, saysOf([100, 1000], { ...usual, rounds: 3 }, 'faster')),
    foundCase('× 2, 6 rounds, noisy', 0.95, saysOf([500, 1000], { ...noisy, rounds: 6 }, 'faster')),
    foundCase('× 1.2, 8 rounds, quiet', 0.95, saysOf([1000, 1200], { ...quiet, rounds: 8 }, 'faster')),
    foundCase(
      '× 1.15, 5 starts that differ by 3 %, 4 rounds each, quiet',
      0.9,
      ofStartsSays([1000, 1150], { ...quiet, rounds: 4, startCv }, 5, (outcome) => outcome === 'faster'),
    ),
    foundCase(
      '× 1.05, 20 starts that differ by 3 %, 4 rounds each, CV 3 %',
      0.9,
      ofStartsSays([1000, 1050], { cv: 0.03, rounds: 4, startCv }, 20, (outcome) => outcome === 'faster'),
    ),
  ],
};

/** All lanes of a run against the baseline. */
export const anyToldApart: Sentence = {
  name: 'any lane faster / slower, of many',
  falseWhen: 'all lanes are equal, and one of them is called faster or slower than the first',
  cases: [
    ...[4, 8, limits.lanes.max].flatMap((lanes) =>
      [6, 8, 12, 16, 20].map((rounds) =>
        falseCase(
          `${lanes} equal lanes, ${rounds} rounds, usual`,
          isToldApart(new Array<number>(lanes).fill(1000), { ...usual, rounds }),
        ),
      ),
    ),
    ...[8, limits.lanes.max].map((lanes) =>
      falseCase(
        `${lanes} equal lanes, 12 rounds, correlated`,
        isToldApart(new Array<number>(lanes).fill(1000), { ...disturbances.correlated, rounds: 12 }),
      ),
    ),
    foundCase(
      'one of 8 lanes × 1.2, 12 rounds, quiet',
      0.9,
      saysOf([1000, 1200, ...new Array<number>(6).fill(1000)], { ...quiet, rounds: 12 }, 'faster'),
    ),
    foundCase(
      `one of ${limits.lanes.max} lanes × 1.2, 12 rounds, quiet`,
      0.9,
      saysOf(
        [1000, 1200, ...new Array<number>(limits.lanes.max - 2).fill(1000)],
        { ...quiet, rounds: 12 },
        'faster',
      ),
    ),
  ],
};
