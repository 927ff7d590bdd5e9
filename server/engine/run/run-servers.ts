import type { Warning } from '../../../shared/contract/warning.ts';
import type { Plan } from '../../../shared/contract/plan.ts';
import { serverPlanTarget } from '../../../shared/contract/private-server.ts';
import { serverKey, serverOfLane } from '../../../shared/plan/lane-servers.ts';
import { prepareTarget, type Target } from '../../redis/connection/target.ts';
import { PrivateServer } from '../../redis/private/private-server.ts';
import type { RunJob } from './run-job.ts';

export interface RunServer {
  target: Target;
  /** Places of those lanes in the plan. */
  lanes: readonly number[];
  /** It ends right after the run, and its keys with it. */
  endsWithRun: boolean;
}

interface RunServers {
  /** In the order of the lanes. */
  servers: RunServer[];
  /** The target of the plan, ready. */
  ofPlan: Target;
  warnings: Warning[];
  /** Ends those that were started for this run. */
  stop: () => Promise<void>;
}

/**
 * Makes the server of the plan ready, and those that lanes have for themselves: a target with a name, or a private
 * server that is started for this run alone. Rejects, with none left, as `prepareTarget` and `PrivateServer.start`.
 */
export async function openRunServers({
  plan,
  target,
  others = [],
  serverEnds = false,
}: RunJob): Promise<RunServers> {
  const started: PrivateServer[] = [];
  const servers: RunServer[] = [];
  const ready = await prepareTarget(target, plan);
  const warnings = [...ready.warnings];
  const stop = async () => {
    await Promise.all(started.map((one) => one.stop()));
  };
  const groups = lanesByServer(plan);
  const ofPlan = serverKey({ target: plan.target, server: plan.server });
  const make = async ([key, { target: id, server, lanes }]: Group): Promise<RunServer> => {
    if (key === ofPlan)
      return { target: ready.target, lanes, endsWithRun: serverEnds && ready.target.isPrivate };
    if (id === serverPlanTarget) {
      const wish = { ...(server && { server }), besides: groups.size - 1 };
      const own = await PrivateServer.start({ first: wish });
      started.push(own);
      return { target: own.target, lanes, endsWithRun: true };
    }
    const named = others.find((one) => describedAs(one) === id);
    // Plans are checked against the targets that there are.
    if (!named) throw new Error(`there is no target "${id}"`);
    const other = await prepareTarget(named, {});
    for (const one of other.warnings) warnings.push(one);
    return { target: other.target, lanes, endsWithRun: serverEnds && other.target.isPrivate };
  };
  try {
    for (const group of groups) servers.push(await make(group));
    return { servers, ofPlan: ready.target, warnings, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

type Group = [key: string, { target: string; server?: Plan['server']; lanes: number[] }];

function lanesByServer(plan: Plan): Map<Group[0], Group[1]> {
  const groups = new Map<Group[0], Group[1]>();
  for (const [index, lane] of plan.lanes.entries()) {
    const server = serverOfLane(lane, plan);
    const key = serverKey(server);
    const group = groups.get(key);
    if (group) group.lanes.push(index);
    else groups.set(key, { ...server, lanes: [index] });
  }
  return groups;
}

const describedAs = (one: NonNullable<RunJob['others']>[number]): string =>
  ('prepare' in one ? one.target : one).description.id;
