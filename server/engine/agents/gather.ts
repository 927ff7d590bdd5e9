import { hasSeveralServers } from '../../../shared/plan/lane-servers.ts';
import type { Plan } from '../../../shared/contract/plan.ts';
import { findMasters } from '../../redis/cluster/find-masters.ts';
import type { Target } from '../../redis/connection/target.ts';
import { Gang } from './gang.ts';
import { AgentsUnavailable, type GangOptions, type GangOrder } from './gang-order.ts';

/** Calls agents together for a plan, where its lanes can be theirs. Throws as `Gang.gather`. */
export async function gather(
  options: GangOptions,
  order: Omit<GangOrder, 'target'> & { target: Target },
): Promise<Gang> {
  const fault = whyNot(order.plan, options.agents);
  if (fault !== null) throw new AgentsUnavailable(fault);
  const { endpoint } = await findMasters(order.target);
  return Gang.gather(options, { ...order, target: endpoint });
}

/** What agents do not carry out; `null`: they do. */
function whyNot(plan: Plan, agents: number): string | null {
  const { lanes, network, moveSlots } = plan;
  if (network || lanes.some((lane) => lane.network))
    return 'Agents measure over the network that they have: leave --rtt, --jitter, --bandwidth and --network out.';
  if (hasSeveralServers(plan)) return 'Agents measure one server: name one --target.';
  if (moveSlots)
    return 'Slots are moved in a private cluster, which agents cannot reach: leave --move-slots out.';
  const small = lanes.find(({ workload: { clients, threads } }) => clients < agents * threads);
  if (small)
    return `Lane ${small.id}: ${agents} agents with ${small.workload.threads} threads each need at least ${agents * small.workload.threads} clients (-c), not ${small.workload.clients}.`;
  return null;
}
