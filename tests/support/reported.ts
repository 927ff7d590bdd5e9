import type { LaneResult } from '../../shared/contract/lane-result.ts';
import type { Report, Reporter } from '../../server/reporters/reporter.ts';

/** All that a reporter writes of a report. */
export function reported(reporter: Reporter, report: Report, lane?: LaneResult): string {
  const parts: string[] = [];
  reporter.report(report, (text) => parts.push(text), lane);
  return parts.join('');
}
