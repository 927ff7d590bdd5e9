import type { Throughput } from '../contract/figures.ts';
import { pairedRatio } from './paired-ratio.ts';
import { chanceOverStarts } from './starts.ts';

/** Sentences that are false in more than 5 % of runs are not said. */
const mostFalse = 0.05;

/**
 * Which of `others` cannot be told apart from the fastest lane, by slices of the same rounds. Whichever is on top by
 * chance, in at most 5 % of runs any that is as fast is missing: all pairs of lanes count (Bonferroni). What cannot
 * be compared is not among them.
 */
export function levelWith<T>(
  best: T,
  others: readonly T[],
  throughputOf: (lane: T) => Pick<Throughput, 'slices' | 'starts'> | null | undefined,
): T[] {
  const pairs = (others.length * (others.length + 1)) / 2;
  const { slices = [], starts } = throughputOf(best) ?? {};
  return others.filter((other) => {
    const ratio = pairedRatio(slices, throughputOf(other)?.slices ?? [], starts);
    return ratio !== null && !(ratio.ratio > 1 && chanceOverStarts(ratio, starts) * pairs <= mostFalse);
  });
}
