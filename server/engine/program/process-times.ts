import { readdirSync, readFileSync } from 'node:fs';
import type { CallerTimes } from '../../network/thread-times.ts';

const unknown: CallerTimes = { cpuMs: null, ownCpuMs: null, coreWaitMs: null };

/** CPU time of processes and the time in which they had no core, of all their threads, those that have ended included. */
export class ProcessTimes {
  #pids: readonly number[] = [];
  /** By thread: the newest that Linux has said, ns. */
  readonly #seen = new Map<string, readonly [cpu: number, wait: number]>();

  watch(pids: readonly number[]): void {
    this.#pids = pids;
  }

  /** So far; unknown where the system does not say. */
  readonly now = (): CallerTimes => {
    for (const pid of this.#pids) this.#look(pid);
    if (this.#seen.size === 0) return unknown;
    let [cpu, wait] = [0, 0];
    for (const [ofThread, waited] of this.#seen.values()) {
      cpu += ofThread;
      wait += waited;
    }
    // The thread that asks is none of theirs: its polling is not in these figures.
    return { cpuMs: cpu / 1e6, ownCpuMs: 0, coreWaitMs: wait / 1e6 };
  };

  #look(pid: number): void {
    try {
      for (const thread of readdirSync(`/proc/${pid}/task`)) {
        const text = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'latin1');
        const [cpu = NaN, wait = NaN] = text.split(' ').map(Number);
        if (Number.isFinite(cpu + wait)) this.#seen.set(`${pid}/${thread}`, [cpu, wait]);
      }
    } catch {
      // It has ended, or this is no Linux.
    }
  }
}
