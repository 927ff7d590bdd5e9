import type { Comparison } from '../contract/result.ts';
import { isOfOneRound } from './figures.ts';

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
    if (!comparison) return [0, 0];
    const told = isOfOneRound(comparison) || comparison.outcome === 'faster';
    return [told ? 1 : 0, comparison.ratio];
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
