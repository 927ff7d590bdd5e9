import { readFileSync } from 'node:fs';

interface ThreadUsage {
  /** Node 23.9 and later. */
  threadCpuUsage?: () => { user: number; system: number };
}

/**
 * CPU time that the calling thread has used, in ms. Node tells it from 23.9 on; before, Linux does (first field
 * of schedstat, in nanoseconds; proc(5)). `null` elsewhere.
 */
export function threadCpuMs(): number | null {
  const { threadCpuUsage } = process as ThreadUsage;
  if (threadCpuUsage) {
    const { user, system } = threadCpuUsage.call(process);
    return (user + system) / 1000;
  }
  try {
    const nanos = Number(readFileSync('/proc/thread-self/schedstat', 'latin1').split(' ')[0]);
    return Number.isFinite(nanos) ? nanos / 1e6 : null;
  } catch {
    return null;
  }
}
