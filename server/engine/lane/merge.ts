import type { FailureCounts } from '../../../shared/contract/figures.ts';
import type { ThreadSample } from './messages.ts';
import type { Tally } from './recorder.ts';
import type { SocketFigures } from './socket-meter.ts';

/** Totals of a lane, over all its threads, since its slice began to count. */
export interface LaneTotals {
  endsSlice: boolean;
  elapsedMs: number;
  tally: Tally;
  wire: SocketFigures;
  cpuMs: number | null;
  coreWaitMs: number | null;
  /** Mean of the threads. */
  busyMs: number;
  memoryBytes: number;
  offered: number;
  offeringMs: number;
  sendingMs: number;
  outstanding: number;
  settled: Tally;
  settledMs: number;
  fatal: string | null;
}

/**
 * Brings the samples of several threads together by their number within the slice, never by arrival: totals are
 * told once every thread has delivered that number or has ended its slice before it.
 */
export function mergeThreads(
  threads: number,
  onTotals: (totals: LaneTotals) => void,
): (thread: number, sample: ThreadSample) => void {
  const latest: ThreadSample[][] = Array.from({ length: threads }, () => []);
  let told = 0;
  const at = (samples: ThreadSample[]) => {
    const last = samples.at(-1);
    return samples[told] ?? (last?.endsSlice ? last : undefined);
  };
  return (thread, sample) => {
    latest[thread]?.push(sample);
    for (;;) {
      const row = latest.flatMap((samples) => at(samples) ?? []);
      if (row.length < threads) return;
      onTotals(sum(row));
      told++;
      if (row.every((one) => one.endsSlice)) return;
    }
  };
}

function sum(row: readonly ThreadSample[]): LaneTotals {
  return {
    endsSlice: row.every((one) => one.endsSlice),
    elapsedMs: Math.max(...row.map((one) => one.elapsedMs)),
    tally: row.map((one) => one.tally).reduce(addTallies),
    wire: row.map((one) => one.wire).reduce(addWire),
    cpuMs: sumOfAll(row.map(({ cpuMs }) => cpuMs)),
    coreWaitMs: sumOfAll(row.map(({ coreWaitMs }) => coreWaitMs)),
    busyMs: row.reduce((all, one) => all + one.busyMs, 0) / row.length,
    memoryBytes: row.reduce((all, one) => all + one.memoryBytes, 0),
    offered: row.reduce((all, one) => all + one.offered, 0),
    offeringMs: Math.max(...row.map((one) => one.offeringMs)),
    sendingMs: Math.max(...row.map((one) => one.sendingMs)),
    outstanding: row.reduce((all, one) => all + one.outstanding, 0),
    settled: row.map((one) => one.settled).reduce(addTallies),
    settledMs: Math.max(...row.map((one) => one.settledMs)),
    fatal: row.find((one) => one.fatal !== null)?.fatal ?? null,
  };
}

/** `null` where one of them is not known. */
export const sumOfAll = (values: readonly (number | null)[]): number | null =>
  values.reduce((sum, value) => (sum === null || value === null ? null : sum + value), 0);

export function addTallies(a: Tally, b: Tally): Tally {
  return {
    completed: a.completed + b.completed,
    failed: a.failed + b.failed,
    failures: addFailures(a.failures, b.failures),
    hits: a.hits + b.hits,
    misses: a.misses + b.misses,
    calls: a.calls + b.calls,
  };
}

export function addFailures(a: FailureCounts, b: FailureCounts): FailureCounts {
  const sums = { ...a };
  for (const [failure, count] of Object.entries(b)) sums[failure] = (sums[failure] ?? 0) + count;
  return sums;
}

export const addWire = (a: SocketFigures, b: SocketFigures): SocketFigures => ({
  writes: a.writes + b.writes,
  bytesOut: a.bytesOut + b.bytesOut,
  bytesIn: a.bytesIn + b.bytesIn,
});

export const noTally: Tally = { completed: 0, failed: 0, failures: {}, hits: 0, misses: 0, calls: 0 };
export const noWire: SocketFigures = { writes: 0, bytesOut: 0, bytesIn: 0 };
