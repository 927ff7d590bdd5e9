import type { LatencySpread } from '../../../shared/contract/figures.ts';
import { spreadBuckets } from '../../../shared/limits.ts';
import { bucketsPerDoubling, total, type Counts } from './histogram.ts';

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
