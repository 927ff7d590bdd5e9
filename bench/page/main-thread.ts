import { readFileSync } from 'node:fs';

/**
 * CPU time of this process's main thread since it began, ms; NaN where the system does not tell it (only Linux does).
 * Its first field is the time on a CPU, ns: https://docs.kernel.org/scheduler/sched-stats.html
 */
export function mainThreadCpuMs(): number {
  try {
    const [onCpu] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ');
    return Number(onCpu) / 1e6;
  } catch {
    return NaN;
  }
}
