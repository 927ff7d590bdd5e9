import type { Environment } from '../../../shared/contract/result.ts';
import type { Warning } from '../../../shared/contract/warning.ts';
import type { Plan } from '../../../shared/contract/plan.ts';
import { openBookkeeping, type Bookkeeping } from '../../redis/keys/bookkeeping.ts';
import { findMasters } from '../../redis/cluster/find-masters.ts';
import { removeKeys } from '../../redis/keys/keys.ts';
import { busyWarning } from '../../redis/targets/other-load.ts';
import { probeTarget } from '../../redis/targets/probe.ts';
import { RunMarker } from '../../redis/keys/run-marker.ts';
import type { Target } from '../../redis/connection/target.ts';
import { Bystander } from '../probes/bystander.ts';
import { describeEnvironment } from './environment.ts';
import { LaneKeys } from './lane-keys.ts';
import { LaneNetworks } from '../probes/networks.ts';
import { MemoryGuard } from '../probes/memory-guard.ts';
import { RunningLane } from './running-lane.ts';
import { serialiseError } from '../lane/serialise-error.ts';
import { ServerWatch } from '../probes/server-figures.ts';
import { lanePrefix } from '../workload/key-names.ts';
import { keyOwners } from '../workload/shared-keys.ts';
import type { RunJob } from './run.ts';

/** What a run has open while it is in progress. */
export interface RunResources {
  admin: Bookkeeping;
  watch: ServerWatch;
  lanes: RunningLane[];
  networks: LaneNetworks;
  bystander: Bystander | null;
  guard: MemoryGuard;
  environment: Environment;
  keys: LaneKeys;
  /** SETs sent so far to mark the run. */
  marks: () => number;
  /** Closes all, ends the threads and removes the run's keys; tells what could not be done. Never rejects. */
  close(): Promise<Warning[]>;
}

export interface RunResourcesOptions {
  plan: Plan;
  target: Target;
  /** Of the run's keys. */
  prefix: string;
  /** They are not removed: their server ends with the run. */
  keepsKeys: boolean;
  /** Ends the filling of keys early. */
  signal: AbortSignal;
  onFilling: RunJob['onFilling'];
  warn: (warning: Warning) => void;
}

/**
 * Opens all that a run needs, every lane ready. Rejects, with nothing left open, when something cannot be had:
 * TargetUnusable, InvalidInput for keys that would not fit, or the error of the lane that got no connection.
 */
export async function openRunResources(order: RunResourcesOptions): Promise<RunResources> {
  const { plan, prefix } = order;
  const target = await findMasters(order.target);
  const facts = await probeTarget(target);
  const busy = busyWarning(facts.otherCommandsPerSecond);
  if (busy !== null) order.warn(busy);
  const closers: (() => Promise<unknown> | undefined)[] = [];
  let keys: LaneKeys | null = null;
  const close = async () => {
    for (const closer of closers.toReversed()) await closer();
    return order.keepsKeys ? [] : removeAll(target, prefix, keys);
  };
  try {
    const admin = await openBookkeeping(target);
    closers.push(() => {
      admin.close();
      return undefined;
    });
    const marker = target.isPrivate ? null : await markRun(admin, order);
    closers.push(() => marker?.release());
    const networks = await LaneNetworks.open(plan, target);
    closers.push(() => networks.close());
    const bystander = plan.bystander
      ? new Bystander(plan, plan.bystander.rps, target.endpoint, prefix)
      : null;
    const lanes = openLanes({ ...order, target }, networks, bystander);
    keys = new LaneKeys(
      lanes.map(({ lane }) => lane),
      order.signal,
    );
    closers.push(() => Promise.all(lanes.map(({ lane }) => lane.close())));
    closers.push(() => bystander?.close());
    const guard = new MemoryGuard(facts);
    await makeReady({ admin, lanes, keys, bystander, guard }, order);
    const environment = describeEnvironment(plan, target, facts);
    return {
      admin,
      watch: new ServerWatch(admin.nodes),
      lanes,
      networks,
      bystander,
      guard,
      environment,
      keys,
      marks: () => marker?.writes ?? 0,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

const openLanes = (
  { plan, target: { endpoint }, prefix }: RunResourcesOptions,
  networks: LaneNetworks,
  bystander: Bystander | null,
) => {
  const owners = keyOwners(plan.lanes);
  return plan.lanes.map(
    (lane, index) =>
      new RunningLane({
        plan: lane,
        endpoint: networks.endpointOf(lane.id, endpoint),
        server: networks.serverOf(lane.id, endpoint),
        beside: {
          roundTripMs: () => networks.latest(lane.id),
          bystanderP99Ms: () => bystander?.look(lane.id),
        },
        prefix: lanePrefix(prefix, owners[index] ?? index, lane.workload.hashTag),
      }),
  );
};

async function makeReady(
  {
    admin,
    lanes,
    keys,
    bystander,
    guard,
  }: Pick<RunResources, 'admin' | 'lanes' | 'keys' | 'bystander' | 'guard'>,
  { onFilling }: Pick<RunResourcesOptions, 'onFilling'>,
): Promise<void> {
  await bystander?.ready(admin);
  await guard.check(admin, keys.owners);
  await keys.write(admin, onFilling);
  await Promise.all(lanes.map(({ lane }) => lane.ready()));
}

/** Others may clean up on this server after runs that crashed. */
async function markRun(admin: Bookkeeping, { prefix, warn }: RunResourcesOptions): Promise<RunMarker | null> {
  try {
    return await RunMarker.place(admin, prefix);
  } catch (error) {
    warn({ code: 'run-not-marked', reason: serialiseError(error).message });
    return null;
  }
}

/** On a connection of its own: that of the run may be gone. */
async function removeAll(target: Target, prefix: string, keys: LaneKeys | null): Promise<Warning[]> {
  try {
    // Slots may have moved, or a replica taken over, since the run began.
    const sweeper = await openBookkeeping(await findMasters(target));
    await keys?.remove(sweeper);
    await Promise.all(sweeper.nodes.map(({ redis }) => removeKeys(redis, prefix))).finally(() => {
      sweeper.close();
    });
    return [];
  } catch (error) {
    return [{ code: 'keys-left', prefix, reason: serialiseError(error).message }];
  }
}
