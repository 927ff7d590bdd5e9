import type { SearchPoint } from '../shared/contract/search.ts';
import type { SearchScope } from '../shared/search/search-plan.ts';
import { median } from '../shared/statistics/statistics.ts';
import { interval95 } from '../shared/statistics/throughput.ts';
import type { Draw } from './draw.ts';
import { syntheticPlan, syntheticSlices, type Conditions } from './synthetic-run.ts';

/** What a batch size truly brings. */
export interface TrueRung {
  batchSize: number;
  /** Commands per second. */
  rate: number;
  p99Ms: number;
}

export const searchScope = (more: Partial<SearchScope> = {}): SearchScope => ({
  workload: syntheticPlan(1, 1).workload,
  strategies: ['pipeline'],
  p99BoundMs: null,
  deepest: 1024,
  ...more,
});

/** Batch sizes that the final round of a search has around its answer. */
const batchSizes = [1, 8, 16, 32, 64, 128, 256];

/**
 * A curve by Little's law over 10 connections: what is in flight, divided by the trip, up to what client and server
 * can do. `sharpness` of the shoulder: 1, a fixed cost a batch and one a command; 4, a queue that fills.
 */
const curveByLittle = (tripMs: number, sharpness: number, ceiling = 300_000): TrueRung[] =>
  batchSizes.map((batchSize) => {
    const unbound = (10 * batchSize * 1000) / tripMs;
    const rate = unbound / (1 + (unbound / ceiling) ** sharpness) ** (1 / sharpness);
    return { batchSize, rate, p99Ms: (1.2 * 10 * batchSize * 1000) / rate };
  });

/** A curve whose shoulder lies somewhere among the batch sizes that are tried. */
export const drawCurve = (draw: Draw): TrueRung[] =>
  curveByLittle(0.5 * 8 ** draw.uniform(), 1 + 3 * draw.uniform());

/** The points of a final round over these candidates; the first is the baseline. */
export function syntheticPoints(
  candidates: readonly TrueRung[],
  conditions: Conditions,
  draw: Draw,
): SearchPoint[] {
  const rates = syntheticSlices(
    candidates.map(({ rate }) => rate),
    conditions,
    draw,
  );
  const p99s = syntheticSlices(
    candidates.map(({ p99Ms }) => p99Ms),
    conditions,
    draw,
  );
  return candidates.map(({ batchSize }, index): SearchPoint => {
    const [slices, p99Slices] = [rates[index] ?? [], p99s[index] ?? []];
    return {
      strategy: index === 0 ? 'one-by-one' : 'pipeline',
      batchSize,
      stage: 'final',
      throughput: median(slices),
      ci95: interval95(slices),
      slices,
      p99Ms: median(p99Slices),
      p99Slices,
      p50Ms: median(p99Slices) / 1.2,
      effectiveBatch: batchSize,
      failed: 0,
      keepsRate: true,
      verdict: { code: 'unmeasured', bound: 'none' },
      unusable: null,
    };
  });
}
