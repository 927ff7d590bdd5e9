import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { parseInfo } from '../info/info.ts';
import type { Bookkeeping, KeyedNode } from './bookkeeping.ts';

const withinMs = 5000;
const lookEveryMs = 10;

/**
 * Resolves once the replicas have all that their masters had written when this was called, or after 5 s: a replica
 * that is further behind is found out by its misses.
 */
export async function replicasCaughtUp({
  nodes,
  replicas,
}: Pick<Bookkeeping, 'nodes' | 'replicas'>): Promise<void> {
  if (replicas.length === 0) return;
  const deadline = performance.now() + withinMs;
  const masters = await Promise.all(nodes.map(({ redis }) => replication(redis)));
  const written = new Map(
    masters.map((info) => [info.get('master_replid'), Number(info.get('master_repl_offset'))]),
  );
  const isBehind = async ({ redis }: KeyedNode) => {
    const info = await replication(redis);
    return Number(info.get('slave_repl_offset')) < (written.get(info.get('master_replid')) ?? 0);
  };
  while (performance.now() < deadline) {
    const behind = await Promise.all(replicas.map(isBehind));
    if (!behind.includes(true)) return;
    await sleep(lookEveryMs);
  }
}

const replication = async (redis: Redis) => parseInfo(await redis.info('replication'));
