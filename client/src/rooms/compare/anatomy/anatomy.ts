import { segmentsOf } from '../../../../../shared/words/network.ts';
import type { StrategyDescription } from '../../../../../shared/contract/http.ts';
import { largest, smallest } from '../../../../../shared/statistics/extremes.ts';

/** The parts of a trip in the order of time. `waiting` is what is left of the whole. */
export const partNames = ['handover', 'client', 'there', 'server', 'waiting', 'back'] as const;
type PartName = (typeof partNames)[number];

export interface TripPart {
  name: PartName;
  /** As drawn, ms: all parts add up to the whole. */
  ms: number;
  /** As measured for itself, ms: longer than drawn where it overlapped with another part. */
  measuredMs: number | null;
}

/** What is measured of a lane, over one sample or over the whole run. */
export interface TripFigures {
  batching: StrategyDescription['batching'];
  /** Batch size, or commands in flight on each connection. */
  pipeline: number;
  threads: number;
  isOpenLoop: boolean;
  /** Commands answered, failed ones as well. */
  commands: number;
  elapsedMs: number;
  /** Means, ms; only means add up. */
  commandMs: number;
  batchMs: number;
  effectiveBatch: number | null;
  writes: number;
  bytesOut: number;
  bytesIn: number;
  /** Share of one core over all threads of the lane. */
  clientCpu: number | null;
  eventLoopUtilisation: number;
  /** CPU of the server for one command, microseconds. */
  serverMicros: number | null;
  /** Share of one core. */
  serverCpu: number | null;
  /** PING, ms. */
  roundTripMs: number | null;
}

/** One trip of one connection: some commands, from their first call to their last reply. */
export interface Anatomy {
  /** Commands that share the trip. */
  commands: number;
  totalMs: number;
  /** The next trip of a connection begins while this one is on its way: their times do not add up. */
  overlaps: boolean;
  parts: readonly TripPart[];
  /** Work of client and server that does not fit one after the other: they overlapped. ms */
  overlapMs: number;
  unknown: readonly ('client' | 'server' | 'way')[];
  /** Who is so busy that the others wait for it. */
  busy: { who: 'client' | 'server'; share: number } | null;
  /** Socket writes that carry these commands, bytes of all of them, and the TCP segments that these take. */
  writes: number;
  bytesOut: number;
  bytesIn: number;
  segments: number;
}

/** As for verdicts: the rest of a core is scheduling. */
const fullCore = 0.9;

/** Takes a trip apart; docs/measurement.md says how. `null`: nothing was answered yet. */
export function anatomyOf(figures: TripFigures): Anatomy | null {
  if (figures.commands <= 0 || figures.elapsedMs <= 0) return null;
  const commands = commandsPerTrip(figures);
  const handoverMs = handoverOf(figures, commands);
  const totalMs =
    figures.batching === 'batch' ? figures.batchMs + handoverMs : Math.max(figures.commandMs, 0);
  if (!(totalMs > 0)) return null;
  const { clientCpu, serverMicros, roundTripMs } = figures;
  const clientMs =
    clientCpu === null ? null : ((clientCpu * figures.elapsedMs) / figures.commands) * commands;
  const serverMs = serverMicros === null ? null : (serverMicros / 1000) * commands;

  let left = totalMs;
  const take = (ms: number) => {
    const taken = Math.min(Math.max(ms, 0), left);
    left -= taken;
    return taken;
  };
  const handover = take(handoverMs);
  const clientRest = clientMs === null ? null : Math.max(0, clientMs - handoverMs);
  const client = take(clientRest ?? 0);
  const server = take(serverMs ?? 0);
  // Last: a PING has some CPU of both ends in it, which has been taken already.
  const way = take(roundTripMs ?? 0);
  const halfTrip = roundTripMs === null ? null : roundTripMs / 2;
  const { writes, bytesOut, bytesIn } = shareOf(figures, commands);
  return {
    commands,
    totalMs,
    overlaps: figures.batching === 'in-flight' && figures.isOpenLoop,
    parts: [
      { name: 'handover', ms: handover, measuredMs: handoverMs },
      { name: 'client', ms: client, measuredMs: clientRest },
      { name: 'there', ms: way / 2, measuredMs: halfTrip },
      { name: 'server', ms: server, measuredMs: serverMs },
      { name: 'waiting', ms: left, measuredMs: null },
      { name: 'back', ms: way / 2, measuredMs: halfTrip },
    ],
    overlapMs: (clientRest ?? 0) - client + ((serverMs ?? 0) - server),
    unknown: [
      ...(clientMs === null ? (['client'] as const) : []),
      ...(serverMs === null ? (['server'] as const) : []),
      ...(roundTripMs === null ? (['way'] as const) : []),
    ],
    busy: busyOf(figures),
    writes,
    bytesOut,
    bytesIn,
    segments: writes > 0 ? writes * segmentsOf(bytesOut / writes) : 0,
  };
}

/**
 * In a closed loop a connection always has `pipeline` commands in flight, so that many are answered in the time that
 * each of them takes (Little's law). In an open loop those that gather by themselves are as many as one write had.
 */
function commandsPerTrip({ batching, pipeline, isOpenLoop, effectiveBatch }: TripFigures): number {
  if (batching === 'none') return 1;
  return batching === 'in-flight' && isOpenLoop ? Math.max(1, effectiveBatch ?? 1) : pipeline;
}

/**
 * From the first call of a batch to its flush. Calls are spread evenly over it, so that commands wait
 * (n + 1) / 2n of it longer than their batch on average.
 */
function handoverOf({ batching, commandMs, batchMs }: TripFigures, commands: number): number {
  if (batching !== 'batch') return 0;
  return (Math.max(0, commandMs - batchMs) * 2 * commands) / (commands + 1);
}

function shareOf({ commands, writes, bytesOut, bytesIn }: TripFigures, ofCommands: number) {
  const share = ofCommands / commands;
  return { writes: writes * share, bytesOut: bytesOut * share, bytesIn: bytesIn * share };
}

/** What the part that is left of a trip was, where more is known than that it was waiting. */
export function leftOver({ busy, unknown }: Pick<Anatomy, 'busy' | 'unknown'>) {
  if (busy?.who === 'server') return 'busyServer';
  if (unknown.includes('server')) return busy ? 'busyClientAndServer' : 'withServer';
  return busy ? 'busyClient' : null;
}

function busyOf({ clientCpu, eventLoopUtilisation, threads, serverCpu }: TripFigures): Anatomy['busy'] {
  const client = Math.max(eventLoopUtilisation, (clientCpu ?? 0) / threads);
  const server = serverCpu ?? 0;
  if (Math.max(client, server) < fullCore) return null;
  return server > client ? { who: 'server', share: server } : { who: 'client', share: client };
}

/** How much slower than real time the trips are shown: a round number, so that the shortest can be followed. */
export function slowdownFor(tripsMs: readonly number[]): number {
  const shortest = smallest(tripsMs);
  const longest = largest(tripsMs);
  if (!Number.isFinite(shortest) || shortest <= 0) return 1000;
  const wanted = Math.min(shownShortestMs / shortest, shownLongestMs / longest);
  const power = 10 ** Math.floor(Math.log10(wanted));
  const step = [5, 2, 1].find((digit) => digit * power <= wanted) ?? 1;
  return Math.max(1, step * power);
}
const shownShortestMs = 2500;
const shownLongestMs = 12_000;
