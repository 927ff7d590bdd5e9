import { mostKeysToFill } from '../../limits.ts';
import { planDefaults } from '../defaults.ts';
import type { Workload } from '../../contract/workload.ts';
import type { ClientDescription, StrategyDescription, TargetDescription } from '../../contract/http.ts';
import { commands, filledTypes } from '../../contract/commands.ts';
import { serverPlanTarget } from '../../contract/private-server.ts';
import { defaultClient } from '../../contract/enums.ts';
import type { ClientId, KernelSupport, ServerProgram } from '../../contract/enums.ts';
import type { NetworkPlan, ServerInput } from '../../contract/plan.ts';
import { hasSeveralServers, serverOfLane } from '../lane-servers.ts';
import { isProgram } from '../program-lane.ts';
import { unitWayOf, unitWays } from '../written/ways.ts';
import { cachedStrategy, traitsOf } from '../../contract/strategies.ts';
import { bytesPerCommand, maxBytesInFlight } from '../../limits.ts';
import type { ProblemReason } from '../../contract/problem-reason.ts';
import { lineField, ownLines } from '../custom-words.ts';
import { customCommandFault, type CustomCommandFault } from './custom-command.ts';

/** What a Roundtrip offers, and a plan may ask for. */
export interface Capabilities {
  strategies: readonly Pick<StrategyDescription, 'id' | 'batching' | 'commands' | 'clients' | 'hidden'>[];
  targets: readonly Pick<TargetDescription, 'id' | 'kind' | 'isCluster'>[];
  /** Client libraries; absent: whether one is installed, or can measure a cluster, is left to whoever starts the plan. */
  clients?: readonly Pick<ClientDescription, 'id' | 'package' | 'version' | 'cluster'>[];
  /** Custom commands that may be sent: those that work on the run's own keys alone (the default), or any. */
  customCommands?: 'own-keys' | 'any';
  /** Server programs that are installed; absent: that is left to whoever starts the plan. */
  programs?: readonly ServerProgram[];
  /** What the kernel can put between; asked only for a plan that wants it. Absent: left to whoever starts the plan. */
  kernel?: () => KernelSupport;
  /** Whether there is a control Redis, through which agents are found. Absent: checked at the start. */
  hasControl?: boolean;
}

/** The part of a plan that is checked against the capabilities. */
export interface CheckablePlan {
  target: string;
  agents?: number | undefined;
  server?: ServerInput | undefined;
  network?: CheckableNetwork | undefined;
  bystander?: unknown;
  moveSlots?: unknown;
  written?: unknown;
  schedule?: { sliceMs?: number | undefined };
  lanes: readonly CheckableLane[];
}

type CheckableNetwork = Pick<NetworkPlan, 'by' | 'rttMs' | 'jitterMs' | 'cutEveryMs'>;

interface CheckableLane {
  target?: string | undefined;
  server?: ServerInput | undefined;
  network?: CheckableNetwork | undefined;
  strategy: string;
  client?: ClientId | undefined;
  file?: string | undefined;
  workload: Pick<Workload, 'commands' | 'customCommand' | 'customCommands' | 'keyspace' | 'readFrom'> &
    Partial<
      Pick<
        Workload,
        | 'callers'
        | 'clients'
        | 'threads'
        | 'keepalive'
        | 'requests'
        | 'durationMs'
        | 'dataSize'
        | 'resp'
        | 'writesPerSecond'
      >
    >;
}

/** Why the kernel cannot make the network of a plan. */
type KernelFault = Extract<ProblemReason, { code: 'kernel-network' }>['why'];

/** What keeps agents from carrying a plan out. */
type AgentsFault = Extract<ProblemReason, { code: 'agents-cannot' }>['why'];

/** What a lane that is a program has nothing to do with. */
type ProgramFault = Extract<ProblemReason, { code: 'program-cannot' }>['why'];

/** What does not go with written units. */
type WrittenFault = Extract<ProblemReason, { code: 'written-cannot' }>['why'];

/** What does not go with a link that is cut. */
type CutFault = Extract<ProblemReason, { code: 'cut-cannot' }>['why'];
/** What a cache in the client cannot do. */
type CachedFault = Extract<ProblemReason, { code: 'cached-cannot' }>['why'];

/** What does not go with another client that writes. */
type WritesFault = Extract<ProblemReason, { code: 'writes-cannot' }>['why'];

/** What goes with one server alone. */
type OneServerAlone = Extract<ProblemReason, { code: 'one-server-alone' }>['what'];

/** Why a client library cannot carry out a strategy. `gathers`: it always sends what one turn gathers together. */
export type ClientFault =
  | { why: 'no-library' | 'gathers' | 'no-cluster' }
  | { why: 'no-cache'; has: ClientId }
  | { why: 'not-installed'; package: string };

/** One reason why a plan cannot be carried out, with its figures; `field` is where, as in a `Problem`. */
export type PlanFault = { field: string } & (
  | { code: 'unknown-target'; target: string; known: readonly string[] }
  | { code: 'server-is-not-ours'; target: string }
  | { code: 'program-not-installed'; program: ServerProgram; installed: readonly ServerProgram[] }
  | { code: 'slots-cannot-move' }
  | { code: 'one-server-alone'; what: OneServerAlone }
  | { code: 'agents-cannot'; why: AgentsFault }
  | { code: 'too-few-clients-for-agents'; agents: number; threads: number; clients: number }
  | { code: 'program-cannot'; why: ProgramFault }
  | { code: 'written-cannot'; why: WrittenFault; strategies: readonly string[] }
  | { code: 'kernel-network'; why: KernelFault }
  | { code: 'cut-cannot'; why: CutFault; everyMs: number }
  | { code: 'unknown-strategy'; strategy: string; known: readonly string[] }
  | ({ code: 'client-cannot'; strategy: string; client: ClientId } & ClientFault)
  | { code: 'no-replica-reads'; why: 'no-cluster' | 'strategy' | 'no-reads' }
  | { code: 'cached-cannot'; why: CachedFault }
  | { code: 'writes-cannot'; why: WritesFault }
  | { code: 'callers-cannot'; why: 'batch' | 'units'; strategies: readonly string[] }
  | { code: 'cannot-send'; strategy: string; command: string; able: readonly string[] }
  | { code: 'custom-command'; line: string; fault: CustomCommandFault }
  | { code: 'too-many-keys-to-fill'; keyspace: number; most: number }
);

/**
 * Everything that keeps a plan from being started and is known without asking the server that is measured. What only
 * that server can refuse is in `server/engine/run/live-refusal.ts`.
 */
export const planFaults = (plan: CheckablePlan, capabilities: Capabilities): PlanFault[] => [
  ...targetFaults(plan, '', capabilities),
  ...slotFaults(plan, capabilities),
  ...networkFaults(plan, capabilities),
  ...severalServersFaults(plan),
  ...(plan.agents === undefined ? [] : agentsFaults(plan, plan.agents, capabilities)),
  ...plan.lanes.flatMap((lane, index) => [
    ...(lane.target === undefined && lane.server === undefined
      ? []
      : targetFaults({ target: plan.target, ...lane }, `lanes[${index}].`, capabilities)),
    ...(isProgram(lane)
      ? programFaults(lane, `lanes[${index}]`, plan, capabilities)
      : plan.written !== undefined
        ? writtenFaults(lane, `lanes[${index}]`, plan, capabilities)
        : laneFaults(lane, `lanes[${index}]`, capabilities)),
    ...cutFaults(lane, `lanes[${index}]`, plan, capabilities),
    ...callersFaults(lane, `lanes[${index}].workload.callers`, plan, capabilities),
    ...cachedFaults(lane, `lanes[${index}]`),
    ...writesFaults(lane, `lanes[${index}].workload`, plan, capabilities),
    ...replicaFaults(
      lane,
      `lanes[${index}].workload.readFrom`,
      serverOfLane(lane, plan).target,
      capabilities,
    ),
    ...clientFaults(lane, `lanes[${index}].client`, serverOfLane(lane, plan).target, capabilities),
  ]),
];

/** Of the plan or of a lane, whose fields begin with `owner`. */
function targetFaults(
  { target = serverPlanTarget, server }: Pick<CheckableLane, 'target' | 'server'>,
  owner: string,
  { targets, programs }: Capabilities,
): PlanFault[] {
  const found = targets.find(({ id }) => id === target);
  if (!found)
    return [{ code: 'unknown-target', field: `${owner}target`, target, known: targets.map(({ id }) => id) }];
  if (server === undefined) return [];
  // A private server with a name of its own has the settings that its configuration gives it.
  if (!(found.kind === 'embedded' && target === serverPlanTarget))
    return [{ code: 'server-is-not-ours', field: `${owner}server`, target }];
  const { program } = server;
  return program === undefined || !programs || programs.includes(program)
    ? []
    : [
        {
          code: 'program-not-installed',
          field: `${owner}server.program`,
          program,
          installed: programs,
        },
      ];
}

function slotFaults({ target, moveSlots }: CheckablePlan, { targets }: Capabilities): PlanFault[] {
  const found = targets.find(({ id }) => id === target);
  if (moveSlots === undefined || !found || found.kind === 'cluster') return [];
  return [{ code: 'slots-cannot-move', field: 'moveSlots' }];
}

/** What a run does at one server while all its lanes measure that one. */
function severalServersFaults(plan: CheckablePlan): PlanFault[] {
  if (!hasSeveralServers(plan)) return [];
  const alone = (field: string, what: OneServerAlone): PlanFault => ({
    code: 'one-server-alone',
    field,
    what,
  });
  return [
    ...(plan.bystander === undefined ? [] : [alone('bystander', 'bystander')]),
    ...(plan.moveSlots === undefined ? [] : [alone('moveSlots', 'moveSlots')]),
    ...(plan.network?.by === 'kernel' ? [alone('network.by', 'kernel')] : []),
  ];
}

/** What agents do not carry out. */
function agentsFaults(plan: CheckablePlan, agents: number, capabilities: Capabilities): PlanFault[] {
  const { lanes, network, target } = plan;
  const cannot = (field: string, why: AgentsFault): PlanFault => ({ code: 'agents-cannot', field, why });
  const found = capabilities.targets.find(({ id }) => id === target);
  return [
    ...(capabilities.hasControl === false ? [cannot('agents', 'no-control')] : []),
    ...(network ? [cannot('network', 'network')] : []),
    ...lanes.flatMap((lane, index) => (lane.network ? [cannot(`lanes[${index}].network`, 'network')] : [])),
    ...(hasSeveralServers(plan) ? [cannot('agents', 'several-servers')] : []),
    ...(found && found.kind !== 'url' ? [cannot('target', 'private-server')] : []),
    ...lanes.flatMap(({ workload }, index): PlanFault[] => {
      const { clients = planDefaults.workload.clients, threads = planDefaults.workload.threads } = workload;
      const field = `lanes[${index}].workload.clients`;
      return clients < agents * threads
        ? [{ code: 'too-few-clients-for-agents', field, agents, threads, clients }]
        : [];
    }),
  ];
}

function networkFaults({ target, network, lanes }: CheckablePlan, { kernel }: Capabilities): PlanFault[] {
  const fault = (field: string, why: KernelFault): PlanFault[] => [{ code: 'kernel-network', field, why }];
  const own = lanes.findIndex(
    (lane) => lane.network && (network?.by === 'kernel' || lane.network.by === 'kernel'),
  );
  if (own >= 0) return fault(`lanes[${own}].network`, 'lanes');
  if (network?.by !== 'kernel') return [];
  if (target !== serverPlanTarget) return fault('network.by', 'not-ours');
  if (network.jitterMs > 0) return fault('network.jitterMs', 'no-jitter');
  const support = kernel?.() ?? 'delay';
  if (support === 'bandwidth') return network.rttMs > 0 ? fault('network.rttMs', 'no-delay') : [];
  return support === 'delay' ? [] : fault('network.by', support);
}

function laneFaults(
  { strategy, workload }: CheckableLane,
  lane: string,
  { strategies, customCommands = 'own-keys' }: Capabilities,
): PlanFault[] {
  const found = strategies.find(({ id }) => id === strategy);
  if (!found) {
    const known = strategies.filter(({ hidden }) => !hidden).map(({ id }) => id);
    return [{ code: 'unknown-strategy', field: `${lane}.strategy`, strategy, known }];
  }
  const { commands, keyspace } = workload;
  const { commands: able } = found;
  const faults: PlanFault[] = [];
  if (able)
    for (const command of commands)
      if (!able.includes(command))
        faults.push({ code: 'cannot-send', field: `${lane}.workload.commands`, strategy, command, able });
  for (const [place, line] of customCommands === 'any' ? [] : ownLines(workload).entries()) {
    const fault = customCommandFault(line);
    const field = `${lane}.workload.${lineField(workload, place)}`;
    if (fault) faults.push({ code: 'custom-command', field, line, fault });
  }
  if (filledTypes(commands).length > 0 && keyspace > mostKeysToFill)
    faults.push({
      code: 'too-many-keys-to-fill',
      field: `${lane}.workload.keyspace`,
      keyspace,
      most: mostKeysToFill,
    });
  return faults;
}

/** What keeps the link of a lane from being cut, and its writes from being checked. */
function cutFaults(
  lane: CheckableLane,
  field: string,
  plan: CheckablePlan,
  { strategies, targets }: Capabilities,
): PlanFault[] {
  const network = lane.network ?? plan.network;
  const everyMs = network?.cutEveryMs;
  // Agents refuse any network.
  if (everyMs === undefined || plan.agents !== undefined) return [];
  const cannot = (why: CutFault, at: string): PlanFault => ({ code: 'cut-cannot', field: at, why, everyMs });
  const ofLane = (why: CutFault, name: string) => cannot(why, `${field}.${name}`);
  const { workload, strategy } = lane;
  const { durationMs = planDefaults.workload.durationMs } = workload;
  if (isProgram(lane) || plan.written !== undefined) return [ofLane('units', 'strategy')];
  return [
    ...(network?.by === 'kernel' ? [cannot('kernel', 'network.by')] : []),
    ...(isCluster(serverOfLane(lane, plan).target, targets) ? [ofLane('cluster', 'target')] : []),
    ...(strategies.find(({ id }) => id === strategy)?.clients.length === 0
      ? [ofLane('no-library', 'strategy')]
      : []),
    ...(workload.commands.every((id) => id === 'incr') ? [] : [ofLane('command', 'workload.commands')]),
    ...(workload.requests === undefined ? [] : [ofLane('requests', 'workload.requests')]),
    ...(workload.keepalive === false ? [ofLane('keepalive', 'workload.keepalive')] : []),
    ...((plan.schedule?.sliceMs ?? everyMs) < everyMs ? [cannot('slice', 'schedule.sliceMs')] : []),
    ...(durationMs < everyMs ? [ofLane('slice', 'workload.durationMs')] : []),
  ];
}

function callersFaults(
  lane: CheckableLane,
  field: string,
  { written }: Pick<CheckablePlan, 'written'>,
  { strategies }: Capabilities,
): PlanFault[] {
  if (lane.workload.callers === undefined) return [];
  const able = strategies
    .filter(({ batching, hidden }) => batching !== 'batch' && !hidden)
    .map(({ id }) => id);
  const fault = (why: 'batch' | 'units'): PlanFault[] => [
    { code: 'callers-cannot', field, why, strategies: able },
  ];
  if (isProgram(lane) || written !== undefined) return fault('units');
  const batches = strategies.find(({ id }) => id === lane.strategy)?.batching === 'batch';
  return batches ? fault('batch') : [];
}

/** Each connection has a cache of its own, which may come to hold all keys. */
function cachedFaults({ strategy, workload }: CheckableLane, lane: string): PlanFault[] {
  if (strategy !== cachedStrategy) return [];
  const fault = (field: string, why: CachedFault): PlanFault[] => [
    { code: 'cached-cannot', field: `${lane}.${field}`, why },
  ];
  const usual = planDefaults.workload;
  const { clients = usual.clients, dataSize = usual.dataSize, keyspace } = workload;
  const bytes = clients * keyspace * (dataSize + bytesPerCommand);
  return [
    ...(workload.resp === 2 ? fault('workload.resp', 'resp') : []),
    ...(workload.keepalive === false ? fault('workload.keepalive', 'keepalive') : []),
    ...(bytes > maxBytesInFlight ? fault('workload.keyspace', 'memory') : []),
  ];
}

/** Most keys whose versions are kept, 4 bytes each. */
const mostVersions = 1_000_000;

function writesFaults(
  lane: CheckableLane,
  workload: string,
  { target, agents, written }: Pick<CheckablePlan, 'target' | 'agents' | 'written'>,
  { targets }: Capabilities,
): PlanFault[] {
  const { writesPerSecond = 0, commands: sent, threads = 1, keyspace } = lane.workload;
  if (writesPerSecond === 0) return [];
  const fault = (field: string, why: WritesFault): PlanFault[] => [
    { code: 'writes-cannot', field: `${workload}.${field}`, why },
  ];
  return [
    ...(sent.some((id) => id !== 'get') || isProgram(lane) || written !== undefined
      ? fault('commands', 'commands')
      : []),
    ...(threads > 1 ? fault('threads', 'threads') : []),
    ...(keyspace > mostVersions ? fault('keyspace', 'keyspace') : []),
    ...(agents === undefined ? [] : fault('writesPerSecond', 'agents')),
    ...(isCluster(serverOfLane(lane, { target }).target, targets) ? fault('writesPerSecond', 'cluster') : []),
  ];
}

function programFaults(
  lane: CheckableLane,
  field: string,
  plan: Pick<CheckablePlan, 'target' | 'agents'>,
  { targets }: Capabilities,
): PlanFault[] {
  const cannot = (of: string, why: ProgramFault): PlanFault => ({
    code: 'program-cannot',
    field: `${field}.${of}`,
    why,
  });
  return [
    ...(isCluster(serverOfLane(lane, plan).target, targets) ? [cannot('target', 'cluster')] : []),
    ...(plan.agents === undefined ? [] : [cannot('strategy', 'agents')]),
    ...(lane.workload.keepalive === false ? [cannot('workload.keepalive', 'keepalive')] : []),
  ];
}

/** Of a lane that carries written units out. */
function writtenFaults(
  lane: CheckableLane,
  field: string,
  plan: Pick<CheckablePlan, 'target' | 'agents'>,
  { targets }: Capabilities,
): PlanFault[] {
  const cannot = (of: string, why: WrittenFault): PlanFault => ({
    ...{ code: 'written-cannot', field: `${field}.${of}`, why, strategies: unitWays },
  });
  const { commands: sent } = lane.workload;
  const isUsual = sent.join() === planDefaults.workload.commands.join();
  return [
    ...(unitWayOf(lane.strategy) === undefined ? [cannot('strategy', 'strategy')] : []),
    ...(isCluster(serverOfLane(lane, plan).target, targets) ? [cannot('target', 'cluster')] : []),
    ...(plan.agents === undefined ? [] : [cannot('strategy', 'agents')]),
    ...(isUsual ? [] : [cannot('workload.commands', 'commands')]),
    ...(lane.client === undefined || lane.client === defaultClient ? [] : [cannot('client', 'client')]),
  ];
}

/** Why a client library cannot carry out a strategy; `null`: it can, or nobody knows the strategy. */
export function clientFault(
  strategy: string,
  client: ClientId,
  { strategies, clients = [] }: Pick<Capabilities, 'strategies' | 'clients'>,
): ClientFault | null {
  const found = strategies.find(({ id }) => id === strategy);
  if (!found) return null;
  if (found.clients.length === 0) return { why: 'no-library' };
  // What tells these apart is when the client writes, which other libraries decide by themselves.
  const only = traitsOf(strategy)?.client;
  if (only && client !== only) return { why: 'no-cache', has: only };
  if (!found.clients.includes(client)) return { why: 'gathers' };
  const library = clients.find(({ id }) => id === client);
  return library?.version === null ? { why: 'not-installed', package: library.package } : null;
}

function clientFaults(
  { strategy, client }: CheckableLane,
  field: string,
  target: string,
  capabilities: Capabilities,
): PlanFault[] {
  if (client === undefined) return [];
  const { targets, clients = [] } = capabilities;
  const fault = (reason: ClientFault): PlanFault[] => [
    { code: 'client-cannot', field, strategy, client, ...reason },
  ];
  const reason = clientFault(strategy, client, capabilities);
  if (reason) return fault(reason);
  const library = clients.find(({ id }) => id === client);
  return isCluster(target, targets) && library?.cluster === false ? fault({ why: 'no-cluster' }) : [];
}

const isCluster = (target: string, targets: Capabilities['targets']) =>
  targets.some(({ id, kind, isCluster: has }) => id === target && (kind === 'cluster' || has === true));

/** Strategies whose reads ioredis sends to replicas where it is told so; with the others all goes to masters. */
export const replicaReaders = ['one-by-one', 'concurrent', 'auto-pipeline', 'pipeline'] as const;

function replicaFaults(
  { strategy, workload }: CheckableLane,
  field: string,
  target: string,
  { targets }: Capabilities,
): PlanFault[] {
  if (workload.readFrom !== 'replica') return [];
  const fault = (why: 'no-cluster' | 'strategy' | 'no-reads'): PlanFault[] => [
    { code: 'no-replica-reads', field, why },
  ];
  if (!isCluster(target, targets)) return fault('no-cluster');
  if (!replicaReaders.some((id) => id === strategy)) return fault('strategy');
  const reads = workload.commands.some(
    (id) => id === 'custom' || (commands[id].filled && !commands[id].changes),
  );
  return reads ? [] : fault('no-reads');
}
