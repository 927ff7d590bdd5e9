import type { Warning } from '../../../shared/contract/warning.ts';
import { drift, mean, standardDeviation } from '../../../shared/statistics/statistics.ts';

const cvWorthAWarning = 0.1;
const driftWorthAWarning = 0.1;

/** What a reader of a lane's throughput should know of its slices, commands per second. */
export function sliceWarnings(slices: readonly number[]): Warning[] {
  const warnings: Warning[] = [];
  const middle = mean(slices);
  const cv = middle > 0 ? standardDeviation(slices) / middle : 0;
  if (cv > cvWorthAWarning) warnings.push({ code: 'slices-disagree', cv });
  const change = drift(slices);
  if (Math.abs(change) > driftWorthAWarning) warnings.push({ code: 'throughput-drifted', change });
  return warnings;
}
