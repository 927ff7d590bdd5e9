import type { Warning } from '../../../shared/contract/warning.ts';
import { scatterOver } from '../../../shared/statistics/scatter.ts';
import { drift } from '../../../shared/statistics/trend.ts';

const cvWorthAWarning = 0.1;
const driftWorthAWarning = 0.1;

/** What a reader of a lane's throughput should know of its slices, commands per second. */
export function sliceWarnings(slices: readonly number[]): Warning[] {
  const cv = scatterOver(cvWorthAWarning, slices);
  const change = drift(slices);
  return [
    ...(cv === null ? [] : [{ code: 'slices-disagree', cv } as const]),
    ...(Math.abs(change) > driftWorthAWarning ? [{ code: 'throughput-drifted', change } as const] : []),
  ];
}
