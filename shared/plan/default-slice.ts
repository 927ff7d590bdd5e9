import { networkSettings } from '../settings/network.ts';
import { scheduleSettings } from '../settings/schedule.ts';
import { workloadSettings } from '../settings/workload.ts';
import type { PlanInput } from '../contract/plan.ts';

/** Fewer rounds make wide intervals, and more hardly narrower ones. */
const roundsWanted = 20;
const tripsWanted = 10;
const longestMs = 1000;

type SlicedPlan = Pick<PlanInput, 'workload' | 'network'> & {
  lanes: readonly Pick<PlanInput['lanes'][number], 'workload' | 'network'>[];
  schedule?: Pick<NonNullable<PlanInput['schedule']>, 'mode'> | undefined;
};

/**
 * The slice of a plan that names none, ms: a twentieth of the longest lane's time, at least 0.1 s and ten round trips
 * of the plan's network, at most 1 s. In a race it is 1 s, because each slice of each lane is sent to every viewer. Of a link that is cut, there is one cut in each.
 */
export function defaultSliceMs({ workload, network, lanes, schedule }: SlicedPlan): number {
  const networks = lanes.map((lane) => lane.network ?? network);
  const cuts = networks.flatMap((between) => between?.cutEveryMs ?? []);
  if (cuts.length > 0) return Math.max(...cuts);
  if (schedule?.mode === 'race') return longestMs;
  const durations = lanes.map((lane) => lane.workload?.durationMs ?? workload?.durationMs);
  const trips = networks.map((between) => between?.rttMs ?? networkSettings.rttMs.real.default);
  const longestLaneMs = Math.max(...durations.map((ms) => ms ?? workloadSettings.durationMs.whole.default));
  const shortestMs = Math.max(scheduleSettings.sliceMs.whole.min, tripsWanted * Math.max(...trips));
  return Math.round(Math.min(longestMs, Math.max(shortestMs, longestLaneMs / roundsWanted)));
}
