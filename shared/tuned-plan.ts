import { tuningFor } from './lane-differences.ts';
import type { Plan, Tuning, Workload } from './schemas.ts';

/**
 * What a run measured with at its end: its plan, with the changes that were made to it on the way. As the engine does
 * it, a lane keeps what the plan sets for it alone, and one without a rate stays without.
 */
export function tunedPlan(plan: Plan, tunings: readonly { tuning: Tuning }[]): Plan {
  if (tunings.length === 0) return plan;
  const { network, ...changes } = tunings.reduce<Tuning>((all, { tuning }) => ({ ...all, ...tuning }), {});
  return {
    ...plan,
    ...(plan.network && network ? { network } : {}),
    workload: tuned(plan.workload, changes),
    lanes: plan.lanes.map((lane) => ({
      ...lane,
      workload: tuned(lane.workload, tuningFor(lane, plan.workload, changes)),
    })),
  };
}

/** Each thread keeps a connection. */
const tuned = (
  workload: Workload,
  { clients = workload.clients, pipeline = workload.pipeline, dataSize = workload.dataSize, rps }: Tuning,
): Workload => ({
  ...workload,
  clients: Math.max(clients, workload.threads),
  pipeline,
  dataSize,
  ...(workload.rps === undefined || rps === undefined ? {} : { rps }),
});
