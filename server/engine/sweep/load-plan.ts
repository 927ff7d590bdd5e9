import type { Plan } from '../../../shared/contract/plan.ts';
import { makeSchedule } from '../run/schedule.ts';
import { leastSlices } from '../run/lane-warnings.ts';
import { smallest } from '../../../shared/statistics/extremes.ts';

/** Why no load curve can be measured of a plan, and in which field; `null`: one can. */
export function loadPlanFault(plan: Plan): { field: string; message: string } | null {
  if (plan.schedule.mode === 'race')
    return {
      field: 'schedule.mode',
      message: 'race does not go with a load curve: lanes that run at once disturb one another',
    };
  if (plan.lanes.some(({ workload }) => workload.requests !== undefined))
    return {
      field: 'workload.requests',
      message: 'a count does not go with a load curve: each rate is measured for a time',
    };
  const counted = makeSchedule(plan).filter(({ phase }) => phase === 'counted');
  const slices = smallest(
    plan.lanes.map(
      (_, lane) => counted.filter(({ turns }) => turns.some((turn) => turn.lane === lane)).length,
    ),
  );
  return slices >= leastSlices
    ? null
    : {
        field: 'workload.durationMs',
        message: `a load curve needs at least ${leastSlices} slices a lane to tell whether its queue grows, and these settings give ${slices}: a longer time, or shorter slices`,
      };
}
