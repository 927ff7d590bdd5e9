import type { Warning } from '../../../shared/contract/warning.ts';
import { scatterOver } from '../../../shared/statistics/scatter.ts';
import { standardDeviation } from '../../../shared/statistics/statistics.ts';
import { studentT95 } from '../../../shared/statistics/student-t.ts';
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

/** A queue below this share of all that was due is no sign of a rate that cannot be met. */
const leastQueue = 0.002;

/** A lane that does just what it is asked to has a queue too: by chance it is now longer, now shorter. */
export const leastSlices = 5;

/**
 * Whether the commands that are due and not sent grow in number because the rate is more than the lane can do;
 * `backlogs`: as each slice ended, `offered`: due in all. The queue is longer at the end than chance makes it in 95 of
 * 100 lanes that can just do it: a random walk from 0 with the steps that there were (Student's t).
 */
export function queueGrows(backlogs: readonly number[], offered: number): boolean {
  const last = backlogs.at(-1) ?? 0;
  if (backlogs.length < leastSlices || last <= leastQueue * offered) return false;
  const steps = backlogs.map((backlog, index) => backlog - (backlogs[index - 1] ?? 0));
  return last > studentT95(steps.length - 1) * standardDeviation(steps) * Math.sqrt(steps.length);
}

export const backlogWarnings = (backlogs: readonly number[], offered: number): Warning[] =>
  queueGrows(backlogs, offered) ? [{ code: 'queue-grows', backlog: backlogs.at(-1) ?? 0 }] : [];
