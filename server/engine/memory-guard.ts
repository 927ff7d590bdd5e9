import type { Redis } from 'ioredis';
import { commands, type CommandDescription } from '../../shared/commands.ts';
import { formatBytes } from '../../shared/format.ts';
import { InvalidInput, type LanePlan } from '../../shared/schemas.ts';
import { KeyNames } from './workload/key-names.ts';
import { makePayloads } from './workload/payloads.ts';

const sampledKeys = 32;
/** Of the memory that the server may use; the rest is for its clients' buffers. */
const fullAt = 0.9;

export interface ServerMemory {
  usedMemoryBytes: number | null;
  maxMemoryBytes: number | null;
}

/** Keeps a load from filling the server's memory, where the server says how much it may use. */
export class MemoryGuard {
  readonly #used: number;
  readonly #most: number | null;

  constructor({ usedMemoryBytes, maxMemoryBytes }: ServerMemory) {
    this.#used = usedMemoryBytes ?? 0;
    this.#most = maxMemoryBytes === null ? null : maxMemoryBytes * fullAt;
  }

  /**
   * Whether all keys that the lanes may write would fit, by what a few of them take on this very server. Throws
   * InvalidInput that says what would. Values that grow with each command (lists, sets) cannot be foretold.
   */
  async check(redis: Redis, lanes: readonly { plan: LanePlan; prefix: string }[]): Promise<void> {
    if (this.#most === null) return;
    let [needed, keys] = [0, 0];
    for (const { plan, prefix } of lanes) {
      const ofLane = stringKeys(plan);
      if (ofLane === 0) continue;
      needed += ofLane * (await bytesPerKey(redis, plan, prefix));
      keys += ofLane;
    }
    const free = Math.max(0, this.#most - this.#used);
    if (needed <= free || keys === 0) return;
    const fitting = Math.floor(free / (needed / keys) / lanes.length);
    throw new InvalidInput([
      {
        field: 'workload.keyspace',
        value: lanes[0]?.plan.workload.keyspace,
        message: `the keys of ${lanes.length} ${lanes.length === 1 ? 'lane' : 'lanes'} would take ${formatBytes(needed)}, and the server has ${formatBytes(free)} free: about ${fitting} keys a lane would fit`,
      },
    ]);
  }

  /** Whether a load has to stop now. */
  isFull(usedMemoryBytes: number | null): boolean {
    return this.#most !== null && usedMemoryBytes !== null && usedMemoryBytes > this.#most;
  }
}

/** Keys with a payload each that the lane writes, or has to find. */
function stringKeys({ workload }: LanePlan): number {
  const writes = workload.commands.some((id) => {
    const command: CommandDescription = commands[id];
    return command.type === 'string' && (command.payload || command.filled);
  });
  return writes ? Math.min(workload.keyspace, workload.requests ?? Infinity) : 0;
}

/** Mean over a few keys, written and removed again; 0 where the server does not tell (MEMORY USAGE). */
async function bytesPerKey(redis: Redis, { workload }: LanePlan, prefix: string): Promise<number> {
  // Names as long as the lane's own, of a kind that it does not use.
  const names = new KeyNames(prefix, null, Math.min(workload.keyspace, sampledKeys), workload.keyPrefix);
  const payloads = makePayloads(workload);
  const keys = Array.from({ length: Math.min(workload.keyspace, sampledKeys) }, (_, index) =>
    names.name(index),
  );
  const written = redis.pipeline();
  keys.forEach((key, index) => written.set(key, payloads[(index * 7) % payloads.length] ?? ''));
  await written.exec();
  const asked = redis.pipeline();
  for (const key of keys) asked.memory('USAGE', key);
  asked.unlink(keys);
  const sizes = ((await asked.exec()) ?? []).slice(0, keys.length).map(([, size]) => Number(size) || 0);
  return sizes.reduce((sum, size) => sum + size, 0) / keys.length;
}
