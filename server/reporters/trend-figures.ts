import {
  comparisonWithFirst,
  rateIntervalOf,
  rateOf,
  shownLatency,
} from '../../shared/statistics/figures.ts';
import type { ReportedDocument } from '../../shared/report/document.ts';

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

/** Of a run. Lanes that did not complete are left out: their figures would look like a change of what is measured. */
export function trendFigures(document: ReportedDocument): TrendFigures[] {
  if (document.kind !== 'run') return [];
  return document.result.lanes.flatMap((lane) => {
    const rate = rateOf(lane);
    if (lane.state !== 'completed' || rate === null) return [];
    const comparison = comparisonWithFirst(lane, document.result);
    return {
      lane: lane.id,
      throughput: { value: rate, ci95: rateIntervalOf(lane) },
      speedup: comparison
        ? { value: comparison.ratio, ci95: comparison.ci95, baseline: comparison.baseline }
        : null,
      latencyMs: shownLatency(lane.latencyMs),
    };
  });
}
