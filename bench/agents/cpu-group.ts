import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const root = '/sys/fs/cgroup/cpu';
/** A process that has used its share waits for the next period: short ones stop it for less time at once. */
const periodUs = 10_000;

/** Whether this machine lets processes be held to a part of a processor: by the `cpu` controller of cgroup v1. */
export const canHold = existsSync(join(root, 'cpu.shares'));

/** Holds processes together to a part of a processor. Throws where the kernel does not let it. */
export class CpuGroup {
  readonly #folder: string;

  constructor(name: string, processors: number) {
    this.#folder = join(root, `roundtrip-${process.pid}-${name}`);
    mkdirSync(this.#folder);
    this.#write('cpu.cfs_period_us', periodUs);
    this.#write('cpu.cfs_quota_us', Math.round(processors * periodUs));
  }

  /** All of its threads, and those that it will start. */
  hold(pid: number): void {
    this.#write('cgroup.procs', pid);
  }

  /** Once its processes have ended; the kernel takes a moment to let them go. */
  async remove(): Promise<void> {
    for (let left = 20; ; left--)
      try {
        rmdirSync(this.#folder);
        return;
      } catch (error) {
        if (left === 0) throw error;
        await sleep(50);
      }
  }

  #write(file: string, value: number): void {
    writeFileSync(join(this.#folder, file), String(value));
  }
}
