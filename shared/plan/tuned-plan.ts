import type { Tuned } from '../contract/result.ts';
import { tuningFor } from './lane-differences.ts';
import type { Plan, Tuning } from '../contract/plan.ts';
import { defined } from '../contract/defined.ts';
import type { Workload } from '../contract/workload.ts';

type Change = Pick<Tuned, 'tuning' | 'countedIn'>;

/** The live changes that some figures of the result are from after; the others came too late. */
export const countedTunings = <T extends Pick<Change, 'countedIn'>>(tunings: readonly T[]): T[] =>
  tunings.filter(({ countedIn }) => countedIn?.length !== 0);

/**
 * What the figures of a run are of: its plan, with the changes that were made to it on the way in time to count. As
 * the engine does it, a lane keeps what the plan sets for it alone, and one without a rate stays without. A lane whose
 * figures are from before a change has the settings of then for itself.
 */
export function tunedPlan(plan: Plan, tunings: readonly Change[]): Plan {
  const counted = countedTunings(tunings);
  if (counted.length === 0) return plan;
  const { network, ...changes } = together(counted);
  return {
    ...plan,
    ...(plan.network && network ? { network } : {}),
    workload: tuned(plan.workload, changes),
    lanes: plan.lanes.map((lane) => {
      const { network: own, ...ownChanges } = together(
        counted.filter(({ countedIn }) => countedIn?.includes(lane.id) ?? true),
      );
      const earlier = own === network ? undefined : (own ?? plan.network);
      return {
        ...lane,
        ...(plan.network && !lane.network && earlier ? { network: earlier } : {}),
        workload: tuned(lane.workload, tuningFor(lane, plan.workload, ownChanges)),
      };
    }),
  };
}

const together = (changes: readonly Change[]): Tuning =>
  changes.reduce<Tuning>((all, { tuning }) => ({ ...all, ...tuning }), {});

/** Each thread keeps a connection. */
function tuned(workload: Workload, { rps, ...change }: Tuning): Workload {
  const all = { ...workload, ...defined({ ...change, rps: workload.rps && rps }) };
  return { ...all, clients: Math.max(all.clients, workload.threads) };
}
