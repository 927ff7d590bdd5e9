import type { SearchPoint } from '../../shared/contract/search.ts';

import type { SearchScope } from '../../shared/search/search-plan.ts';
import { parsePlan } from '../../shared/plan/parse-plan.ts';
import type { Workload } from '../../shared/contract/workload.ts';
import { mean, median, randomFrom } from '../../shared/statistics/statistics.ts';

/** A workload with every default, but for what is said. */
export const madeWorkload = (fields: Partial<Workload> = {}): Workload =>
  parsePlan({ workload: { pipeline: 1, ...fields }, lanes: [{ strategy: 'one-by-one' }] }).workload;

export const madeSearch = (fields: Partial<SearchScope> = {}): SearchScope => ({
  workload: madeWorkload(),
  strategies: ['pipeline'],
  p99BoundMs: null,
  deepest: 1024,
  ...fields,
});

/** A point as if it had been measured: eight slices of about `throughput`, that stray by `noise` (a share). */
export function madePoint(
  strategy: string,
  batchSize: number,
  throughput: number,
  p99Ms: number,
  { noise = 0.01, seed = batchSize, rounds = 8, ...more }: MadeOptions = {},
): SearchPoint {
  const random = randomFrom(seed * 7919 + strategy.length);
  const stray = () => 1 + noise * (random() + random() + random() - 1.5) * 2;
  const slices = Array.from({ length: rounds }, () => throughput * stray());
  const p99Slices = Array.from({ length: rounds }, () => p99Ms * stray());
  return {
    strategy,
    batchSize,
    stage: 'final',
    throughput: median(slices),
    ci95: null,
    slices,
    p99Ms: mean(p99Slices),
    p99Slices,
    p50Ms: p99Ms / 2,
    effectiveBatch: batchSize,
    failed: 0,
    keepsRate: true,
    verdict: { code: 'unmeasured', bound: 'none' },
    unusable: null,
    ...more,
  };
}

type MadeOptions = Partial<SearchPoint> & { noise?: number; seed?: number; rounds?: number };

/**
 * A curve by Little's law: in flight are 10 connections × batchSize, the trip takes `tripMs`, and no more than
 * `ceiling` commands per second pass.
 */
export function madeCurve(
  batchSizes: readonly number[],
  { tripMs, ceiling, ...options }: MadeOptions & { tripMs: number; ceiling: number },
): SearchPoint[] {
  return batchSizes.map((batchSize) => {
    const inFlight = 10 * batchSize;
    const unbound = (inFlight * 1000) / tripMs;
    // A smooth shoulder, as a queue has one.
    const throughput = unbound / (1 + (unbound / ceiling) ** 4) ** 0.25;
    const p99Ms = (1.2 * inFlight * 1000) / throughput;
    return madePoint(batchSize === 1 ? 'one-by-one' : 'pipeline', batchSize, throughput, p99Ms, options);
  });
}
