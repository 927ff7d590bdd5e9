import type { Comparison, Precision } from '../../../shared/contract/result.ts';

/** An interval of fewer pairs may be narrow by luck, and would end the run by it. */
const leastPairs = 10;

/**
 * How far the ends of the widest interval are from its ratio, a share. An interval that was drawn out to 1, because its
 * lanes cannot be told apart, counts by its other end. `null`: a ratio has too few pairs for it, or there is none.
 */
export function widestInterval(comparisons: readonly Comparison[]): number | null {
  const widths = comparisons.map(({ ratio, ci95, pairs }) => {
    if (!ci95 || pairs < leastPairs) return Infinity;
    const ends = ci95.filter((end) => end !== 1);
    return Math.max(1, ...ends.map((end) => Math.max(end / ratio, ratio / end))) - 1;
  });
  const widest = Math.max(...widths);
  return Number.isFinite(widest) ? widest : null;
}

/** Why a run that was to last until its ratios are so precise has ended. */
export function precisionReached(
  asked: number,
  comparisons: readonly Comparison[],
  stopped: boolean,
): Precision {
  const reached = widestInterval(comparisons);
  const isReached = reached !== null && reached <= asked;
  return { asked, reached, ended: isReached ? 'precise' : stopped ? 'stopped' : 'max-duration' };
}
