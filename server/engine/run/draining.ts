import type { LanePlan, Plan } from '../../../shared/contract/plan.ts';
import { formatBytes, formatDuration } from '../../../shared/words/format.ts';
import { bytesOnWay } from '../probes/bytes-on-server.ts';

/** How long all that a lane has in flight takes over the link of its network, ms: a slice ends with the last of it. */
export function drainMs(plan: Plan, lane: LanePlan): number {
  const { bandwidthMbit } = lane.network ?? plan.network ?? {};
  return bandwidthMbit == null ? 0 : bytesOnWay(lane) / ((bandwidthMbit * 1_000_000) / 8 / 1000);
}

/** How long a lane takes to send for so long and to hear the last reply: whole rounds of what is in flight. */
export const drainedMs = (sendingMs: number, drain: number): number =>
  drain === 0 || sendingMs === 0 ? sendingMs : Math.ceil(sendingMs / drain) * drain;

/**
 * What there is to know before the start of lanes whose replies in flight take longer than a slice: it lasts until
 * they are there. A sentence for each.
 */
export const longDrains = (plan: Plan): string[] =>
  plan.lanes.flatMap((lane) => {
    const drain = drainMs(plan, lane);
    if (drain <= plan.schedule.sliceMs || lane.workload.rps !== undefined) return [];
    return `${lane.id}: what it has in flight (${formatBytes(bytesOnWay(lane))}) takes ${formatDuration(Math.round(drain / 1000) * 1000)} over this link, and each of its slices as long, not ${formatDuration(plan.schedule.sliceMs)}. Smaller batches (-P) or values (-d), or fewer connections (-c), take less.`;
  });
