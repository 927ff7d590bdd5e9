import { shownLatency } from '../../../shared/statistics/figures.ts';
import type { LaneResult } from '../../../shared/contract/lane-result.ts';

type Summary = NonNullable<LaneResult['latencyMs']['command']>;

/** As HdrHistogram draws them: each nine is as wide as the one before, so that the slowest have room. */
const nines = (share: number) => -Math.log10(1 - share);
const last = nines(0.9999);
const place = (share: number) => (nines(share) - nines(0.5)) / (last - nines(0.5));

/** What is drawn of each lane; `place`: from 0 at the left to 1 at the right. */
export const quantiles = [
  { label: 'p50', of: 'p50', place: place(0.5) },
  { label: 'p95', of: 'p95', place: place(0.95) },
  { label: 'p99', of: 'p99', place: place(0.99) },
  { label: 'p99.9', of: 'p999', place: place(0.999) },
  { label: 'max', of: 'max', place: 1 },
] as const satisfies readonly { label: string; of: keyof Summary; place: number }[];

export interface Percentile {
  label: string;
  place: number;
  ms: number;
}

/** Of response times in an open loop, of command latencies elsewhere; `null`: the lane has none. */
export function percentilesOf({ latencyMs }: Pick<LaneResult, 'latencyMs'>): Percentile[] | null {
  const summary = shownLatency(latencyMs);
  if (!summary) return null;
  const found = quantiles.map(({ label, of, place }) => ({ label, place, ms: summary[of] }));
  return found.every(({ ms }) => ms > 0) ? found : null;
}
