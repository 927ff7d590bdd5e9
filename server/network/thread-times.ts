import { readFileSync } from 'node:fs';

interface ThreadUsage {
  /** Node 23.9 and later. */
  threadCpuUsage?: () => { user: number; system: number };
}

/** Of the calling thread since it began, ms; `null`: this platform does not say. */
export interface ThreadTimes {
  cpuMs: number | null;
  /** Ready to run, while others had the cores. */
  coreWaitMs: number | null;
}

/** The same of what a lane runs in: `cpuMs` may be of a whole process, the rest is of the calling thread. */
export interface CallerTimes extends ThreadTimes {
  ownCpuMs: number | null;
}

/**
 * Linux has both in nanoseconds (the first two fields of schedstat; proc(5), Documentation/scheduler/sched-stats).
 * Elsewhere Node knows the CPU time from 23.9 on.
 */
export function threadTimes(): CallerTimes {
  try {
    const [cpu, wait] = readFileSync('/proc/thread-self/schedstat', 'latin1').split(' ').map(Number);
    return ofThread(fromNanos(cpu), fromNanos(wait));
  } catch {
    const usage = (process as ThreadUsage).threadCpuUsage?.();
    return ofThread(usage ? (usage.user + usage.system) / 1000 : null, null);
  }
}

const ofThread = (cpuMs: number | null, coreWaitMs: number | null): CallerTimes => ({
  ...{ cpuMs, ownCpuMs: cpuMs, coreWaitMs },
});

/** Between two looks. */
export function timesSince(before: ThreadTimes | undefined, now: ThreadTimes | undefined): ThreadTimes {
  const since = (was: number | null | undefined, is: number | null | undefined) =>
    was == null || is == null ? null : is - was;
  return {
    cpuMs: since(before?.cpuMs, now?.cpuMs),
    coreWaitMs: since(before?.coreWaitMs, now?.coreWaitMs),
  };
}

/** The one that took most. */
export const busiestThread = (times: readonly ThreadTimes[]): ThreadTimes | null =>
  times.toSorted((one, other) => (other.cpuMs ?? 0) - (one.cpuMs ?? 0))[0] ?? null;

/**
 * CPU time of work alone, ms, where the calling thread polled for `idleMs` of wall-clock time. Polling took CPU only
 * while the thread had a core: the same share of its time as all that it did.
 */
export function withoutIdle({ cpuMs, ownCpuMs, coreWaitMs }: CallerTimes, idleMs: number): number | null {
  if (cpuMs === null || ownCpuMs === null) return null;
  const wanted = ownCpuMs + (coreWaitMs ?? 0);
  return wanted > 0 ? Math.max(0, cpuMs - (idleMs * ownCpuMs) / wanted) : cpuMs;
}

/** CPU time of all threads of this process, for a library that works in threads of its own; the wait is the caller’s. */
export function processTimes(): CallerTimes {
  const { user, system } = process.cpuUsage();
  return { ...threadTimes(), cpuMs: (user + system) / 1000 };
}

const fromNanos = (nanos = NaN) => (Number.isFinite(nanos) ? nanos / 1e6 : null);
