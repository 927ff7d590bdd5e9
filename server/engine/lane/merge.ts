import type { FailureCounts } from '../../../shared/contract/figures.ts';
import { defined } from '../../../shared/contract/defined.ts';
import { busiestThread } from '../../network/thread-times.ts';
import type { ThreadSample } from './messages.ts';
import type { ReadCounts, Tally } from './recorder.ts';
import type { SocketFigures } from './socket-meter.ts';
import { largest, smallest } from '../../../shared/statistics/extremes.ts';

/** Totals of a lane, over all its threads, since its slice began to count; `busyMs` is the mean of the threads. */
export interface LaneTotals extends Omit<ThreadSample, 'type' | 'slice' | 'index' | 'sent' | 'latencies'> {
  /** When its first and its last share began and ceased to send; of the end of a slice. */
  sent?: { from: readonly number[]; until: readonly number[] };
  /** The same of each agent, where agents carry the lane out. */
  agents?: readonly LaneTotals[];
}

/**
 * Brings the samples of several threads together by their number within the slice, never by arrival: totals are
 * told once every thread has delivered that number or has ended its slice before it. `agents`: where there are some,
 * each has as many of the threads, in order.
 */
export function mergeThreads(
  threads: number,
  onTotals: (totals: LaneTotals) => void,
  agents: number | null = null,
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
      onTotals(agents === null ? sum(row) : ofAgents(row, agents));
      told++;
      if (row.every((one) => one.endsSlice)) return;
    }
  };
}

/**
 * Each agent's clock is its own, so its rate is its count by its own time, and the rate of the lane is their sum. The
 * time of the lane is that in which its commands come at that rate.
 */
function ofAgents(row: readonly ThreadSample[], agents: number): LaneTotals {
  const each = Array.from({ length: agents }, (_, agent) =>
    sum(row.slice((agent * row.length) / agents, ((agent + 1) * row.length) / agents)),
  );
  const whole = sum(each);
  const perMs = each.reduce(
    (all, { tally, elapsedMs }) => all + (elapsedMs > 0 ? tally.completed / elapsedMs : 0),
    0,
  );
  const elapsedMs = perMs > 0 ? whole.tally.completed / perMs : whole.elapsedMs;
  return { ...whole, elapsedMs, agents: each };
}

type Summed = Omit<LaneTotals, 'sent' | 'agents'> & Pick<ThreadSample | LaneTotals, 'sent'>;

/** From the first that began to send, and the last, until the first that ceased to, and the last. */
const sentIn = (row: readonly Summed[]): Pick<LaneTotals, 'sent'> => {
  const from = row.flatMap(({ sent }) => sent?.from ?? []);
  const until = row.flatMap(({ sent }) => sent?.until ?? []);
  return from.length === 0
    ? {}
    : {
        sent: {
          from: [smallest(from), largest(from)],
          until: [smallest(until), largest(until)],
        },
      };
};

/** The share of the time in which any of a lane sent, in which all of it did; 1 where nobody says. */
export function overlapOf({ sent }: Pick<LaneTotals, 'sent'>): number {
  if (!sent) return 1;
  const [first = 0, last = 0] = sent.from;
  const [ends = 0, over = 0] = sent.until;
  return over > first ? Math.max(0, ends - last) / (over - first) : 1;
}

function sum(row: readonly Summed[]): LaneTotals {
  return {
    ...sentIn(row),
    endsSlice: row.every((one) => one.endsSlice),
    elapsedMs: largest(row.map((one) => one.elapsedMs)),
    tally: row.map((one) => one.tally).reduce(addTallies),
    wire: row.map((one) => one.wire).reduce(addWire),
    cpuMs: sumOfAll(row.map(({ cpuMs }) => cpuMs)),
    coreWaitMs: sumOfAll(row.map(({ coreWaitMs }) => coreWaitMs)),
    busyMs: row.reduce((all, one) => all + one.busyMs, 0) / row.length,
    memoryBytes: row.reduce((all, one) => all + one.memoryBytes, 0),
    offered: row.reduce((all, one) => all + one.offered, 0),
    offeringMs: largest(row.map((one) => one.offeringMs)),
    sendingMs: largest(row.map((one) => one.sendingMs)),
    outstanding: row.reduce((all, one) => all + one.outstanding, 0),
    settled: row.map((one) => one.settled).reduce(addTallies),
    settledMs: largest(row.map((one) => one.settledMs)),
    fatal: row.find((one) => one.fatal !== null)?.fatal ?? null,
    ...defined({
      alone: row.find((one) => one.alone)?.alone,
      port: busiestThread(row.flatMap(({ port }) => port ?? [])) ?? undefined,
    }),
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
    errors: { ...b.errors, ...a.errors },
    hits: a.hits + b.hits,
    misses: a.misses + b.misses,
    calls: a.calls + b.calls,
    ...(a.reads || b.reads ? { reads: addReads(a.reads ?? noReads, b.reads ?? noReads, 1) } : {}),
  };
}

/** `sign`: −1 subtracts. */
export const addReads = (a: ReadCounts, b: ReadCounts, sign: 1 | -1): ReadCounts => ({
  local: a.local + sign * b.local,
  invalidations: a.invalidations + sign * b.invalidations,
  written: a.written + sign * b.written,
  judged: a.judged + sign * b.judged,
});
const noReads: ReadCounts = { local: 0, invalidations: 0, written: 0, judged: 0 };

/** Commands that the server was sent. */
export const sentOf = ({ completed, failed, reads }: Tally): number =>
  completed + failed - (reads?.local ?? 0);

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

export const noTally: Tally = {
  completed: 0,
  failed: 0,
  failures: {},
  errors: {},
  hits: 0,
  misses: 0,
  calls: 0,
};
export const noWire: SocketFigures = { writes: 0, bytesOut: 0, bytesIn: 0 };
