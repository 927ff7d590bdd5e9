import { mostKeysToFill } from '../../limits.ts';
import type { Workload } from '../../contract/workload.ts';
import type { StrategyDescription, TargetDescription } from '../../contract/http.ts';
import { filledTypes } from '../../contract/commands.ts';
import { serverPlanTarget } from '../../contract/private-server.ts';
import type { KernelSupport } from '../../contract/enums.ts';
import type { NetworkPlan } from '../../contract/plan.ts';
import type { ProblemReason } from '../../contract/problem-reason.ts';
import { customCommandFault, type CustomCommandFault } from './custom-command.ts';

/** What a Roundtrip offers, and a plan may ask for. */
export interface Capabilities {
  strategies: readonly Pick<StrategyDescription, 'id' | 'commands' | 'hidden'>[];
  targets: readonly Pick<TargetDescription, 'id' | 'kind'>[];
  /** Custom commands that may be sent: those that work on the run's own keys alone (the default), or any. */
  customCommands?: 'own-keys' | 'any';
  /** What the kernel can put between; asked only for a plan that wants it. Absent: left to whoever starts the plan. */
  kernel?: () => KernelSupport;
}

/** The part of a plan that is checked against the capabilities. */
export interface CheckablePlan {
  target: string;
  server?: unknown;
  network?: CheckableNetwork | undefined;
  moveSlots?: unknown;
  lanes: readonly CheckableLane[];
}

type CheckableNetwork = Pick<NetworkPlan, 'by' | 'rttMs' | 'jitterMs'>;

interface CheckableLane {
  network?: CheckableNetwork | undefined;
  strategy: string;
  workload: Pick<Workload, 'commands' | 'customCommand' | 'keyspace'>;
}

/** Why the kernel cannot make the network of a plan. */
type KernelFault = Extract<ProblemReason, { code: 'kernel-network' }>['why'];

/** One reason why a plan cannot be carried out, with its figures; `field` is where, as in a `Problem`. */
export type PlanFault = { field: string } & (
  | { code: 'unknown-target'; target: string; known: readonly string[] }
  | { code: 'server-is-not-ours'; target: string }
  | { code: 'slots-cannot-move' }
  | { code: 'kernel-network'; why: KernelFault }
  | { code: 'unknown-strategy'; strategy: string; known: readonly string[] }
  | { code: 'cannot-send'; strategy: string; command: string; able: readonly string[] }
  | { code: 'custom-command'; line: string; fault: CustomCommandFault }
  | { code: 'too-many-keys-to-fill'; keyspace: number; most: number }
);

/**
 * Everything that keeps a plan from being started and is known without asking the server that is measured. What only
 * that server can refuse is in `server/engine/run/live-refusal.ts`.
 */
export const planFaults = (plan: CheckablePlan, capabilities: Capabilities): PlanFault[] => [
  ...targetFaults(plan, capabilities),
  ...networkFaults(plan, capabilities),
  ...plan.lanes.flatMap((lane, index) => laneFaults(lane, `lanes[${index}]`, capabilities)),
];

function targetFaults({ target, server, moveSlots }: CheckablePlan, { targets }: Capabilities): PlanFault[] {
  const found = targets.find(({ id }) => id === target);
  if (!found)
    return [{ code: 'unknown-target', field: 'target', target, known: targets.map(({ id }) => id) }];
  const faults: PlanFault[] = [];
  // A private server with a name of its own has the settings that its configuration gives it.
  if (server !== undefined && !(found.kind === 'embedded' && target === serverPlanTarget))
    faults.push({ code: 'server-is-not-ours', field: 'server', target });
  if (moveSlots !== undefined && found.kind !== 'cluster')
    faults.push({ code: 'slots-cannot-move', field: 'moveSlots' });
  return faults;
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
  const { commands, customCommand: line, keyspace } = workload;
  const { commands: able } = found;
  const faults: PlanFault[] = [];
  if (able)
    for (const command of commands)
      if (!able.includes(command))
        faults.push({ code: 'cannot-send', field: `${lane}.workload.commands`, strategy, command, able });
  const fault = line === undefined || customCommands === 'any' ? null : customCommandFault(line);
  if (line !== undefined && fault)
    faults.push({ code: 'custom-command', field: `${lane}.workload.customCommand`, line, fault });
  if (filledTypes(commands).length > 0 && keyspace > mostKeysToFill)
    faults.push({
      code: 'too-many-keys-to-fill',
      field: `${lane}.workload.keyspace`,
      keyspace,
      most: mostKeysToFill,
    });
  return faults;
}
