import type { Comparison } from '../contract/result.ts';
import type { Throughput } from '../contract/figures.ts';

/** Middle value, or the mean of the two middle ones. NaN for no values. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? NaN) + upper) / 2;
}

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Sample standard deviation (n − 1); 0 for a single value. */
export function standardDeviation(values: readonly number[]): number {
  if (values.length < 2) return 0;
  const middle = mean(values);
  return Math.sqrt(values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1));
}

/** A generator of numbers in [0, 1) that gives the same sequence for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  // Kept signed: a number above 2³¹ would be put on the heap anew at each call.
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Values needed before a bootstrap of their median covers what it promises. */
const enoughToBootstrap = 8;

/** Two-sided 97.5 % points of Student's t for 1 to 6 degrees of freedom. */
const studentT = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447];

/**
 * 95 % interval of the middle of `values`: percentile bootstrap of the median over at least 8 values. A
 * bootstrap of fewer promises too much (three values never reach further than their own range, which holds the
 * median three times in four), so there it is Student's t around the mean, widened to hold the median.
 * `null` for fewer than two values.
 */
export function interval95(values: readonly number[]): [number, number] | null {
  const count = values.length;
  if (count < 2) return null;
  if (count < enoughToBootstrap) {
    const middle = mean(values);
    const half = ((studentT[count - 2] ?? NaN) * standardDeviation(values)) / Math.sqrt(count);
    const typical = median(values);
    return [Math.min(middle - half, typical), Math.max(middle + half, typical)];
  }
  const sorted = [...values].sort((a, b) => a - b);
  const below = bootstrapRank(count);
  return [sorted[below - 1] ?? NaN, sorted[count - below] ?? NaN];
}

/**
 * Rank, from 1, of the value that bounds the bootstrapped medians of `count` values at 2.5 %, by their exact
 * distribution instead of resampling: the median of a resample is at most the k-th value when at least half of
 * its draws are among the k smallest, which is a binomial tail (Efron 1979; what endless resampling gives).
 */
function bootstrapRank(count: number): number {
  let [low, high] = [1, Math.ceil(count / 2)];
  while (low < high) {
    const rank = (low + high) >> 1;
    if (binomialTail(count, rank / count, Math.ceil(count / 2)) >= 0.025) high = rank;
    else low = rank + 1;
  }
  return low;
}

/** Probability of at least `least` successes in `count` trials. */
export function binomialTail(count: number, probability: number, least: number): number {
  const odds = Math.log(probability / (1 - probability));
  let log = count * Math.log1p(-probability);
  let sum = least === 0 ? Math.exp(log) : 0;
  for (let successes = 1; successes <= count; successes++) {
    log += Math.log((count - successes + 1) / successes) + odds;
    if (successes >= least) sum += Math.exp(log);
  }
  return sum;
}

/** What the slices of a lane say of its throughput. `null` for no slices. */
export function summariseThroughput(slices: readonly number[]): Throughput | null {
  if (slices.length === 0) return null;
  const middle = mean(slices);
  const stddev = standardDeviation(slices);
  const interval = interval95(slices);
  return {
    median: median(slices),
    mean: middle,
    stddev,
    cv: middle > 0 ? stddev / middle : 0,
    ci95: interval && [Math.max(0, interval[0]), interval[1]],
    slices: [...slices],
  };
}

/** Commands per second that stand for none at all. */
export const leastRate = 0.001;

/**
 * Ratio of two lanes from slices measured in the same rounds: the median of the paired ratios, its interval
 * taken on their logarithms (duet benchmarking, arXiv 2001.05811; Kalibera & Jones 2013). Unpaired slices at
 * the end are left out. `null` for no pairs.
 */
export function compareSlices(
  slices: readonly number[],
  baseline: readonly number[],
): Omit<Comparison, 'lane' | 'baseline'> | null {
  const pairs = Math.min(slices.length, baseline.length);
  const logs: number[] = [];
  for (let pair = 0; pair < pairs; pair++) {
    const [ours, theirs] = [slices[pair] ?? NaN, baseline[pair] ?? NaN];
    // A slice in which nothing came back is as slow as can be told, and not left out.
    if (ours > 0 || theirs > 0) logs.push(Math.log(Math.max(ours, leastRate) / Math.max(theirs, leastRate)));
  }
  if (logs.length === 0) return null;
  const interval = interval95(logs);
  const ci95 = interval && ([Math.exp(interval[0]), Math.exp(interval[1])] satisfies [number, number]);
  const outcome = ci95 && ci95[0] > 1 ? 'faster' : ci95 && ci95[1] < 1 ? 'slower' : 'inconclusive';
  return { ratio: Math.exp(median(logs)), ci95, outcome, pairs: logs.length };
}

/**
 * Share of the change over all slices that a straight line explains, times the relative size of that change:
 * 0.1 means that the last slice is about 10 % above or below the first, beyond what scatter explains.
 * Theil–Sen slope (median of all pairwise slopes); 0 below 5 slices or where the pairwise slopes disagree.
 */
export function drift(slices: readonly number[]): number {
  if (slices.length < 5) return 0;
  const points = inBlocks(slices, mostDriftPoints);
  const slopes: number[] = [];
  for (let later = 1; later < points.length; later++)
    for (let earlier = 0; earlier < later; earlier++)
      slopes.push(((points[later] ?? NaN) - (points[earlier] ?? NaN)) / (later - earlier));
  const slope = median(slopes);
  const agreeing = slopes.filter((other) => Math.sign(other) === Math.sign(slope)).length / slopes.length;
  // Nothing falls by more than all of it.
  return agreeing < 0.8 ? 0 : Math.max(-1, (slope * (points.length - 1)) / median(points));
}

/** Pairs of slices grow with their square: more than this many are first put together in blocks. */
const mostDriftPoints = 100;

function inBlocks(slices: readonly number[], most: number): readonly number[] {
  const size = Math.ceil(slices.length / most);
  if (size === 1) return slices;
  return Array.from({ length: Math.ceil(slices.length / size) }, (_, block) =>
    median(slices.slice(block * size, (block + 1) * size)),
  );
}

const levelSlices = 4;
const levelWithin = 0.08;

/**
 * Whether throughput has stopped climbing: over the last four slices, the later two are on average not more than
 * 8 % above the earlier two. `false` for fewer than four.
 */
export function isLevel(slices: readonly number[]): boolean {
  if (slices.length < levelSlices) return false;
  const [a = NaN, b = NaN, c = NaN, d = NaN] = slices.slice(-levelSlices);
  return (c + d) / (a + b) <= 1 + levelWithin;
}
