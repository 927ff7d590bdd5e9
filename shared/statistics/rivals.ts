import type { LaneResult } from '../contract/lane-result.ts';
import { fittedRatio } from './paired-ratio.ts';
import { fittedOf } from './ratios.ts';
import { chanceOverStarts } from './starts.ts';

/** Sentences that are false in more than 5 % of runs are not said. */
const mostFalse = 0.05;

type Measured = Pick<LaneResult, 'id' | 'throughput'> & Partial<Pick<LaneResult, 'gain'>>;

/**
 * Which of `others` cannot be told apart from the fastest lane, by slices of the same rounds. Whichever is on top by
 * chance, in at most 5 % of runs any that is as fast is missing: all pairs of lanes count (Bonferroni). What cannot
 * be compared is not among them; nor is the concurrent lane where the gain says that batching brought the fastest one
 * ahead of it.
 */
export function indistinguishableFrom<T>(
  best: T,
  others: readonly T[],
  resultOf: (lane: T) => Measured | null | undefined,
): T[] {
  const pairs = (others.length * (others.length + 1)) / 2;
  const { throughput, gain } = resultOf(best) ?? {};
  return others.filter((other) => {
    const result = resultOf(other);
    if (
      !throughput ||
      !result?.throughput ||
      (gain?.concurrent === result.id && (gain.batching.ci95?.[0] ?? 0) > 1)
    )
      return false;
    const ratio = fittedRatio(fittedOf(throughput), fittedOf(result.throughput));
    return (
      ratio !== null && !(ratio.ratio > 1 && chanceOverStarts(ratio, throughput.starts) * pairs <= mostFalse)
    );
  });
}
