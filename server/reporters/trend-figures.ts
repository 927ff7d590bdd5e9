import { nameInRun } from '../../shared/words/lane-labels.ts';
import {
  comparisonWithFirst,
  rateIntervalOf,
  rateOf,
  shownLatency,
} from '../../shared/statistics/figures.ts';
import type { ReportedDocument } from '../../shared/report/document.ts';
import type { Bounded } from '../../shared/statistics/against-earlier.ts';

/** Figures of a lane that services draw over time. */
export interface TrendFigures {
  id: string;
  /** The id behind the name of the run where that has one. */
  lane: string;
  /** Commands per second. */
  throughput: Bounded;
  /** Throughput as a multiple of that of the first lane; `null` for the first lane itself. */
  speedup: (Bounded & { baseline: string }) | null;
  /** Command latencies in ms; in an open loop response times. */
  latencyMs: { p50: number; p99: number } | null;
}

/** Of a run. Lanes that did not complete are left out: their figures would look like a change of what is measured. */
export function trendFigures(document: ReportedDocument): TrendFigures[] {
  if (document.kind !== 'run') return [];
  return document.result.lanes.flatMap((lane) => {
    const rate = rateOf(lane);
    if (lane.state !== 'completed' || rate === null) return [];
    const comparison = comparisonWithFirst(lane, document.result);
    return {
      id: lane.id,
      lane: nameInRun(lane.id, document.result),
      throughput: { value: rate, ci95: rateIntervalOf(lane) },
      speedup: comparison
        ? { value: comparison.ratio, ci95: comparison.ci95, baseline: comparison.baseline }
        : null,
      latencyMs: shownLatency(lane.latencyMs),
    };
  });
}
