import type { Redis } from 'ioredis';
import type { Endpoint, NodeAddress, SlotMove } from '../connection/target.ts';
import { openNode } from '../connection/connect.ts';
import { mastersOf, nodeName, readSlotMap, slotsBetween } from './slot-map.ts';

/** Slots of a move: enough to be noticed, few enough to be done within seconds under load. */
const slotsInMove = 512;
const slotsAtOnce = 32;
const keysAtOnce = 500;
const migrateWithinMs = 5000;

interface Member {
  address: NodeAddress;
  redis: Redis;
  id: string;
}

/**
 * Moves slots from the master that owns slot `around` to the next one, that slot among them, with their keys, while
 * clients keep working: as redis-cli's reshard does. Commands that meet a slot on its way are sent on by ASK, afterwards by
 * MOVED.
 */
export async function moveSlots(endpoint: Endpoint, around: number): Promise<SlotMove> {
  const members: Member[] = [];
  try {
    for (const address of endpoint.cluster?.nodes ?? []) {
      const redis = await openNode(endpoint, address);
      members.push({ address, redis, id: await redis.cluster('MYID') });
    }
    return await moveBetween(members, around);
  } finally {
    for (const { redis } of members) redis.disconnect();
  }
}

async function moveBetween(members: readonly Member[], around: number): Promise<SlotMove> {
  const startedAt = performance.now();
  const [first] = members;
  const map = first ? await readSlotMap(first.redis, first.address.host) : [];
  const owned = map.find(({ slots: [from, to] }) => from <= around && around <= to);
  const masters = mastersOf(map).map(nodeName);
  const next = owned && masters[(masters.indexOf(nodeName(owned.master)) + 1) % masters.length];
  const from = members.find(({ address }) => owned && nodeName(address) === nodeName(owned.master));
  const to = members.find(({ address }) => nodeName(address) === next);
  if (!owned || !from || !to || from === to)
    throw new Error(
      `slot ${around} cannot be moved: the cluster does not say whose it is, or has one master`,
    );
  const slots = within(owned.slots, around);
  const others = members.filter((member) => member !== from && member !== to);
  let keys = 0;
  for (let at = slots[0]; at <= slots[1]; at += slotsAtOnce)
    keys += await moveSome(slotsBetween([at, Math.min(at + slotsAtOnce - 1, slots[1])]), {
      from,
      to,
      others,
    });
  const tookMs = performance.now() - startedAt;
  return { from: nodeName(from.address), to: nodeName(to.address), slots, keys, tookMs };
}

/** At most `slotsInMove` of these slots, the one that it is about in the middle where there are as many around it. */
function within([first, last]: [number, number], around: number): [number, number] {
  const from = Math.max(first, Math.min(around - slotsInMove / 2, last - slotsInMove + 1));
  return [from, Math.min(last, from + slotsInMove - 1)];
}

async function moveSome(
  slots: readonly number[],
  { from, to, others }: { from: Member; to: Member; others: readonly Member[] },
): Promise<number> {
  // The order is that of the cluster tutorial: whoever is sent on by ASK is already awaited there.
  await setSlots(to, slots, 'IMPORTING', from.id);
  await setSlots(from, slots, 'MIGRATING', to.id);
  let keys = 0;
  let left: readonly number[] = slots;
  while (left.length > 0) {
    const found = await keysIn(from, left);
    await migrate(from, to, [...found.values()]);
    for (const names of found.values()) keys += names.length;
    left = [...found.keys()];
  }
  for (const member of [to, from, ...others]) await setSlots(member, slots, 'NODE', to.id);
  return keys;
}

async function setSlots(
  { redis }: Member,
  slots: readonly number[],
  what: string,
  id: string,
): Promise<void> {
  const queue = redis.pipeline();
  for (const slot of slots) queue.call('CLUSTER', 'SETSLOT', String(slot), what, id);
  throwFirst(await queue.exec());
}

/** Some keys of those slots that hold any. */
async function keysIn({ redis }: Member, slots: readonly number[]): Promise<Map<number, Buffer[]>> {
  const queue = redis.pipeline();
  for (const slot of slots) queue.callBuffer('CLUSTER', 'GETKEYSINSLOT', String(slot), String(keysAtOnce));
  const replies = throwFirst(await queue.exec()) as Buffer[][];
  return new Map(
    slots
      .map((slot, index): [number, Buffer[]] => [slot, replies[index] ?? []])
      .filter(([, keys]) => keys.length > 0),
  );
}

/** Keys of one slot go together. */
async function migrate(from: Member, to: Member, keysOfSlots: readonly Buffer[][]): Promise<void> {
  const { host, port } = to.address;
  const queue = from.redis.pipeline();
  for (const keys of keysOfSlots)
    queue.call('MIGRATE', host, String(port), '', '0', String(migrateWithinMs), 'KEYS', ...keys);
  if (keysOfSlots.length > 0) throwFirst(await queue.exec());
}

function throwFirst(pairs: [Error | null, unknown][] | null): unknown[] {
  for (const [error] of pairs ?? []) if (error) throw error;
  return (pairs ?? []).map(([, reply]) => reply);
}
