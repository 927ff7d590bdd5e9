import { compareSides } from '../../shared/comparison/compare-sides.ts';
import { median } from '../../shared/statistics/statistics.ts';
import type { Draw } from '../draw.ts';
import { falseCase, foundCase, type Sentence } from '../sentence.ts';
import { disturbances, syntheticSlices, type Conditions } from '../synthetic-run.ts';

interface Change extends Omit<Conditions, 'rounds'> {
  /** Ratio of the throughput after it to that before. */
  ratio: number;
  /** Before and after it. */
  turns: readonly [number, number];
}

/** The interval of "batch 16 → batch 64: × 3.0": of the turns of a lane before and after a change of its settings. */
function intervalOf({ ratio, turns, ...conditions }: Change, draw: Draw): readonly [number, number] | null {
  const sideOf = (rate: number, rounds: number) => {
    const [values = []] = syntheticSlices([rate, rate], { ...conditions, rounds }, draw);
    return { shown: median(values), values, starts: undefined };
  };
  const [before, after] = [sideOf(1000, turns[0]), sideOf(1000 * ratio, turns[1])];
  return compareSides(before, after, 1).ratio?.ci95 ?? null;
}

const misses = (change: Change) => (draw: Draw) => {
  const interval = intervalOf(change, draw);
  return interval !== null && (interval[0] > change.ratio || interval[1] < change.ratio);
};

const isWithin = (factor: number, change: Change) => (draw: Draw) => {
  const interval = intervalOf(change, draw);
  return interval !== null && interval[1] <= factor * interval[0];
};

const { usual, quiet } = disturbances;
const disturbed = ['noisy', 'wild', 'with outliers', 'heavy-tailed', 'correlated'] as const;

export const laneChanges: Sentence = {
  name: 'ratio over a change of settings',
  falseWhen: 'the true ratio is outside',
  cases: [
    ...(
      [
        [2, 2],
        [3, 13],
        [6, 6],
        [8, 8],
        [12, 4],
        [16, 16],
        [60, 8],
      ] as const
    ).map((turns) =>
      falseCase(
        `× 3, ${turns[0]} turns before and ${turns[1]} after, usual`,
        misses({ ...usual, ratio: 3, turns }),
      ),
    ),
    ...disturbed.map((name) =>
      falseCase(
        `× 3, 8 turns before and 8 after, ${name}`,
        misses({ ...disturbances[name], ratio: 3, turns: [8, 8] }),
      ),
    ),
    falseCase(
      '× 1, 8 turns before and 8 after, usual, starts differ by 3 %',
      misses({ ...usual, ratio: 1, turns: [8, 8], startCv: 0.03 }),
    ),
    foundCase(
      'ends within × 1.4, 8 turns before and 8 after, quiet',
      0.9,
      isWithin(1.4, { ...quiet, ratio: 3, turns: [8, 8] }),
    ),
  ],
};
