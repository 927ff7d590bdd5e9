import { Cluster } from 'ioredis';
import slotOf from 'cluster-key-slot';
import { expect, onTestFinished, test } from 'vitest';
import { startPrivateCluster } from '../../../server/redis/cluster/private-cluster.ts';
import { openNode } from '../../../server/redis/connection/connect.ts';
import { nodeName, readSlotMap } from '../../../server/redis/cluster/slot-map.ts';

const keys = Array.from({ length: 3000 }, (_, index) => `key:${index}`);

test('moves slots with all their keys, and every node knows their new master', async () => {
  const server = await startPrivateCluster();
  onTestFinished(() => server.stop());
  const { target } = server;
  const { endpoint } = target;
  const [first] = endpoint.cluster?.nodes ?? [];
  const cluster = new Cluster(endpoint.cluster?.nodes ?? []);
  onTestFinished(() => cluster.disconnect());
  await Promise.all(keys.map((key) => cluster.set(key, key)));

  const move = await target.moveSlots?.(slotOf('{t}'));
  if (!move || !first) throw new Error('a private cluster moves slots');
  const [from, to] = move.slots;
  expect(from).toBeLessThanOrEqual(slotOf('{t}'));
  expect(to).toBeGreaterThanOrEqual(slotOf('{t}'));
  expect(move.keys).toBe(keys.filter((key) => slotOf(key) >= from && slotOf(key) <= to).length);
  expect(move.keys).toBeGreaterThan(0);

  for (const node of endpoint.cluster?.nodes ?? []) {
    const redis = await openNode(endpoint, node);
    const map = await readSlotMap(redis, node.host);
    redis.disconnect();
    const owner = map.find(({ slots }) => slots[0] <= from && to <= slots[1]);
    expect(owner && nodeName(owner.master)).toBe(move.to);
  }
  expect(await Promise.all(keys.map((key) => cluster.get(key)))).toEqual(keys);

  const again = await target.moveSlots?.(slotOf('{t}'));
  expect(again?.from).toBe(move.to);
  expect(again?.to).not.toBe(move.to);
});
