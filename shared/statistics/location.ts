import { cumulated, inBlocks, mean, standardDeviation, tablesByCount } from './statistics.ts';
import { studentT95, studentTail } from './student-t.ts';

/** Where the middle of some values lies. */
export interface Location {
  /** Hodges and Lehmann's estimate. */
  middle: number;
  /** 95 %; `null` for fewer than two values. */
  ci95: [number, number] | null;
  /** How likely chance alone puts the middle as far from 0; 1 where nothing is known. */
  chance: number;
}

/** From so many values on the signed-rank test has steps fine enough, also for one of twelve lanes. */
const enoughForRanks = 10;

/** Walsh averages grow with the square: of more values, means of neighbours are taken. */
const mostRanked = 100;

/**
 * The middle of values that scatter alike to both sides: Student's t for fewer than ten, the exact signed-rank test
 * for more. docs/calibration.md has how often its interval misses. NaN for no values.
 */
export function locateMiddle(values: readonly number[]): Location {
  const count = values.length;
  if (count >= enoughForRanks) {
    const ranked = inBlocks(values, mostRanked, mean);
    const averages = walshAverages(ranked);
    return {
      middle: hodgesLehmann(averages),
      ci95: signedRankInterval(averages, ranked.length),
      chance: signedRankChance(averages, ranked.length),
    };
  }
  const middle = hodgesLehmann(walshAverages(values));
  if (count < 2) return { middle, ci95: null, chance: 1 };
  const centre = mean(values);
  const error = standardDeviation(values) / Math.sqrt(count);
  const half = studentT95(count - 1) * error;
  const chance = error > 0 ? studentTail(centre / error, count - 1) : centre === 0 ? 1 : 0;
  return { middle, ci95: [Math.min(centre - half, middle), Math.max(centre + half, middle)], chance };
}

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
