import type { Comparison, Precision } from '../../../shared/contract/result.ts';

/** An interval of fewer pairs may be narrow by luck, and would end the run by it. */
const leastPairs = 10;

/**
 * How far the ends of the widest interval are from its ratio, a share. `null`: a ratio has too few pairs for it, or
 * there is none.
 */
export function widestInterval(comparisons: readonly Comparison[]): number | null {
  const widths = comparisons.map(({ ratio, ci95, pairs }) =>
    ci95 && pairs >= leastPairs ? Math.max(ci95[1] / ratio, ratio / ci95[0]) - 1 : Infinity,
  );
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
