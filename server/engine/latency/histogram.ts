import type { LatencySummary, LatencySpread } from '../../../shared/contract/figures.ts';
import { spreadBuckets } from '../../../shared/limits.ts';

/**
 * Log-linear latency histograms over microseconds: each doubling is divided into 1024 equal buckets, so a value
 * is kept to 0.1 % (three significant digits) from 1 µs, and much less, to over 60 s. The bucket of a value is
 * read off the bits of its floating-point form, which costs about 3 ns. Counts may live in shared memory.
 */
const bucketsPerDoubling = 1024;
const smallestExponent = -3;
const largestExponent = 26;
const firstBucket = (1023 + smallestExponent) * bucketsPerDoubling;
export const bucketCount = (largestExponent - smallestExponent) * bucketsPerDoubling;

const float = new Float64Array(1);
const words = new Uint32Array(float.buffer);
const highWord = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1 ? 1 : 0;

/** Bucket that holds `micros`; values out of range go to the first or the last. */
export function bucketOf(micros: number): number {
  // Clocks of two threads may differ by a hair.
  if (!(micros > 0)) return 0;
  float[0] = micros;
  const bucket = ((words[highWord] ?? 0) >>> 10) - firstBucket;
  return bucket < 0 ? 0 : bucket >= bucketCount ? bucketCount - 1 : bucket;
}

/** Middle of a bucket, in microseconds. */
export function microsOf(bucket: number): number {
  const doubling = Math.floor(bucket / bucketsPerDoubling);
  return (
    2 ** (doubling + smallestExponent) * (1 + ((bucket % bucketsPerDoubling) + 0.5) / bucketsPerDoubling)
  );
}

export type Counts = Uint32Array | Float64Array;

/** Counts one value of `micros` (or `times` of them). */
export function record(counts: Counts, micros: number, times = 1): void {
  const bucket = bucketOf(micros);
  counts[bucket] = (counts[bucket] ?? 0) + times;
}

/** An empty histogram that counts without bound. */
export const emptyCounts = (): Float64Array => new Float64Array(bucketCount);

export function add(into: Float64Array, counts: Counts): void {
  for (let bucket = 0; bucket < bucketCount; bucket++) {
    const count = counts[bucket] ?? 0;
    if (count !== 0) into[bucket] = (into[bucket] ?? 0) + count;
  }
}

/** What was counted since `earlier`, a copy of the same histogram. */
export function since(later: Counts, earlier: Counts): Float64Array {
  const difference = emptyCounts();
  for (let bucket = 0; bucket < bucketCount; bucket++)
    difference[bucket] = (later[bucket] ?? 0) - (earlier[bucket] ?? 0);
  return difference;
}

export function total(counts: Counts): number {
  let sum = 0;
  for (const count of counts) sum += count;
  return sum;
}

/** The value, in microseconds, that a share `quantile` (0 to 1) of the counted values does not exceed. */
export function quantile(counts: Counts, share: number): number {
  const wanted = Math.max(1, Math.ceil(total(counts) * share));
  let seen = 0;
  for (let bucket = 0; bucket < bucketCount; bucket++) {
    seen += counts[bucket] ?? 0;
    if (seen >= wanted) return microsOf(bucket);
  }
  return NaN;
}

/** Summary in milliseconds; `null` when nothing was counted. One pass over the buckets. */
export function summarise(counts: Counts): LatencySummary | null {
  const count = total(counts);
  if (count === 0) return null;
  const shares = [0.5, 0.95, 0.99, 0.999].map((share) => Math.max(1, Math.ceil(count * share)));
  const found: number[] = [];
  let seen = 0;
  let sum = 0;
  let min = NaN;
  let max = NaN;
  for (let bucket = 0; bucket < bucketCount; bucket++) {
    const here = counts[bucket] ?? 0;
    if (here === 0) continue;
    const ms = microsOf(bucket) / 1000;
    if (seen === 0) min = ms;
    max = ms;
    seen += here;
    sum += here * ms;
    while (found.length < shares.length && seen >= (shares[found.length] ?? Infinity)) found.push(ms);
  }
  const [p50 = NaN, p95 = NaN, p99 = NaN, p999 = NaN] = found;
  return { mean: sum / count, min, p50, p95, p99, p999, max };
}

/** Buckets of a histogram that one coarse bucket holds: both begin at the same latency, and divide a doubling evenly. */
const perSpreadBucket = bucketsPerDoubling / spreadBuckets.perDoubling;

/** A histogram in coarse buckets, from the fastest to the slowest; `null` when nothing was counted. */
export function latencySpreadOf(counts: Counts): LatencySpread | null {
  const coarse = Array.from({ length: spreadBuckets.count }, (_, place) =>
    total(counts.subarray(place * perSpreadBucket, (place + 1) * perSpreadBucket)),
  );
  const from = coarse.findIndex((count) => count > 0);
  if (from < 0) return null;
  const all = coarse.reduce((sum, count) => sum + count, 0);
  const perMille = (count: number) => (count === 0 ? 0 : Math.max(1, Math.round((1000 * count) / all)));
  return { from, perMille: coarse.slice(from, coarse.findLastIndex((count) => count > 0) + 1).map(perMille) };
}
