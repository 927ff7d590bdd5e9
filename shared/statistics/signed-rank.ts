import { cumulated, tablesByCount } from './statistics.ts';

/** Means of every two values, and of every value with itself, in order. */
export function walshAverages(values: readonly number[]): Float64Array {
  const averages = new Float64Array((values.length * (values.length + 1)) / 2);
  let at = 0;
  for (const [index, value] of values.entries())
    for (let other = 0; other <= index; other++) averages[at++] = (value + (values[other] ?? NaN)) / 2;
  return averages.sort();
}

/** The median of the Walsh averages: Hodges & Lehmann 1963. */
export function hodgesLehmann(averages: Float64Array): number {
  const middle = averages.length >> 1;
  const upper = averages[middle] ?? NaN;
  return averages.length % 2 === 1 ? upper : ((averages[middle - 1] ?? NaN) + upper) / 2;
}

/**
 * 95 % interval of the middle of `count` values that scatter alike to both sides: the Walsh averages that the exact
 * signed-rank test cannot tell from it (Tukey 1949; Hollander & Wolfe, Nonparametric Statistical Methods, 3.3). From
 * 6 values on; fewer cannot be so far off by chance in one of 20.
 */
export function signedRankInterval(averages: Float64Array, count: number): [number, number] {
  const likely = cumulativeOf(count);
  let below = 0;
  while ((likely[below + 1] ?? 1) <= 0.025) below++;
  // `below` is the largest sum of ranks that chance undershoots in at most 2.5 %.
  return [averages[below] ?? NaN, averages[averages.length - 1 - below] ?? NaN];
}

/** How likely chance alone puts the middle of `count` values this far from 0, to either side. */
export function signedRankChance(averages: Float64Array, count: number): number {
  let ranks = 0;
  for (const average of averages) ranks += average > 0 ? 1 : average === 0 ? 0.5 : 0;
  const least = Math.floor(Math.min(ranks, averages.length - ranks));
  return Math.min(1, 2 * (cumulativeOf(count)[least] ?? 1));
}

/** Probability that the ranks with a positive sign, of 1 up to a count, add up to at most so much. */
const cumulativeOf = tablesByCount((count) => {
  const likely = new Float64Array((count * (count + 1)) / 2 + 1);
  likely[0] = 1;
  for (let rank = 1; rank <= count; rank++)
    for (let sum = (rank * (rank + 1)) / 2; sum >= 0; sum--)
      likely[sum] = ((likely[sum] ?? 0) + (sum >= rank ? (likely[sum - rank] ?? 0) : 0)) / 2;
  return cumulated(likely);
});
