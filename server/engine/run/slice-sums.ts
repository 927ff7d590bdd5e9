import type { LinkFigures, ProxyFigures } from '../../../shared/contract/figures.ts';
import type { Traffic } from '../../network/network.ts';
import type { ThreadTimes } from '../../network/thread-times.ts';
import { addTallies, addWire, noTally, noWire, sumOfAll, type LaneTotals } from '../lane/merge.ts';

/** Totals of a lane over several slices; of its memory the largest. */
export type SliceSums = Pick<
  LaneTotals,
  | 'tally'
  | 'wire'
  | 'elapsedMs'
  | 'busyMs'
  | 'memoryBytes'
  | 'cpuMs'
  | 'coreWaitMs'
  | 'offered'
  | 'offeringMs'
> & { ratedMs: number };
export const noSums = (): SliceSums => ({
  tally: noTally,
  wire: noWire,
  elapsedMs: 0,
  busyMs: 0,
  memoryBytes: 0,
  cpuMs: 0,
  coreWaitMs: 0,
  offered: 0,
  offeringMs: 0,
  ratedMs: 0,
});

export const addSums = (sums: SliceSums, more: SliceSums): SliceSums => ({
  tally: addTallies(sums.tally, more.tally),
  wire: addWire(sums.wire, more.wire),
  elapsedMs: sums.elapsedMs + more.elapsedMs,
  busyMs: sums.busyMs + more.busyMs,
  memoryBytes: Math.max(sums.memoryBytes, more.memoryBytes),
  cpuMs: sumOfAll([sums.cpuMs, more.cpuMs]),
  coreWaitMs: sumOfAll([sums.coreWaitMs, more.coreWaitMs]),
  offered: sums.offered + more.offered,
  offeringMs: sums.offeringMs + more.offeringMs,
  ratedMs: sums.ratedMs + more.ratedMs,
});

/** Units of the user's code that were carried out alone, with what they sent. */
export type Alone = Pick<NonNullable<LaneTotals['alone']>, 'units' | 'commands' | 'trips' | 'isMixed'>;

export const addAlone = (sum: Alone, { units, commands, trips, isMixed }: Alone): Alone => ({
  units: sum.units + units,
  commands: sum.commands + commands,
  trips: sum.trips + trips,
  isMixed: sum.isMixed || isMixed,
});

/** Times of the busiest thread of a lane's proxy, with the time of its load. */
export interface ProxyTimes extends ThreadTimes {
  loadMs: number;
}

export const addProxy = (sum: ProxyTimes | null, { cpuMs, coreWaitMs, loadMs }: ProxyTimes): ProxyTimes => ({
  cpuMs: sumOfAll([sum ? sum.cpuMs : 0, cpuMs]),
  coreWaitMs: sumOfAll([sum ? sum.coreWaitMs : 0, coreWaitMs]),
  loadMs: (sum?.loadMs ?? 0) + loadMs,
});

export function proxyFigures({ cpuMs, coreWaitMs, loadMs }: ProxyTimes): ProxyFigures {
  // The looks at the thread lie around the load, on a busy machine by more than the load takes.
  const ofMs = Math.max(loadMs, (cpuMs ?? 0) + (coreWaitMs ?? 0));
  const share = (ms: number | null) => (ms === null || loadMs === 0 ? null : ms / ofMs);
  return { cpu: share(cpuMs), coreWait: share(coreWaitMs) };
}

/** The link of a lane while it had something to send. */
export interface LinkTraffic extends Traffic {
  commands: number;
  loadMs: number;
}

export const addTraffic = (sum: LinkTraffic | null, more: LinkTraffic): LinkTraffic => ({
  packetsOut: (sum?.packetsOut ?? 0) + more.packetsOut,
  packetsIn: (sum?.packetsIn ?? 0) + more.packetsIn,
  bytesOut: (sum?.bytesOut ?? 0) + more.bytesOut,
  bytesIn: (sum?.bytesIn ?? 0) + more.bytesIn,
  commands: (sum?.commands ?? 0) + more.commands,
  loadMs: (sum?.loadMs ?? 0) + more.loadMs,
});

export function linkFigures({ commands, loadMs, ...traffic }: LinkTraffic): LinkFigures | null {
  if (commands === 0 || loadMs === 0) return null;
  const mbit = (bytes: number) => (bytes * 8) / 1000 / loadMs;
  return {
    packetsOutPerCommand: traffic.packetsOut / commands,
    packetsInPerCommand: traffic.packetsIn / commands,
    mbitOut: mbit(traffic.bytesOut),
    mbitIn: mbit(traffic.bytesIn),
  };
}
