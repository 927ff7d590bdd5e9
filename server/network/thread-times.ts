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

/**
 * Linux has both in nanoseconds (the first two fields of schedstat; proc(5), Documentation/scheduler/sched-stats).
 * Elsewhere Node knows the CPU time from 23.9 on.
 */
export function threadTimes(): ThreadTimes {
  try {
    const [cpu, wait] = readFileSync('/proc/thread-self/schedstat', 'latin1').split(' ').map(Number);
    return { cpuMs: fromNanos(cpu), coreWaitMs: fromNanos(wait) };
  } catch {
    const usage = (process as ThreadUsage).threadCpuUsage?.();
    return { cpuMs: usage ? (usage.user + usage.system) / 1000 : null, coreWaitMs: null };
  }
}

/**
 * CPU time of work alone, ms, of a thread that polled for `idleMs` of wall-clock time. It wanted a core all that time,
 * and had one for the same share of it as ever: on a busy machine polling took less CPU than it lasted.
 */
export function withoutIdle(cpuMs: number | null, coreWaitMs: number | null, idleMs: number): number | null {
  if (cpuMs === null) return null;
  const wanted = cpuMs + (coreWaitMs ?? 0);
  return wanted > 0 ? Math.max(0, cpuMs - (idleMs * cpuMs) / wanted) : 0;
}

/** CPU time of all threads of this process, for a library that works in threads of its own; the wait is the caller’s. */
export function processTimes(): ThreadTimes {
  const { user, system } = process.cpuUsage();
  return { cpuMs: (user + system) / 1000, coreWaitMs: threadTimes().coreWaitMs };
}

const fromNanos = (nanos = NaN) => (Number.isFinite(nanos) ? nanos / 1e6 : null);
