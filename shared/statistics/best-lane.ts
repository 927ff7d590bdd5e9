import type { LaneResult } from '../contract/lane-result.ts';
import { fittedOf } from './figures.ts';
import { fittedRatio } from './paired-ratio.ts';
import { chanceOverStarts } from './starts.ts';
import type { Comparison } from '../contract/result.ts';

/** What is known of a lane: `null`, where there is nothing yet. */
export interface Placed {
  strategy: string;
  comparison: Comparison | null;
}

/** Whether it is a way of sending, which `noop`, the harness measuring itself, is not: it is never the answer. */
export const isWayOfSending = (strategy: string): boolean => strategy !== 'noop';

/**
 * The lane to name, of those that send and were compared with the baseline: one that is told apart and faster before
 * one that is not, and among those the one with the largest ratio, which is what is said of it. The first round has
 * no interval; there the ratio alone counts. `undefined`: none was compared.
 */
export function bestLane<T>(lanes: readonly T[], placeOf: (lane: T) => Placed): T | undefined {
  const rank = (lane: T): [told: number, ratio: number] => {
    const { comparison } = placeOf(lane);
    const told = comparison?.ci95 === null || comparison?.outcome === 'faster';
    return [told ? 1 : 0, comparison?.ratio ?? 0];
  };
  return lanes
    .filter((lane) => {
      const { strategy, comparison } = placeOf(lane);
      return comparison !== null && isWayOfSending(strategy);
    })
    .reduce<T | undefined>((best, lane) => {
      if (best === undefined) return lane;
      const [[told, ratio], [bestTold, bestRatio]] = [rank(lane), rank(best)];
      return (told - bestTold || ratio - bestRatio) > 0 ? lane : best;
    }, undefined);
}

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
