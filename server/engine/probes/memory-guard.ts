import { commandsInFlight } from '../../../shared/plan/in-flight.ts';
import { commands } from '../../../shared/commands/workload.ts';
import { formatBytes, formatCount } from '../../../shared/words/format.ts';
import { InvalidInput } from '../../../shared/contract/parse.ts';
import type { LanePlan, Plan } from '../../../shared/contract/plan.ts';
import type { Bookkeeping } from '../../redis/keys/bookkeeping.ts';
import type { TargetFacts } from '../../redis/targets/probe.ts';
import { bytesAdded, bytesInFlight, bytesStored, connectionBytes, storesKeys } from './bytes-on-server.ts';
import { KeyNames } from '../workload/key-names.ts';
import { makePayloads } from '../workload/payloads.ts';
import { largest } from '../../../shared/statistics/extremes.ts';

const sampledKeys = 32;
/** Of the memory that the server may use, where keys are stored; the rest is for its clients' buffers. */
const fullAt = 0.9;
const smallLoadBytes = 1024 * 1024;
/** A turn is at most so many times as long as the slices of its plan: whole ones fill its time. */
const longestTurn = 1.5;

/** The live server has too little memory for what the lanes of a plan keep there. */
export class TooLittleMemory extends InvalidInput {}

export type ServerMemory = Pick<
  TargetFacts,
  'usedMemoryBytes' | 'maxMemoryBytes' | 'evictionPolicy' | 'evictedKeys' | 'pingMs'
>;

/**
 * Keeps a load from filling the server's memory, where the server says how much it may use. Replies that wait in its
 * buffers are used memory: a server that evicts removes keys of others to make room for them.
 */
export class MemoryGuard {
  readonly #memory: ServerMemory;
  readonly #schedule: Plan['schedule'];
  /** By the newest reading. */
  #used: number;
  /** A load that has used more than this has to stop. */
  #most = Infinity;

  /** Somebody said that keys of others may go. */
  readonly #allowEviction: boolean;

  constructor(
    memory: ServerMemory,
    { schedule, allowEviction = false }: Pick<Plan, 'schedule' | 'allowEviction'>,
  ) {
    this.#memory = memory;
    this.#schedule = schedule;
    this.#allowEviction = allowEviction && memory.evictionPolicy !== null;
    this.#used = memory.usedMemoryBytes ?? 0;
  }

  /**
   * Whether all that the lanes keep on the server would fit; `owners` are those whose keys are written. Keys count by
   * what a few of them take on this very server; values that grow with each command (lists, sets) cannot be foretold.
   * A server that evicts is not written to, and commands in flight count as well. Throws TooLittleMemory that says
   * what would fit.
   */
  async check(
    target: Bookkeeping,
    lanes: readonly LanePlan[],
    owners: readonly { plan: LanePlan; prefix: string }[],
  ): Promise<void> {
    const { maxMemoryBytes, evictionPolicy } = this.#memory;
    if (maxMemoryBytes === null || this.#allowEviction) return;
    if (evictionPolicy !== null) {
      // What stores nothing is small, and the first evicted key ends the run all the same.
      if (!lanes.some(storesKeys) && sum(lanes.map(bytesInFlight)) < smallLoadBytes) return;
      const keys = owners.map(({ plan }) => bytesStored(plan) / nodesOf(plan, target));
      this.#refuseToEvict(lanes, sum(keys));
    } else if (lanes.some(storesKeys)) {
      this.#most = maxMemoryBytes * fullAt;
      await checkKeys(target, owners, Math.max(0, this.#most - this.#used));
    }
  }

  /** The same on a server that evicts, for lanes whose settings are to change during a run. */
  checkTuned(target: Bookkeeping, lanes: readonly LanePlan[]): void {
    const { maxMemoryBytes, evictionPolicy, usedMemoryBytes } = this.#memory;
    if (maxMemoryBytes === null || evictionPolicy === null || this.#allowEviction) return;
    const keys = lanes.map((plan) => bytesStored(plan) / nodesOf(plan, target));
    // Those that are there already are used memory.
    const there = Math.max(0, this.#used - (usedMemoryBytes ?? 0));
    this.#refuseToEvict(lanes, Math.max(0, sum(keys) - there));
  }

  isFull(usedMemoryBytes: number | null): boolean {
    this.#used = usedMemoryBytes ?? this.#used;
    return this.#used > this.#most;
  }

  /** Keys whose eviction ends the run: those since the server was probed. `evictedKeys`: those since it started. */
  evictedSince(evictedKeys: number | null): number {
    if (this.#allowEviction) return 0;
    const { evictedKeys: before } = this.#memory;
    return before === null || evictedKeys === null ? 0 : Math.max(0, evictedKeys - before);
  }

  #refuseToEvict(lanes: readonly LanePlan[], keys: number): void {
    const { maxMemoryBytes, evictionPolicy, pingMs } = this.#memory;
    const { mode, sliceMs, settleMs } = this.#schedule;
    const together = (bytes: readonly number[]) => (mode === 'race' ? sum(bytes) : largest(bytes));
    const inFlight = sum(lanes.map(connectionBytes)) + together(lanes.map(bytesInFlight));
    const turnMs = longestTurn * sliceMs + settleMs;
    const added = together(lanes.map((lane) => bytesAdded(lane, turnMs, pingMs)));
    const limit = (maxMemoryBytes ?? Infinity) * (lanes.some(storesKeys) ? fullAt : 1);
    const free = Math.max(0, limit - this.#used);
    const needed = keys + inFlight + added;
    if (needed > free) {
      const parts = [
        ...(keys > 0 ? [`${formatBytes(keys)} for keys`] : []),
        `${formatBytes(inFlight)} for ${formatCount(together(lanes.map((lane) => commandsInFlight(lane))))} commands in flight on ${sum(lanes.map(({ workload }) => workload.clients))} connections`,
        ...(added > 0 ? [`${formatBytes(added)} that one slice may add to its keys`] : []),
      ];
      throw new TooLittleMemory([
        {
          field: keys > inFlight + added ? 'workload.keyspace' : 'workload.pipeline',
          message: `this server evicts keys to make room (${evictionPolicy ?? ''}), and keys of others could be among them: it has ${formatBytes(free)} free, and this may need ${formatBytes(needed)} (${parts.join(', ')}); take fewer keys or connections, smaller batches or values, a server with more room, or --allow-eviction if its keys may go`,
        },
      ]);
    }
    this.#most = limit - inFlight - added;
  }
}

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);

/** In a cluster keys spread evenly over its masters, unless a tag holds them together. */
const nodesOf = ({ workload }: LanePlan, { nodes }: Bookkeeping) =>
  workload.hashTag === 'lane' ? 1 : nodes.length;

/** What a server without room for the keys that commands read says of it, in words. */
export const withoutRoom = (error: unknown): unknown =>
  error instanceof Error && error.message.startsWith('OOM')
    ? new TooLittleMemory([
        {
          field: 'workload.keyspace',
          message:
            'the server was full before all keys were written that commands read: take fewer, or smaller values',
        },
      ])
    : error;

async function checkKeys(
  target: Bookkeeping,
  lanes: readonly { plan: LanePlan; prefix: string }[],
  free: number,
): Promise<void> {
  let [needed, keys] = [0, 0];
  for (const { plan, prefix } of lanes) {
    const ofLane = stringKeys(plan) / nodesOf(plan, target);
    if (ofLane === 0) continue;
    needed += ofLane * (await bytesPerKey(target, plan, prefix));
    keys += ofLane;
  }
  if (needed <= free) return;
  const fitting = Math.floor(free / (needed / keys) / lanes.length);
  // Less than just fits: what is free changes from one look to the next.
  const roomy = Math.floor(fitting * 0.8);
  const remedy = roomy >= 1 ? `use -r ${roomy}` : 'take smaller values, or a server with more room';
  throw new TooLittleMemory([
    {
      field: 'workload.keyspace',
      ...(roomy >= 1 ? { value: lanes[0]?.plan.workload.keyspace } : {}),
      message: `the keys of ${lanes.length} ${lanes.length === 1 ? 'lane' : 'lanes'} would take ${formatBytes(needed)}, and the server has ${formatBytes(free)} free: about ${fitting} keys a lane would fit: ${remedy}`,
    },
  ]);
}

/** Keys with a payload each that the lane writes, or has to find. */
function stringKeys({ workload }: LanePlan): number {
  const { keyspace, requests = Infinity, warmupMs } = workload;
  const written = workload.commands.map((id) => {
    const { type, filled, keys } = commands[id];
    if (type !== 'string') return 0;
    // What is read is all there, and what warms up draws from all keys.
    return filled || warmupMs > 0 ? keyspace : Math.min(keyspace, requests * keys);
  });
  return largest(written);
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
  await target.send(keys.map((key, index) => ['SET', key, payloadOf(index)])).catch(() => undefined);
  const sizes = await target
    .send(keys.map((key) => ['MEMORY', 'USAGE', key]))
    .then((replies) => replies.map((size) => Number(size) || 0))
    .catch(() => []);
  await target.send(keys.map((key) => [target.removal ?? 'UNLINK', key]));
  return sizes.reduce((sum, size) => sum + size, 0) / keys.length;
}
