import type { Environment } from '../../../shared/contract/result.ts';
import type { LaneTarget } from '../../../shared/contract/lane-result.ts';
import type { Warning } from '../../../shared/contract/warning.ts';
import { replicasCaughtUp } from '../../redis/keys/replicas-caught-up.ts';
import { describeEnvironment } from './environment.ts';
import type { RunningLane } from './running-lane.ts';
import type { RunServer } from './run-servers.ts';
import { Station, type StationOptions } from './station.ts';
import type { RunJob } from './run.ts';

/** What a run has open while it is in progress. */
export interface RunResources {
  /** One for each server. */
  stations: readonly Station[];
  /** In the order of the plan. */
  lanes: readonly RunningLane[];
  stationOf: (one: RunningLane) => Station;
  environment: Environment;
  /** By lane, where they are not all measured on one server; else empty. */
  targets: ReadonlyMap<string, LaneTarget>;
  /** Closes all, ends the threads and removes the run's keys; tells what could not be done. Never rejects. */
  close(): Promise<Warning[]>;
}

export interface RunResourcesOptions extends StationOptions {
  servers: readonly RunServer[];
  onFilling: RunJob['onFilling'];
}

/**
 * Opens all that a run needs, every lane ready. Rejects, with nothing left open, when something cannot be had:
 * TargetUnusable, InvalidInput for keys that would not fit or a custom command that the server does not have, or the error of the lane that got no connection.
 */
export async function openRunResources(order: RunResourcesOptions): Promise<RunResources> {
  const { plan, servers, agents } = order;
  const stations: Station[] = [];
  const close = async () => {
    const warnings: Warning[] = [];
    for (const station of stations) warnings.push(...(await station.close()));
    return warnings;
  };
  try {
    for (const server of servers) stations.push(await Station.open(server, order));
    await makeReady(stations, order);
    const stationOf = new Map(stations.flatMap((station) => station.lanes.map((one) => [one, station])));
    const lanes = plan.lanes.flatMap(({ id }) => [...stationOf.keys()].find((one) => one.id === id) ?? []);
    const [first] = lanes.flatMap((one) => stationOf.get(one) ?? []);
    if (!first) throw new Error('a run needs a lane');
    return {
      stations,
      lanes,
      stationOf: (one) => stationOf.get(one) ?? first,
      environment: {
        ...describeEnvironment(plan, first.target, first.facts),
        ...(agents ? { agents: agents.described } : {}),
      },
      targets: stations.length > 1 ? await describeTargets(stations) : new Map<string, LaneTarget>(),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function makeReady(stations: readonly Station[], { onFilling }: RunResourcesOptions): Promise<void> {
  for (const { bystander, guard, keys, admin } of stations) {
    await bystander?.ready(admin);
    await guard.check(admin, keys.owners);
  }
  const all = stations.reduce((sum, { keys }) => sum + keys.filled, 0);
  let before = 0;
  for (const { keys, admin } of stations) {
    await keys.write(admin, (filled) => onFilling?.(before + filled, all));
    await replicasCaughtUp(admin);
    before += keys.filled;
  }
  await Promise.all(stations.flatMap(({ lanes }) => lanes.map(({ lane }) => lane.ready())));
}

async function describeTargets(stations: readonly Station[]): Promise<Map<string, LaneTarget>> {
  const described = stations.map(async (station) => {
    const target = await station.describe();
    return station.lanes.map(({ id }) => [id, target] as const);
  });
  return new Map((await Promise.all(described)).flat());
}
