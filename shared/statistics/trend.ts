import { cumulated, inBlocks, mean, median, standardDeviation, tablesByCount } from './statistics.ts';
import { studentPoint } from './student-point.ts';

/** Fewer slices than this cannot be told to have a trend. */
const leastSlices = 5;
/** A trend that chance alone makes more often than this is none. */
const mostChance = 0.02;

/**
 * Relative change from the first slice to the last, where there is a trend: 0.1 means that the last is about 10 %
 * above the first. Theil–Sen slope (median of all pairwise slopes) of the logarithms, so that a fall to a tenth and a
 * rise tenfold are the same trend; 0 where Mann and Kendall's exact test finds none, and below 5 slices. A fall to
 * 0 counts as -100 %; a rise from 0 counts for the test only.
 */
export function drift(slices: readonly number[]): number {
  if (slices.length < leastSlices) return 0;
  const points = inBlocks(slices, mostPoints, median);
  const slopes: number[] = [];
  let sum = 0;
  for (let later = 1; later < points.length; later++)
    for (let earlier = 0; earlier < later; earlier++) {
      const [from, to] = [points[earlier] ?? NaN, points[later] ?? NaN];
      sum += Math.sign(to - from);
      if (from > 0) slopes.push(Math.log(to / from) / (later - earlier));
    }
  if (trendChance(sum, points.length) > mostChance) return 0;
  return slopes.length === 0 ? 0 : Math.expm1(median(slopes) * (points.length - 1));
}

/** Pairs of slices grow with their square: more than this many are first put together in blocks. */
const mostPoints = 100;

/**
 * How likely chance alone gives Kendall's sum (pairs in rising order less those in falling order) of `count` values
 * at least so far from 0: by the number of inversions of all orders (Kendall 1938; Mann 1945).
 */
export function trendChance(sum: number, count: number): number {
  const pairs = (count * (count - 1)) / 2;
  const fewest = Math.floor((pairs - Math.abs(sum)) / 2);
  return Math.min(1, 2 * (inversionsOf(count)[fewest] ?? 1));
}

/** Probability that a random order of so many values has at most so many inversions. */
const inversionsOf = tablesByCount((count) => {
  let likely = new Float64Array((count * (count - 1)) / 2 + 1);
  likely[0] = 1;
  for (let length = 2; length <= count; length++) {
    const next = new Float64Array(likely.length);
    let window = 0;
    for (let sum = 0; sum < likely.length; sum++) {
      window += likely[sum] ?? 0;
      if (sum >= length) window -= likely[sum - length] ?? 0;
      next[sum] = Math.max(0, window) / length;
    }
    likely = next;
  }
  return cumulated(likely);
});

/** Of all slices this share, the first ones, may be steep without saying anything about the last ones. */
const steepShare = 0.2;
/** Of the others there have to be so many. */
const leastLevel = 12;
/** What is missing of the final rate is at most a little more than what the later half gained on the earlier one. */
const levelWithin = 0.06;

/** So many slices show that throughput is level also where they scatter by 8 %. */
export const slicesUntilLevel = 40;

/**
 * Whether throughput is known to have stopped climbing: of all slices but the first fifth, the later half is with
 * 95 % confidence not more than 6 % above the earlier one (Student's t). That no climb can be told from noise is not
 * enough, and a window that grows with the warm-up also sees a slow climb. `false` for fewer than 14.
 */
export function isLevel(slices: readonly number[]): boolean {
  const kept = slices.slice(Math.floor(slices.length * steepShare));
  if (kept.length < leastLevel) return false;
  const half = kept.length >> 1;
  const [earlier, later] = [kept.slice(0, half), kept.slice(-half)];
  const variance = (standardDeviation(earlier) ** 2 + standardDeviation(later) ** 2) / half;
  const rise = mean(later) - mean(earlier) + studentPoint(0.1, 2 * (half - 1)) * Math.sqrt(variance);
  return mean(earlier) > 0 && rise <= levelWithin * mean(earlier);
}
