import type { Environment } from '../../../shared/contract/result.ts';
import type { Warning } from '../../../shared/contract/warning.ts';
import { filledTypes } from '../../../shared/contract/commands.ts';
import type { LanePlan, Plan } from '../../../shared/contract/plan.ts';
import { openBookkeeping, type Bookkeeping } from '../../redis/keys/bookkeeping.ts';
import { findMasters } from '../../redis/cluster/find-masters.ts';
import { removeKeys } from '../../redis/keys/keys.ts';
import { busyWarning } from '../../redis/targets/other-load.ts';
import { probeTarget } from '../../redis/targets/probe.ts';
import { RunMarker } from '../../redis/keys/run-marker.ts';
import type { Target } from '../../redis/connection/target.ts';
import { Bystander } from '../probes/bystander.ts';
import { describeEnvironment } from './environment.ts';
import { fillKeys, refillKeys, unfillKeys } from '../resp/fill-keys.ts';
import { LaneNetworks } from '../probes/networks.ts';
import { MemoryGuard } from '../probes/memory-guard.ts';
import { RunningLane } from './running-lane.ts';
import { serialiseError } from '../lane/serialise-error.ts';
import { ServerWatch } from '../probes/server-figures.ts';
import { lanePrefix } from '../workload/key-names.ts';
import type { Lane } from '../lane/lane.ts';
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
  /**
   * To be called before each slice: writes anew what these lanes have used up or added to. Never rejects: a lane
   * that then finds less is not compared, and a server that does not answer is for its slice to tell.
   */
  refill: (lanes: readonly RunningLane[]) => Promise<void>;
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
  let lanes: readonly RunningLane[] = [];
  const close = async () => {
    for (const closer of closers.toReversed()) await closer();
    return order.keepsKeys ? [] : removeAll(target, prefix, ownersOf(lanes));
  };
  try {
    const admin = await openBookkeeping(target);
    closers.push(() => {
      admin.close();
      return undefined;
    });
    const marker = target.isPrivate ? null : await markRun(admin, order);
    closers.push(() => marker?.release());
    const networks = await LaneNetworks.open(plan, target.endpoint);
    closers.push(() => networks.close());
    const bystander = plan.bystander
      ? new Bystander(plan, plan.bystander.rps, target.endpoint, prefix)
      : null;
    const opened = openLanes({ ...order, target }, networks, bystander);
    lanes = opened;
    closers.push(() => Promise.all(opened.map(({ lane }) => lane.close())));
    closers.push(() => bystander?.close());
    const guard = new MemoryGuard(facts);
    await makeReady({ admin, lanes: opened, bystander, guard }, order);
    const environment = describeEnvironment(plan, target, facts);
    return {
      admin,
      watch: new ServerWatch(admin.nodes),
      lanes: opened,
      networks,
      bystander,
      guard,
      environment,
      refill: refiller(admin, order.signal),
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
        server: endpoint,
        beside: {
          roundTripMs: () => networks.latest(lane.id),
          bystanderP99Ms: () => bystander?.look(lane.id),
        },
        prefix: lanePrefix(prefix, owners[index] ?? index, lane.workload.hashTag),
      }),
  );
};

async function makeReady(
  { admin, lanes, bystander, guard }: Pick<RunResources, 'admin' | 'lanes' | 'bystander' | 'guard'>,
  { signal, onFilling }: Pick<RunResourcesOptions, 'signal' | 'onFilling'>,
): Promise<void> {
  await bystander?.ready(admin);
  const owners = ownersOf(lanes);
  await guard.check(admin, owners);
  const keys = owners.reduce((sum, { plan }) => sum + filledKeys(plan), 0);
  let filled = 0;
  const onFilled = (more: number) => onFilling?.((filled += more), keys);
  for (const { plan, prefix } of owners) await fillKeys(admin, plan, prefix, signal, onFilled);
  await Promise.all(lanes.map(({ lane }) => lane.ready()));
}

function refiller(admin: Bookkeeping, signal: AbortSignal): RunResources['refill'] {
  const used = new Set<RunningLane>();
  return async (lanes) => {
    for (const one of lanes) {
      if (used.has(one))
        await refillKeys(admin, one.lane.plan, one.lane.prefix, signal).catch(() => undefined);
      used.add(one);
    }
  };
}

/** One lane for each set of keys. */
function ownersOf(lanes: readonly RunningLane[]): Lane[] {
  const all = lanes.map(({ lane }) => lane);
  return all.filter((lane, index) => all.findIndex(({ prefix }) => prefix === lane.prefix) === index);
}

const filledKeys = ({ workload }: LanePlan) => filledTypes(workload.commands).length * workload.keyspace;

/** Others may clean up on this server after runs that crashed. */
async function markRun(admin: Bookkeeping, { prefix, warn }: RunResourcesOptions): Promise<RunMarker | null> {
  try {
    return await RunMarker.place(admin, prefix);
  } catch (error) {
    warn({ code: 'run-not-marked', reason: serialiseError(error).message });
    return null;
  }
}

/** Fewer keys are as soon found as named. */
const manyKeys = 100_000;

/** On a connection of its own: that of the run may be gone. */
async function removeAll(target: Target, prefix: string, owners: readonly Lane[]): Promise<Warning[]> {
  try {
    // Slots may have moved, or a replica taken over, since the run began.
    const sweeper = await openBookkeeping(await findMasters(target));
    for (const { plan, prefix } of owners)
      if (filledKeys(plan) > manyKeys) await unfillKeys(sweeper, plan, prefix).catch(() => undefined);
    await Promise.all(sweeper.nodes.map(({ redis }) => removeKeys(redis, prefix))).finally(() => {
      sweeper.close();
    });
    return [];
  } catch (error) {
    return [{ code: 'keys-left', prefix, reason: serialiseError(error).message }];
  }
}
