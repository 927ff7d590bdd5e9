import { onTestFinished, expect, test } from 'vitest';
import { Redis } from 'ioredis';
import type { PlanInput } from '../../../shared/contract/plan.ts';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';
import { fillKeys, refillKeys, removeByName } from '../../../server/engine/resp/fill-keys.ts';
import { usedTypes } from '../../../server/engine/workload/prepared-command.ts';
import { openBookkeeping } from '../../../server/redis/keys/bookkeeping.ts';
import type { Endpoint } from '../../../server/redis/connection/target.ts';
import { useEmbedded } from '../../support/embedded.ts';

const embedded = useEmbedded();
const prefix = 'roundtrip:abcde:a';

/** Fills what a lane with this workload reads. */
async function fill(
  workload: PlanInput['workload'],
  signal = new AbortController().signal,
  endpoint: Endpoint = embedded().target.endpoint,
) {
  const [lane] = parsePlan({ lanes: [{ strategy: 'pipeline', workload }] }).lanes;
  if (!lane) throw new Error('a plan has a lane');
  const bookkeeping = await openBookkeeping({ endpoint });
  const redis = new Redis(embedded().target.endpoint.port ?? 0);
  onTestFinished(async () => {
    bookkeeping.close();
    await redis.flushall();
    redis.disconnect();
  });
  await fillKeys(bookkeeping, lane, prefix, signal);
  return redis;
}

test('every key of the keyspace is there, with the payloads of the workload, also where they do not fill whole batches', async () => {
  const redis = await fill({ commands: ['get'], keyspace: 1234, dataSizeRange: [1, 300] });
  expect(await redis.dbsize()).toBe(1234);
  const [lengths, smallest] = [new Set<number>(), await redis.strlen(`${prefix}s00000`)];
  for (let key = 0; key < 1234; key++)
    lengths.add(await redis.strlen(`${prefix}s${String(key).padStart(5, '0')}`));
  expect([smallest, Math.min(...lengths), Math.max(...lengths), lengths.size]).toEqual([1, 1, 300, 256]);
});

test('bytes that are no text arrive as they are, under names with the text of the workload', async () => {
  const redis = await fill({
    commands: ['get'],
    keyspace: 3,
    data: 'random',
    dataSize: 500,
    keyPrefix: 'item:',
  });
  const value = await redis.getBuffer(`${prefix}sitem:00002`);
  expect(value).toHaveLength(500);
  expect(value?.some((byte) => byte > 127)).toBe(true);
});

test('values larger than a batch are written one by one', async () => {
  const redis = await fill({ commands: ['get'], keyspace: 3, dataSize: 5_000_000 });
  expect(await redis.strlen(`${prefix}s00002`)).toBe(5_000_000);
});

test('lists and hashes are filled with what their commands read', async () => {
  const redis = await fill({ commands: ['lrange', 'hget'], keyspace: 700, dataSize: 8 });
  expect(await redis.dbsize()).toBe(1400);
  expect(await redis.llen(`${prefix}l00699`)).toBe(10);
  expect(await redis.hget(`${prefix}h00699`, 'field:1')).toHaveLength(8);
});

test('each type of key has the members that are asked for, in several commands where they are many', async () => {
  const customCommands = ['ZSCORE __key__ m__rand_int__', 'SISMEMBER __key__ a', 'XLEN __key__'];
  const more = ['PFCOUNT __key__', 'LLEN __key__', 'HMGET __key__ (f__rand_int__)*2', 'TTL __key__'];
  const redis = await fill({
    commands: [...customCommands, ...more].map(() => 'custom'),
    customCommands: [...customCommands, ...more],
    ...{ ratio: [1, 1, 1, 1, 1, 1, 1], members: 1203, keyspace: 2, dataSize: 8 },
  });
  expect(await redis.dbsize()).toBe(14);
  for (const key of ['00000', '00001']) {
    expect(await redis.zcard(`${prefix}z${key}`)).toBe(1203);
    expect(await redis.scard(`${prefix}m${key}`)).toBe(1203);
    expect(await redis.xlen(`${prefix}x${key}`)).toBe(1203);
    expect(await redis.llen(`${prefix}l${key}`)).toBe(1203);
    expect(await redis.hlen(`${prefix}h${key}`)).toBe(1203);
    expect(await redis.strlen(`${prefix}s${key}`)).toBe(8);
    // A HyperLogLog estimates.
    expect(Math.abs((await redis.pfcount(`${prefix}k${key}`)) / 1203 - 1)).toBeLessThan(0.1);
  }
  expect(await redis.zscore(`${prefix}z00001`, 'm1202')).toBe('1202');
  expect(await redis.hget(`${prefix}h00000`, 'f0')).toHaveLength(8);
});

test('places around the world are filled, and members that were taken come back', async () => {
  const workload: PlanInput['workload'] = {
    ...{ commands: ['custom', 'custom'], ratio: [1, 1], members: 700, keyspace: 1 },
    customCommands: ['GEOPOS __key__ element:__rand_int__', 'ZPOPMIN __key__'],
  };
  const redis = await fill(workload);
  const [lane] = parsePlan({ lanes: [{ strategy: 'pipeline', workload }] }).lanes;
  if (!lane) throw new Error('a plan has a lane');
  expect(await redis.geopos(`${prefix}z00000`, 'element:0', 'element:699')).toEqual([
    [expect.stringMatching(/^-17\d/), expect.stringMatching(/^-(?:79.9|80)/)],
    [expect.stringMatching(/^17\d/), expect.any(String)],
  ]);
  await redis.zpopmin(`${prefix}z00000`, 300);
  const bookkeeping = await openBookkeeping(embedded().target);
  onTestFinished(() => {
    bookkeeping.close();
  });
  await refillKeys(bookkeeping, lane, prefix, new AbortController().signal);
  expect(await redis.zcard(`${prefix}z00000`)).toBe(700);
});

test('keys that commands have changed are written again, and all are removed by their names', async () => {
  const workload: PlanInput['workload'] = { commands: ['lpop', 'del'], keyspace: 700, dataSize: 8 };
  const redis = await fill(workload);
  const [lane] = parsePlan({ lanes: [{ strategy: 'pipeline', workload }] }).lanes;
  const { endpoint } = embedded().target;
  const bookkeeping = await openBookkeeping({ endpoint });
  onTestFinished(() => {
    bookkeeping.close();
  });
  if (!lane) throw new Error('a plan has a lane');
  await redis.lpop(`${prefix}l00000`, 9);
  await redis.rpush(`${prefix}l00699`, 'more');
  await redis.del(`${prefix}s00003`, `${prefix}l00003`);
  await redis.set('of somebody else', 1);
  await refillKeys(bookkeeping, lane, prefix, new AbortController().signal);
  expect(await redis.dbsize()).toBe(1401);
  for (const list of ['l00000', 'l00003', 'l00699']) expect(await redis.llen(`${prefix}${list}`)).toBe(10);
  await removeByName(bookkeeping, lane, prefix, usedTypes(lane.workload));
  expect(await redis.keys('*')).toEqual(['of somebody else']);
});

test('a stop ends it early', async () => {
  const redis = await fill({ commands: ['get'], keyspace: 1000 }, AbortSignal.abort());
  expect(await redis.dbsize()).toBe(0);
});

test('a stop does not wait for a server that is silent', async () => {
  const other = new Redis(embedded().target.endpoint.port ?? 0);
  await other.call('CLIENT', 'PAUSE', '60000', 'WRITE');
  let isPaused = true;
  const stopping = new AbortController();
  setTimeout(() => {
    stopping.abort();
  }, 100);
  const unpause = setTimeout(() => {
    isPaused = false;
    void other.call('CLIENT', 'UNPAUSE');
  }, 3000);
  onTestFinished(async () => {
    clearTimeout(unpause);
    await other.call('CLIENT', 'UNPAUSE');
    other.disconnect();
  });
  await fill({ commands: ['get'], keyspace: 1000 }, stopping.signal);
  expect(isPaused).toBe(true);
});

test('a user who may SET and not MSET fills as well', async () => {
  const { endpoint } = embedded().target;
  const admin = new Redis(endpoint.port ?? 0);
  await admin.call('ACL', 'SETUSER', 'ann', 'on', '>secret', '~*', '+@all', '-mset');
  onTestFinished(async () => {
    await admin.call('ACL', 'DELUSER', 'ann');
    admin.disconnect();
  });
  const redis = await fill({ commands: ['get'], keyspace: 1000 }, undefined, {
    ...endpoint,
    username: 'ann',
    password: 'secret',
  });
  expect(await redis.dbsize()).toBe(1000);
});

test('what Redis refuses is the reason', async () => {
  const admin = new Redis(embedded().target.endpoint.port ?? 0);
  await admin.config('SET', 'maxmemory', '1');
  onTestFinished(async () => {
    await admin.config('SET', 'maxmemory', '0');
    admin.disconnect();
  });
  await expect(fill({ commands: ['get'], keyspace: 1000 })).rejects.toThrow(/^OOM/);
});
