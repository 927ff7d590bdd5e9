import { scriptsOf } from '../workload/prepared-command.ts';
import type { LaneTarget } from '../../../shared/contract/lane-result.ts';
import type { Warning } from '../../../shared/contract/warning.ts';
import { InvalidInput } from '../../../shared/contract/parse.ts';
import { problemAt } from '../../../shared/contract/problem-at.ts';
import { replicaReaders } from '../../../shared/plan/check/plan-faults.ts';
import type { LanePlan, Plan } from '../../../shared/contract/plan.ts';
import { countsUnits } from '../../../shared/plan/program-lane.ts';
import { findMasters } from '../../redis/cluster/find-masters.ts';
import { TargetUnusable } from '../../redis/connection/target-unusable.ts';
import { addressOf, type Target } from '../../redis/connection/target.ts';
import { readServerConfig } from '../../redis/info/info.ts';
import { openBookkeeping, type Bookkeeping } from '../../redis/keys/bookkeeping.ts';
import { findRemoval, maySearch, type Removal } from '../../redis/keys/keys.ts';
import { removeRecord, removeRun } from '../../redis/keys/remove-runs.ts';
import { markerOf, runPrefixOf } from '../../redis/keys/run-id.ts';
import { RunMarker } from '../../redis/keys/run-marker.ts';
import type { RunRecord } from '../../redis/keys/run-record.ts';
import { busyWarning } from '../../redis/targets/other-load.ts';
import { probeTarget, type TargetFacts } from '../../redis/targets/probe.ts';
import type { Coordinator } from '../agents/coordinator.ts';
import { serialiseError } from '../lane/failure-class.ts';
import { Bystander } from '../probes/bystander.ts';
import { MemoryGuard } from '../probes/memory-guard.ts';
import { LaneNetworks } from '../probes/networks.ts';
import { inSpokenProtocol } from '../probes/spoken-protocol.ts';
import { ServerWatch, throughProxy, type ServerWindow } from '../probes/server-figures.ts';
import { whyLost, whySilent } from '../probes/why-lost.ts';
import { keyOwners, lanePrefix } from '../workload/key-names.ts';
import { LaneKeys, type KeyedLane } from './lane-keys.ts';
import { sharesMachine } from './environment.ts';
import { askForCommands, type CountedNames } from './live-commands.ts';
import { MeasuredLane } from './measured-lane.ts';
import type { RunServer } from './run-servers.ts';
import type { ProbeFigures } from './segment.ts';
import { commandLanes, type CodeOfLanes } from '../lane/lane-code.ts';
import { largest } from '../../../shared/statistics/extremes.ts';

/** The plan wants to read from replicas, and the cluster has none. */
export class NoReplicas extends InvalidInput {
  override readonly name = 'NoReplicas';
  constructor(lane: number) {
    const field = `lanes[${lane}].workload.readFrom`;
    super([
      problemAt(field, { code: 'no-replica-reads', why: 'no-replicas', strategies: [...replicaReaders] }),
    ]);
  }
}

export interface ServerSessionOptions {
  plan: Plan;
  /** They carry the lanes out; absent: this machine does. */
  agents?: Coordinator;
  /** Of the lanes that are code of the user. */
  code?: CodeOfLanes | undefined;
  record: RunRecord;
  /** Custom commands are Roundtrip's own, and not judged. */
  anyCommand: boolean;
  /** Resolves when threads no longer load their code: a round trip is measured beside nothing else. */
  quiet: Promise<unknown>;
  /** Ends the filling of keys early. */
  signal: AbortSignal;
  warn: (warning: Warning) => void;
}

type Closer = () => Promise<unknown> | undefined;

interface StationParts {
  target: Target;
  facts: TargetFacts;
  admin: Bookkeeping;
  watch: ServerWatch;
  networks: LaneNetworks;
  bystander: Bystander | null;
  lanes: MeasuredLane[];
  keys: LaneKeys;
}

/** What a run has open at one server: its lanes there, their keys, and what is measured beside them. */
export class ServerSession implements Readonly<StationParts> {
  readonly target: Target;
  readonly facts: TargetFacts;
  readonly admin: Bookkeeping;
  readonly watch: ServerWatch;
  readonly networks: LaneNetworks;
  readonly bystander: Bystander | null;
  readonly lanes: MeasuredLane[];
  readonly keys: LaneKeys;
  readonly guard: MemoryGuard;
  readonly #close: () => Promise<Warning[]>;
  #before = { gets: 0, pings: 0 };

  private constructor(parts: StationParts, plan: Plan, close: () => Promise<Warning[]>) {
    this.target = parts.target;
    this.facts = parts.facts;
    this.admin = parts.admin;
    this.watch = parts.watch;
    this.networks = parts.networks;
    this.bystander = parts.bystander;
    this.lanes = parts.lanes;
    this.keys = parts.keys;
    this.guard = new MemoryGuard(parts.facts, plan);
    this.#close = close;
  }

  /** Rejects, with nothing left open, when something cannot be had: TargetUnusable, or InvalidInput for a custom command. */
  static async open(server: RunServer, options: ServerSessionOptions): Promise<ServerSession> {
    const { plan, record, signal, warn } = options;
    const reader = server.lanes.find((index) => plan.lanes[index]?.workload.readFrom === 'replica');
    const found = await findMasters(server.target, { withReplicas: reader !== undefined });
    if (reader !== undefined && !found.endpoint.cluster?.replicas?.length) throw new NoReplicas(reader);
    const facts = await probeTarget(found);
    const { target, refusal } = await inSpokenProtocol(found, plan);
    if (refusal !== null) warn({ code: 'resp2-only', reason: refusal });
    const busy = busyWarning(facts.otherCommandsPerSecond);
    if (busy !== null) warn(busy);
    if (facts.tellsNothing) warn({ code: 'server-tells-nothing' });
    const closers: Closer[] = [];
    let keys: LaneKeys | null = null;
    let cleanUp: CleanUp | null = null;
    const close = async () => {
      for (const closer of closers.toReversed()) await closer();
      return server.endsWithRun || cleanUp === null ? [] : removeAll(target, record, cleanUp, keys);
    };
    try {
      const admin = await openBookkeeping(target);
      closers.push(() => {
        admin.close();
        return undefined;
      });
      cleanUp = await findCleanUp(admin, target, options);
      const watch = new ServerWatch(admin);
      const stopWaking = target.isPrivate ? null : await watch.keepAwake();
      closers.push(() => {
        stopWaking?.();
        return undefined;
      });
      const countedAs = await namesOf(admin, server, options);
      const marker = target.isPrivate ? null : await markRun(target, admin, options);
      closers.push(() => marker?.release());
      const here = { ...plan, lanes: server.lanes.flatMap((index) => plan.lanes[index] ?? []) };
      await options.quiet;
      const networks = await LaneNetworks.open(here, target, commandLanes(options.code));
      closers.push(() => networks.close());
      const bystander = plan.bystander
        ? new Bystander(plan, plan.bystander.rps, target.endpoint, runPrefixOf(record))
        : null;
      if (bystander) cleanUp.others.push(bystander.keyed);
      const lanes = openLanes({ target, networks, bystander, countedAs }, server, options);
      keys = new LaneKeys(
        lanes.map(({ lane }) => lane),
        signal,
      );
      closers.push(() => Promise.all(lanes.map(({ lane }) => lane.close())));
      closers.push(() => bystander?.close());
      const parts = { target, facts, admin, watch, networks, bystander, lanes, keys };
      return new ServerSession(parts, plan, close);
    } catch (error) {
      await close();
      throw error;
    }
  }

  /** Where its lanes are measured, for results in which they are not all measured here. */
  async describe(): Promise<LaneTarget> {
    const [first] = this.admin.nodes;
    const config = first ? await readServerConfig(first.redis) : { ioThreads: null, persistence: null };
    return {
      id: this.target.description.id,
      ...this.facts.server,
      ...config,
      sharedMachine: sharesMachine(this.target),
      pingMs: this.facts.pingMs,
    };
  }

  /** Loads the scripts of its lanes, to each node. Throws the first error of Redis. */
  async loadScripts(): Promise<void> {
    for (const script of this.#scripts)
      await Promise.all(this.admin.nodes.map(({ redis }) => redis.script('LOAD', script)));
  }

  get #scripts(): Set<string> {
    return new Set(this.lanes.flatMap(({ lane }) => scriptsOf(lane.plan.workload)));
  }

  /** Called before slices of lanes of its own. A server that was started again has lost its scripts. */
  async beginSlices(): Promise<void> {
    // INFO leaves in the turn in which the slice begins.
    if (this.#scripts.size > 0) await this.loadScripts().catch(() => undefined);
    await this.watch.begin().catch(() => undefined);
    this.#before = { gets: this.bystander?.calls ?? 0, pings: this.networks.pings };
  }

  /** What the server did since then; `null`: it does not tell. */
  async endSlices(running: readonly MeasuredLane[]): Promise<ServerWindow | null> {
    const names = [...new Set(running.flatMap((one) => one.serverCommands))];
    const commands = running.reduce((sum, one) => sum + one.commandsInSlice, 0);
    const loadMs = largest(running.map((one) => one.loadMsInSlice));
    const window = await this.watch.end(names, { commands, loadMs }).catch(() => null);
    if (window?.calls != null) {
      // Of units, nobody wants to know what each cost on the server, but of what they sent.
      if (running.every((one) => one.isProgram)) window.commands = window.calls;
      if (names.includes('get')) window.calls -= (this.bystander?.calls ?? 0) - this.#before.gets;
      if (names.includes('ping')) window.calls -= this.networks.pings - this.#before.pings;
    }
    return window;
  }

  /** Why the run has to end, by the newest counters of the server; `null`: it has not to. */
  memoryWarning(usedMemoryBytes: number | null): Warning | null {
    const keys = this.guard.evictedSince(this.watch.evictedKeys);
    if (keys > 0) return { code: 'keys-evicted', keys };
    return this.guard.isFull(usedMemoryBytes) ? { code: 'memory-nearly-full' } : null;
  }

  /** The same as far as it is about lanes, and not about a proxy of ours. */
  ofLanes(window: ServerWindow | null, running: readonly MeasuredLane[]): ServerWindow | null {
    return window && running.some(({ id }) => this.networks.isProxied(id)) ? throughProxy(window) : window;
  }

  /** Why a lane lost its connection, as far as the server says. Never rejects. */
  whyLost(plan: LanePlan): Promise<string> {
    return whyLost(this.target.endpoint, this.facts, plan);
  }

  /** Why a lane had no reply, where the server closes connections for it; `null`: not known. Never rejects. */
  whySilent(plan: LanePlan): Promise<string | null> {
    return whySilent(this.target.endpoint, this.facts, plan);
  }

  /** What was measured beside a lane in the slice that it had last. */
  probes(lane: string): ProbeFigures {
    return {
      roundTripsMs: this.networks.inSlice(lane),
      proxy: this.networks.proxyInSlice(lane),
      traffic: this.networks.trafficInSlice(lane),
      bystander: this.bystander?.seen(lane) ?? null,
    };
  }

  /** Closes all, ends the threads and removes the run's keys; resolves with what could not be done. Never rejects. */
  close(): Promise<Warning[]> {
    return this.#close();
  }
}

/** What the server calls custom commands. */
async function namesOf(
  { nodes: [first] }: Bookkeeping,
  { lanes: here }: RunServer,
  { plan, record, anyCommand }: ServerSessionOptions,
): Promise<CountedNames> {
  if (!first || anyCommand) return new Map<string, string>();
  return askForCommands(first.redis, plan, runPrefixOf(record), here);
}

function openLanes(
  {
    target: { endpoint, isPrivate },
    networks,
    bystander,
    countedAs,
  }: Pick<StationParts, 'target' | 'networks' | 'bystander'> & { countedAs: CountedNames },
  { lanes: here }: RunServer,
  { plan, record, agents, code }: ServerSessionOptions,
): MeasuredLane[] {
  const owners = keyOwners(plan.lanes);
  return here.flatMap((index) => {
    const lane = plan.lanes[index];
    if (!lane) return [];
    return new MeasuredLane({
      plan: lane,
      isPrivate,
      agents,
      code,
      endpoint: networks.endpointOf(lane.id, endpoint),
      server: networks.serverOf(lane.id, endpoint),
      reconnects: networks.cutsOf(lane.id) !== null,
      probes: {
        roundTripMs: () => networks.latest(lane.id),
        bystanderP99Ms: () => bystander?.look(lane.id),
      },
      countedAs,
      prefix: lanePrefix(runPrefixOf(record), owners[index] ?? index, lane.workload.hashTag),
    });
  });
}

/** Others may clean up on this server after runs that crashed. */
async function markRun(
  { endpoint }: Target,
  admin: Bookkeeping,
  { record, warn }: ServerSessionOptions,
): Promise<RunMarker | null> {
  try {
    return await RunMarker.place(admin, record);
  } catch (error) {
    const { message } = serialiseError(error);
    // All that the lanes send would be refused as well.
    if (/^NOPERM .*\bkeys?\b/.test(message)) throw mayNotWrite(addressOf(endpoint), record.root);
    warn({ code: 'run-not-marked', reason: message });
    return null;
  }
}

const mayNotWrite = (at: string, root: string) =>
  new TargetUnusable(
    'not-allowed',
    at,
    `This user of the Redis at ${at} may not write keys that begin with ${root}. Name what it may write: --prefix app:bench:`,
  );

/** How the keys of a run are found and removed at its end. */
interface CleanUp {
  removal: Removal;
  /** Else by their names. */
  bySearch: boolean;
  /** Keys beside those of the lanes. */
  others: KeyedLane[];
}

/** Found before the first key is written. Throws TargetUnusable where it would stay. */
async function findCleanUp(
  admin: Bookkeeping,
  target: Target,
  { plan, record }: ServerSessionOptions,
): Promise<CleanUp> {
  const [first] = admin.nodes;
  const removal = first ? await findRemoval(first.redis, markerOf(runPrefixOf(record))) : 'UNLINK';
  const at = addressOf(target.endpoint);
  if (removal === null)
    throw new TargetUnusable(
      'not-allowed',
      at,
      `This user of the Redis at ${at} may call neither UNLINK nor DEL: the keys of a run would stay. Allow one of them; "roundtrip acl", with the options of bench, prints the smallest user.`,
    );
  admin.removal = removal;
  const bySearch = first ? await maySearch(first.redis, runPrefixOf(record)) : true;
  if (!bySearch && plan.lanes.some((lane) => countsUnits(lane, plan)))
    throw new TargetUnusable(
      'not-allowed',
      at,
      `This user of the Redis at ${at} may not call SCAN, and only that finds the keys that a function has written: they would stay. Allow SCAN, or leave the functions out.`,
    );
  return { removal, bySearch, others: [] };
}

/** On a connection of its own: that of the run may be gone. */
async function removeAll(
  target: Target,
  record: RunRecord,
  { removal, bySearch, others }: CleanUp,
  keys: LaneKeys | null,
): Promise<Warning[]> {
  try {
    // Slots may have moved, or a replica taken over, since the run began.
    const sweeper = await openBookkeeping(await findMasters(target));
    sweeper.removal = removal;
    try {
      if (bySearch) {
        await keys?.remove(sweeper);
        await removeRun(sweeper, record);
      } else {
        await keys?.removeByName(sweeper, others);
        await removeRecord(sweeper, record);
      }
    } finally {
      sweeper.close();
    }
    return [];
  } catch (error) {
    return [{ code: 'keys-left', prefix: runPrefixOf(record), reason: serialiseError(error).message }];
  }
}
