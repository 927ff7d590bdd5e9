import { networkSettings } from '../settings/network.ts';
import { scheduleSettings } from '../settings/schedule.ts';
import { workloadSettings } from '../settings/workload.ts';
import type { PlanInput } from '../contract/plan.ts';
import { largest } from '../statistics/extremes.ts';

/** Fewer rounds make wide intervals, and more hardly narrower ones. */
const roundsWanted = 20;
const tripsWanted = 10;
/** The last round trip of a turn is not counted, so that stalls that begin in it weigh more. */
const tripsWantedAtRate = 20;
const longestMs = 1000;

type SlicedPlan = Pick<PlanInput, 'workload' | 'network'> & {
  lanes: readonly Pick<PlanInput['lanes'][number], 'workload' | 'network'>[];
  schedule?: Pick<NonNullable<PlanInput['schedule']>, 'mode'> | undefined;
};

/**
 * The slice of a plan that names none, ms: a twentieth of the longest lane's time, at least 0.1 s and ten round trips
 * of the plan's network (twenty at a rate), at most 1 s. In a race it is 1 s, because each slice of each lane is sent to every viewer. Of a link that is cut, there is one cut in each.
 */
export function defaultSliceMs({ workload, network, lanes, schedule }: SlicedPlan): number {
  const networks = lanes.map((lane) => lane.network ?? network);
  const cuts = networks.flatMap((between) => between?.cutEveryMs ?? []);
  if (cuts.length > 0) return largest(cuts);
  if (schedule?.mode === 'race') return longestMs;
  const durations = lanes.map((lane) => lane.workload?.durationMs ?? workload?.durationMs);
  const trips = networks.map((between) => between?.rttMs ?? networkSettings.rttMs.real.default);
  const longestLaneMs = largest(durations.map((ms) => ms ?? workloadSettings.durationMs.whole.default));
  const isAtRate = lanes.some((lane) => (lane.workload?.rps ?? workload?.rps) !== undefined);
  const wantedMs = (isAtRate ? tripsWantedAtRate : tripsWanted) * largest(trips);
  const shortestMs = Math.max(scheduleSettings.sliceMs.whole.min, wantedMs);
  return Math.round(Math.min(longestMs, Math.max(shortestMs, longestLaneMs / roundsWanted)));
}
