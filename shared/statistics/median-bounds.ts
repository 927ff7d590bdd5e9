export interface MedianBounds {
  low: number;
  high: number;
}

/**
 * Between which two of the values the true median lies, each wrong with a probability of at most `chance`, whatever
 * the values are distributed like (sign test; Hollander & Wolfe, Nonparametric Statistical Methods, 3.6). `null` where
 * there are too few of them.
 */
export function medianBounds(values: readonly number[], chance: number): MedianBounds | null {
  const sorted = [...values].sort((a, b) => a - b);
  const count = sorted.length;
  /** Probability that at most `below` of the values lie below the median. */
  let log = count * Math.log(0.5);
  let likely = Math.exp(log);
  let below = 0;
  while (likely <= chance) {
    below++;
    log += Math.log((count - below + 1) / below);
    likely += Math.exp(log);
  }
  const [low, high] = [sorted[below - 1], sorted[count - below]];
  return low === undefined || high === undefined ? null : { low, high };
}
