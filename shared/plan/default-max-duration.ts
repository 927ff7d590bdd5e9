import { scheduleSettings } from '../settings/schedule.ts';

/** Counted time of a lane at most where a plan with a precision does not say it, ms; each lane has its own time at least. */
export const defaultMaxDurationMs = (lanes: readonly { workload: { durationMs: number } }[]): number =>
  Math.max(scheduleSettings.maxDurationMs.whole.default, ...lanes.map(({ workload }) => workload.durationMs));
