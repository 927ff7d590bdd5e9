import { shownLatency } from '../../shared/statistics/shown-latency.ts';
import type { Result } from '../../shared/contract/result.ts';

/** Figures of a lane that services draw over time. */
export interface TrendFigures {
  lane: string;
  /** Commands per second. */
  throughput: Bounded;
  /** Throughput as a multiple of that of the first lane; `null` for the first lane itself. */
  speedup: (Bounded & { baseline: string }) | null;
  /** Command latencies in ms; in an open loop response times. */
  latencyMs: { p50: number; p99: number } | null;
}

export interface Bounded {
  value: number;
  /** The 95 % interval; `null` for a single slice. */
  ci95: [low: number, high: number] | null;
}

/** Lanes that did not complete are left out: their figures would look like a change of what is measured. */
export const trendFigures = ({ lanes, comparisons }: Result): TrendFigures[] =>
  lanes.flatMap((lane) => {
    const { id, state, throughput } = lane;
    if (state !== 'completed' || throughput === null) return [];
    const comparison = comparisons.find((one) => one.lane === id);
    return {
      lane: id,
      throughput: { value: throughput.median, ci95: throughput.ci95 },
      speedup: comparison
        ? { value: comparison.ratio, ci95: comparison.ci95, baseline: comparison.baseline }
        : null,
      latencyMs: shownLatency(lane.latencyMs),
    };
  });
