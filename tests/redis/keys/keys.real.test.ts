import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Redis } from 'ioredis';
import { openAdmin } from '../../../server/redis/connection/connect.ts';
import { startEmbedded, type EmbeddedServer } from '../../../server/redis/private/embedded.ts';
import { removeKeys } from '../../../server/redis/keys/keys.ts';

let server: EmbeddedServer;
let redis: Redis;
beforeAll(async () => {
  server = await startEmbedded();
  redis = await openAdmin(server.target);
});
beforeEach(async () => void (await redis.flushall()));
afterAll(async () => {
  redis.disconnect();
  await server.stop();
});

async function fill(keys: readonly string[]) {
  const pipeline = redis.pipeline();
  for (const key of keys) pipeline.set(key, 'x');
  await pipeline.exec();
}

test('removes every key under the prefix and tells their number', async () => {
  await fill(Array.from({ length: 5000 }, (_, n) => `rt:run-1:${n}`));
  expect(await removeKeys(redis, 'rt:run-1:')).toBe(5000);
  expect(await redis.dbsize()).toBe(0);
});

test('leaves the keys of others, also where the prefix holds signs of a pattern', async () => {
  const others = ['rt:run-2:1', 'somebody', 'aXb:1', 'ab:1', 'a*b', 'a[c]b*'];
  await fill([...others, 'a*b:1', 'a*b:2', 'a[c]b*:1', 'a\\?:1']);
  expect(await removeKeys(redis, 'a*b:')).toBe(2);
  expect(await removeKeys(redis, 'a[c]b*:')).toBe(1);
  expect(await removeKeys(redis, 'a\\?:')).toBe(1);
  expect((await redis.keys('*')).sort()).toEqual([...others].sort());
});

test('sends nothing that flushes, and frees memory in the background', async () => {
  await fill(['p:1', 'p:2', 'q:1']);
  await redis.config('RESETSTAT');
  await removeKeys(redis, 'p:');
  const stats = await redis.info('commandstats');
  const called = [...stats.matchAll(/^cmdstat_([^:]+)/gm)].map(([, name]) => name).sort();
  expect(called).toEqual(['config|resetstat', 'scan', 'unlink']);
});

test('falls back on DEL where UNLINK is not allowed or not there, and only there', async () => {
  await fill(['p:1', 'p:2']);
  await redis.call('ACL', 'SETUSER', 'default', '-unlink', '-del');
  await expect(removeKeys(redis, 'p:')).rejects.toThrow('NOPERM');
  await redis.call('ACL', 'SETUSER', 'default', '+del');
  expect(await removeKeys(redis, 'p:')).toBe(2);
  await redis.call('ACL', 'SETUSER', 'default', '+unlink');
  await fill(['p:1', 'p:2']);

  const unknown = vi.spyOn(redis, 'call').mockRejectedValueOnce(new Error("ERR unknown command 'UNLINK'"));
  expect(await removeKeys(redis, 'p:')).toBe(2);
  expect(unknown.mock.calls.map(([name]) => name)).toEqual(['UNLINK', 'DEL']);
  expect(await redis.dbsize()).toBe(0);
});

test('an empty prefix, which would be every key, is refused', async () => {
  await fill(['key']);
  await expect(removeKeys(redis, '')).rejects.toThrow('prefix');
  expect(await redis.dbsize()).toBe(1);
});
