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

/** What keeps the last reply of what a lane has in flight waiting, and what would shorten it. */
interface Part {
  ms: number;
  /** After "lane: ", with how long all of it takes. */
  why: (takes: string) => string;
  remedy: string;
}

/**
 * How long what a lane has in flight takes, ms: a slice ends with the last of it. Over the link of its network, where
 * connections are opened anew, and where callers wait for one. At a rate that it keeps up with, what is in flight is
 * on its way as it is asked for: 0.
 */
export function drainMs(plan: Plan, lane: LanePlan): number {
  const { rps } = lane.workload;
  const ms = partsOf(plan, lane).reduce((sum, part) => sum + part.ms, 0);
  if (rps === undefined || ms === 0) return ms;
  const inFlight = commandsInFlight(lane);
  if ((rps * ms) / 1000 <= inFlight) return 0;
  return ms * Math.min(1, (rps * plan.schedule.sliceMs) / 1000 / inFlight);
}

function partsOf(plan: Plan, lane: LanePlan): Part[] {
  const { callers, clients, keepalive } = lane.workload;
  const network = lane.network ?? plan.network;
  const { bandwidthMbit = null, rttMs = 0 } = network ?? {};
  const batching = batchingOf(lane);
  const opened = batching === 'in-flight' ? commandsInFlight(lane) : clients;
  return [
    {
      ms: bandwidthMbit === null ? 0 : bytesOnWay(lane) / ((bandwidthMbit * 1_000_000) / 8 / 1000),
      why: (takes) => `what it has in flight (${formatBytes(bytesOnWay(lane))}) ${takes} over this link`,
      remedy: 'Smaller batches (-P) or values (-d), or fewer connections (-c), take less.',
    },
    {
      ms: keepalive ? 0 : opened * (network ? openingDelayedMs : openingMs) + tripsOfOpening * rttMs,
      why: (takes) => `what it has in flight opens ${counted(opened, 'new connection')}, which ${takes}`,
      remedy: 'Less in flight (-P), fewer connections (-c) or longer slices (--slice) help.',
    },
    {
      ms: callers === undefined || batching !== 'none' ? 0 : (callers / clients) * rttMs,
      why: (takes) => `to lend ${counted(clients, 'connection')} to each of its callers ${takes}`,
      remedy: 'More connections (-c), fewer callers (--callers) or longer slices (--slice) help.',
    },
  ];
}

const batchingOf = ({ strategy }: LanePlan) => findStrategy(strategy)?.batching;

/** What lanes have in flight that is answered as one: a batch, or a command. */
export const placesInFlight = (lane: LanePlan): number =>
  batchingOf(lane) === 'batch' ? lane.workload.clients : commandsInFlight(lane);

/**
 * How long it takes to send for so long and to hear the last reply, where all `places` in flight take `drain` ms: each
 * that is answered while time is left is sent again, behind the others.
 */
export function answeredMs(sendingMs: number, drain: number, places: number): number {
  if (drain === 0 || sendingMs === 0) return sendingMs;
  const each = drain / places;
  return (Math.ceil(sendingMs / each) - 1) * each + drain;
}

/**
 * What there is to know before the start of lanes whose replies in flight take longer than a slice: it lasts until
 * they are there. A sentence for each.
 */
export const longDrains = (plan: Plan): string[] =>
  plan.lanes.flatMap((lane) => {
    const drain = drainMs(plan, lane);
    if (drain <= plan.schedule.sliceMs) return [];
    const [longest] = partsOf(plan, lane).toSorted((a, b) => b.ms - a.ms);
    if (!longest) return [];
    const takes = `takes ${formatDuration(drain < 1000 ? drain : Math.round(drain / 1000) * 1000)}`;
    return `${lane.id}: ${longest.why(takes)}, and each of its slices longer than that, not ${formatDuration(plan.schedule.sliceMs)}. ${longest.remedy}`;
  });
