import type { LanePlan, Plan } from '../../../shared/contract/plan.ts';
import { formatBytes, formatDuration } from '../../../shared/words/format.ts';
import { commandsInFlight } from '../../../shared/plan/in-flight.ts';
import { counted } from '../../../shared/words/workload.ts';
import { bytesOnWay } from '../probes/bytes-on-server.ts';
import { findStrategy } from '../strategies/index.ts';

/** To open a connection and close it, where many are opened: of the one or two cores that both ends share. */
const openingMs = 0.2;
/** The same over a network that the run made: what delays it opens another one. */
const openingDelayedMs = 0.6;
/** A connection, a greeting, a command. */
const tripsOfOpening = 3;

/**
 * How long what a lane has in flight takes, ms: a slice ends with the last of it. Over the link of its network, and
 * where connections are opened anew. At a rate that it keeps up with, what is in flight is on its way as it is asked
 * for: 0.
 */
export function drainMs(plan: Plan, lane: LanePlan): number {
  const { rps } = lane.workload;
  const ms = linkMs(plan, lane) + opensMs(plan, lane) + lentMs(plan, lane);
  if (rps === undefined || ms === 0) return ms;
  const inFlight = commandsInFlight(lane);
  if ((rps * ms) / 1000 <= inFlight) return 0;
  return ms * Math.min(1, (rps * plan.schedule.sliceMs) / 1000 / inFlight);
}

function linkMs(plan: Plan, lane: LanePlan): number {
  const { bandwidthMbit } = lane.network ?? plan.network ?? {};
  return bandwidthMbit == null ? 0 : bytesOnWay(lane) / ((bandwidthMbit * 1_000_000) / 8 / 1000);
}

/** Connections that a lane opens for what it has in flight: one for each command or batch. */
function opened(lane: LanePlan): number {
  if (lane.workload.keepalive) return 0;
  return findStrategy(lane.strategy)?.batching === 'in-flight'
    ? commandsInFlight(lane)
    : lane.workload.clients;
}

function opensMs(plan: Plan, lane: LanePlan): number {
  const network = lane.network ?? plan.network;
  const each = network ? openingDelayedMs : openingMs;
  const trips = tripsOfOpening * (network?.rttMs ?? 0);
  return lane.workload.keepalive ? 0 : opened(lane) * each + trips;
}

/** Until a pool has lent its connections to all callers that wait. */
const lentMs = (
  plan: Plan,
  { strategy, workload: { callers, clients }, network = plan.network }: LanePlan,
) =>
  callers === undefined || findStrategy(strategy)?.batching !== 'none'
    ? 0
    : (callers / clients) * (network?.rttMs ?? 0);

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
    if (drain <= plan.schedule.sliceMs) return [];
    const takes = `takes ${formatDuration(drain < 1000 ? drain : Math.round(drain / 1000) * 1000)}`;
    return `${lane.id}: ${reason(plan, lane, takes)}, and each of its slices as long, not ${formatDuration(plan.schedule.sliceMs)}. ${remedy(plan, lane)}`;
  });

/** What most of it is. */
const mostOf = (plan: Plan, lane: LanePlan): 'link' | 'opening' | 'lending' =>
  lentMs(plan, lane) > Math.max(linkMs(plan, lane), opensMs(plan, lane))
    ? 'lending'
    : opensMs(plan, lane) > linkMs(plan, lane)
      ? 'opening'
      : 'link';

const reason = (plan: Plan, lane: LanePlan, takes: string): string =>
  ({
    link: `what it has in flight (${formatBytes(bytesOnWay(lane))}) ${takes} over this link`,
    opening: `what it has in flight opens ${counted(opened(lane), 'new connection')}, which ${takes}`,
    lending: `to lend ${counted(lane.workload.clients, 'connection')} to each of its callers ${takes}`,
  })[mostOf(plan, lane)];

const remedy = (plan: Plan, lane: LanePlan): string =>
  ({
    link: 'Smaller batches (-P) or values (-d), or fewer connections (-c), take less.',
    opening: 'Less in flight (-P), fewer connections (-c) or longer slices (--slice) help.',
    lending: 'More connections (-c), fewer callers (--callers) or longer slices (--slice) help.',
  })[mostOf(plan, lane)];
