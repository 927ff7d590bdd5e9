import { planDefaults } from '../defaults.ts';
import type { Workload } from '../../contract/workload.ts';
import type { ClientDescription, StrategyDescription, TargetDescription } from '../../contract/http.ts';
import { commands } from '../../commands/workload.ts';
import { serverPlanTarget } from '../../contract/private-server.ts';
import { defaultClient } from '../../contract/enums.ts';
import type { ClientId, KernelSupport, ServerProgram } from '../../contract/enums.ts';
import type { NetworkPlan, ServerInput } from '../../contract/plan.ts';
import { hasSeveralServers, serverOfLane } from '../lane-servers.ts';
import { fillingsOf, usesMembers } from '../fillings.ts';
import { isProgram } from '../program-lane.ts';
import { unitWayOf, unitWays } from '../written/ways.ts';
import { cachedStrategy, traitsOf } from '../../contract/strategies.ts';
import { bytesPerCommand, limits, maxBytesInFlight, mostKeysToFill } from '../../limits.ts';
import type { Problem, ProblemReason } from '../../contract/problem-reason.ts';
import { lineField, ownLines } from '../../commands/custom-words.ts';
import { shortened, customCommandFault, runsScript } from './custom-command.ts';

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
        | 'members'
      >
    >;
}

/** A reason with one of its codes. */
type Reason<Code extends ProblemReason['code']> = Extract<ProblemReason, { code: Code }>;

/** One reason why a plan cannot be carried out: a `Problem` without its sentence. */
export interface PlanFault extends Pick<Problem, 'field' | 'value' | 'allowed'> {
  reason: ProblemReason;
}

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
    return [
      {
        field: `${owner}target`,
        value: target,
        reason: { code: 'not-one-of', known: targets.map(({ id }) => id) },
      },
    ];
  if (server === undefined) return [];
  // A private server with a name of its own has the settings that its configuration gives it.
  if (!(found.kind === 'embedded' && target === serverPlanTarget))
    return [{ field: `${owner}server`, reason: { code: 'server-is-not-ours', target } }];
  const { program } = server;
  return program === undefined || !programs || programs.includes(program)
    ? []
    : [
        {
          field: `${owner}server.program`,
          value: program,
          reason: { code: 'program-not-installed', program, installed: [...programs] },
        },
      ];
}

function slotFaults({ target, moveSlots }: CheckablePlan, { targets }: Capabilities): PlanFault[] {
  const found = targets.find(({ id }) => id === target);
  if (moveSlots === undefined || !found || found.kind === 'cluster') return [];
  return [{ field: 'moveSlots', reason: { code: 'slots-cannot-move' } }];
}

/** What a run does at one server while all its lanes measure that one. */
function severalServersFaults(plan: CheckablePlan): PlanFault[] {
  if (!hasSeveralServers(plan)) return [];
  const alone = (field: string, what: Reason<'one-server-alone'>['what']): PlanFault => ({
    field,
    reason: { code: 'one-server-alone', what },
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
  const cannot = (field: string, why: Reason<'agents-cannot'>['why']): PlanFault => ({
    field,
    reason: { code: 'agents-cannot', why },
  });
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
        ? [
            {
              field,
              value: clients,
              reason: { code: 'too-few-clients-for-agents', agents, threads, clients },
            },
          ]
        : [];
    }),
  ];
}

function networkFaults({ target, network, lanes }: CheckablePlan, { kernel }: Capabilities): PlanFault[] {
  const fault = (field: string, why: Reason<'kernel-network'>['why']): PlanFault[] => [
    { field, reason: { code: 'kernel-network', why } },
  ];
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
    return [{ field: `${lane}.strategy`, value: strategy, reason: { code: 'not-one-of', known } }];
  }
  const { commands, keyspace, members } = workload;
  const field = (name: string) => `${lane}.workload.${name}`;
  const { commands: able } = found;
  const faults: PlanFault[] = [];
  if (able)
    for (const command of commands)
      if (!able.includes(command))
        faults.push({
          field: `${lane}.workload.commands`,
          value: command,
          reason: { code: 'cannot-send', strategy, able: [...able] },
        });
  for (const [place, line] of ownLines(workload).entries()) {
    const reason =
      strategy === 'lua' && runsScript(line)
        ? ({ code: 'custom-command-nested', strategy } as const)
        : customCommands === 'any'
          ? null
          : customCommandFault(line);
    if (reason) faults.push({ field: field(lineField(workload, place)), value: shortened(line), reason });
  }
  const isFilled = fillingsOf(workload).length > 0;
  if (isFilled && keyspace > mostKeysToFill)
    faults.push({
      field: field('keyspace'),
      value: keyspace,
      allowed: { min: limits.keyspace.min, max: mostKeysToFill },
      reason: { code: 'too-many-keys-to-fill', most: mostKeysToFill },
    });
  else if (isFilled && members !== undefined && keyspace * members > mostKeysToFill)
    faults.push({
      field: field('members'),
      value: members,
      allowed: { min: limits.members.min, max: Math.floor(mostKeysToFill / keyspace) },
      reason: {
        code: 'too-many-members-to-fill',
        most: Math.floor(mostKeysToFill / keyspace),
        keys: keyspace,
      },
    });
  if (members !== undefined && !usesMembers(workload))
    faults.push({ field: field('members'), value: members, reason: { code: 'no-members' } });
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
  type Why = Reason<'cut-cannot'>['why'];
  const cannot = (why: Why, at: string): PlanFault => ({
    field: at,
    reason: { code: 'cut-cannot', why, everyMs },
  });
  const ofLane = (why: Why, name: string) => cannot(why, `${field}.${name}`);
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
    { field, reason: { code: 'callers-cannot', why, strategies: able } },
  ];
  if (isProgram(lane) || written !== undefined) return fault('units');
  const batches = strategies.find(({ id }) => id === lane.strategy)?.batching === 'batch';
  return batches ? fault('batch') : [];
}

/** Each connection has a cache of its own, which may come to hold all keys. */
function cachedFaults({ strategy, workload }: CheckableLane, lane: string): PlanFault[] {
  if (strategy !== cachedStrategy) return [];
  const fault = (field: string, why: Reason<'cached-cannot'>['why']): PlanFault[] => [
    { field: `${lane}.${field}`, reason: { code: 'cached-cannot', why } },
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
  const fault = (field: string, why: Reason<'writes-cannot'>['why']): PlanFault[] => [
    { field: `${workload}.${field}`, reason: { code: 'writes-cannot', why } },
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
  const cannot = (of: string, why: Reason<'program-cannot'>['why']): PlanFault => ({
    field: `${field}.${of}`,
    reason: { code: 'program-cannot', why },
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
  const cannot = (of: string, why: Reason<'written-cannot'>['why']): PlanFault => ({
    field: `${field}.${of}`,
    reason: { code: 'written-cannot', why, strategies: [...unitWays] },
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

/** Why a client library cannot carry out a strategy, with the package or the library that could. */
type ClientFault = Pick<Reason<'client-cannot'>, 'why' | 'package' | 'has'>;

/** Why a client library cannot carry out a strategy; `null`: it can, or the strategy is unknown. */
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
  const fault = (why: ClientFault): PlanFault[] => [
    { field, value: client, reason: { code: 'client-cannot', strategy, client, ...why } },
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
  const fault = (why: Reason<'no-replica-reads'>['why']): PlanFault[] => [
    { field, reason: { code: 'no-replica-reads', why, strategies: [...replicaReaders] } },
  ];
  if (!isCluster(target, targets)) return fault('no-cluster');
  if (!replicaReaders.some((id) => id === strategy)) return fault('strategy');
  const reads = workload.commands.some(
    (id) => id === 'custom' || (commands[id].filled && !commands[id].changes),
  );
  return reads ? [] : fault('no-reads');
}
