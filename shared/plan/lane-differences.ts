import type { LanePlan, Tuning } from '../contract/plan.ts';
import type { Workload } from '../contract/workload.ts';

/** The fields of the workload in which a lane differs from what all lanes share. */
export function ownWorkload({ workload }: Pick<LanePlan, 'workload'>, shared: Workload): Partial<Workload> {
  const common: Record<string, unknown> = shared;
  return Object.fromEntries(
    Object.entries(workload).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(common[name]),
    ),
  );
}

/**
 * What a live change is for one lane: what the plan sets for this lane alone stays as it is, unless there is nothing
 * that the lanes share in its place, such as a rate.
 */
export function tuningFor(lane: Pick<LanePlan, 'workload'>, shared: Workload, tuning: Tuning): Tuning {
  const own = ownWorkload(lane, shared);
  const stays = (name: string) => name in own && name in shared;
  return Object.fromEntries(Object.entries(tuning).filter(([name]) => !stays(name)));
}
