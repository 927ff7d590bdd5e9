import { scheduleSettings } from '../settings/schedule.ts';
import { largest } from '../statistics/extremes.ts';

/** Counted time of a lane at most where a plan with a precision does not say it, ms; each lane has its own time at least. */
export const defaultMaxDurationMs = (lanes: readonly { workload: { durationMs: number } }[]): number =>
  largest(
    lanes.map(({ workload }) => workload.durationMs),
    scheduleSettings.maxDurationMs.whole.default,
  );
