import type { Plan } from '../../../shared/contract/plan.ts';

/** Why the gain over distance cannot be measured of a plan, and in which field; `null`: it can. */
export function distancesFault(
  plan: Plan,
  rtts: readonly number[],
): { field: string; message: string } | null {
  const without = (field: string, why: string) => ({
    field,
    message: `does not go with several round trips: ${why}`,
  });
  if (plan.schedule.mode === 'race')
    return without('schedule.mode', 'lanes that run at once disturb one another');
  if (plan.lanes.some(({ workload }) => workload.rps !== undefined))
    return without('workload.rps', 'at a rate that is given no lane gains anything');
  if (plan.lanes.some(({ workload }) => workload.requests !== undefined))
    return without('workload.requests', 'each distance is measured for a time');
  if (plan.lanes.some(({ network }) => network !== undefined))
    return without('lanes', 'a lane has a network of its own');
  if (plan.agents !== undefined) return without('agents', 'no network can be put before agents');
  if (plan.lanes.length < 2) return without('lanes', 'a gain needs a second lane');
  if (rtts.length < 2) return { field: 'network.rttMs', message: 'name at least two different round trips' };
  return null;
}
