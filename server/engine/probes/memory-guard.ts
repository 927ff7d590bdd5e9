import { commands, type CommandDescription } from '../../../shared/contract/commands.ts';
import { formatBytes } from '../../../shared/words/format.ts';
import { InvalidInput } from '../../../shared/contract/parse.ts';
import type { LanePlan } from '../../../shared/contract/plan.ts';
import type { Bookkeeping } from '../../redis/keys/bookkeeping.ts';
import { KeyNames } from '../workload/key-names.ts';
import { makePayloads } from '../workload/payloads.ts';

const sampledKeys = 32;
/** Of the memory that the server may use; the rest is for its clients' buffers. */
const fullAt = 0.9;

/** The live server has too little memory for the keys of a plan. */
export class KeysDoNotFit extends InvalidInput {}

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
   * KeysDoNotFit that says what would. Values that grow with each command (lists, sets) cannot be foretold.
   */
  async check(target: Bookkeeping, lanes: readonly { plan: LanePlan; prefix: string }[]): Promise<void> {
    if (this.#most === null) return;
    let [needed, keys] = [0, 0];
    for (const { plan, prefix } of lanes) {
      // In a cluster keys spread evenly over its masters, unless a tag holds them together.
      const ofLane = stringKeys(plan) / (plan.workload.hashTag === 'lane' ? 1 : target.nodes.length);
      if (ofLane === 0) continue;
      needed += ofLane * (await bytesPerKey(target, plan, prefix));
      keys += ofLane;
    }
    const free = Math.max(0, this.#most - this.#used);
    if (needed <= free || keys === 0) return;
    const fitting = Math.floor(free / (needed / keys) / lanes.length);
    throw new KeysDoNotFit([
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
async function bytesPerKey(target: Bookkeeping, { workload }: LanePlan, prefix: string): Promise<number> {
  // Names as long as the lane's own, of a kind that it does not use.
  const names = new KeyNames(prefix, null, Math.min(workload.keyspace, sampledKeys), workload.keyPrefix);
  const payloads = makePayloads(workload);
  const keys = Array.from({ length: Math.min(workload.keyspace, sampledKeys) }, (_, index) =>
    names.name(index),
  );
  const payloadOf = (index: number) => payloads[(index * 7) % payloads.length] ?? '';
  // A server that is full already says so below.
  await target.send(keys.map((key, index) => ['SET', key, payloadOf(index)])).catch(() => []);
  const sizes = await target
    .send(keys.map((key) => ['MEMORY', 'USAGE', key]))
    .then((replies) => replies.map((size) => Number(size) || 0))
    .catch(() => [0]);
  await target.send(keys.map((key) => ['DEL', key]));
  return sizes.reduce((sum, size) => sum + size, 0) / keys.length;
}
