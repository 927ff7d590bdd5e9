import { expect, onTestFinished, test } from 'vitest';
import { openAdmin } from '../../../server/redis/connection/connect.ts';
import { startEmbedded } from '../../../server/redis/private/embedded.ts';
import { parseInfo } from '../../../server/redis/info/info.ts';
import {
  differenceOf,
  readServerCounters,
  serverCountersIn,
  type ServerCounters,
} from '../../../server/redis/info/metrics.ts';

const parseServerCounters = (text: string): ServerCounters => serverCountersIn(parseInfo(text));

const ofRedis7 = [
  '# Server',
  'uptime_in_seconds:12',
  '',
  '# Memory',
  'used_memory:1000000',
  '',
  '# Stats',
  'evicted_keys:9',
  'total_net_input_bytes:500',
  'total_net_output_bytes:600',
  'total_reads_processed:7',
  'total_writes_processed:8',
  '',
  '# CPU',
  'used_cpu_sys:1.5',
  'used_cpu_user:2.5',
  'used_cpu_sys_main_thread:0.5',
  'used_cpu_user_main_thread:0.25',
  '',
  '# Commandstats',
  'cmdstat_set:calls=1,usec=10,usec_per_call=3.33,rejected_calls=2,failed_calls=1',
  'cmdstat_config|get:calls=1,usec=10,usec_per_call=10.00,rejected_calls=0,failed_calls=0',
  '',
  '# Errorstats',
  'errorstat_ERR:count=1',
  'errorstat_MOVED:count=12',
].join('\r\n');

const none: ServerCounters = {
  calls: null,
  errors: null,
  reads: null,
  writes: null,
  netInputBytes: null,
  netOutputBytes: null,
  cpuSeconds: null,
  cpuOf: null,
  usedMemoryBytes: null,
  evictedKeys: null,
  uptimeSeconds: null,
};

test('reads the counters out of an INFO answer', () => {
  expect(parseServerCounters(ofRedis7)).toEqual({
    calls: { set: 3, 'config|get': 1 },
    errors: { MOVED: 12, ERR: 1 },
    reads: 7,
    writes: 8,
    netInputBytes: 500,
    netOutputBytes: 600,
    cpuSeconds: 0.75,
    cpuOf: 'main-thread',
    usedMemoryBytes: 1_000_000,
    evictedKeys: 9,
    uptimeSeconds: 12,
  } satisfies ServerCounters);
});

test('what an older server does not tell is null, and its CPU time is that of the process', () => {
  const ofRedis5 =
    'used_cpu_sys:1.5\r\nused_cpu_user:2.5\r\ncmdstat_SET:calls=3,usec=10,usec_per_call=3.33\r\n';
  expect(parseServerCounters(ofRedis5)).toEqual({
    ...none,
    calls: { set: 3 },
    cpuSeconds: 4,
    cpuOf: 'process',
  });
  expect(parseServerCounters('')).toEqual(none);
});

test('the difference holds what was counted in between, and only commands that were called', () => {
  const before = parseServerCounters(ofRedis7);
  const after: ServerCounters = {
    ...before,
    calls: { ...before.calls, set: 10, get: 2 },
    reads: 17,
    usedMemoryBytes: 5,
  };
  expect(differenceOf(before, after)).toMatchObject({
    calls: { set: 7, get: 2 },
    reads: 10,
    writes: 0,
    cpuSeconds: 0,
    usedMemoryBytes: 5,
    uptimeSeconds: 0,
  });
});

test('the turns of the event loop are those in between, and none across a restart', () => {
  const told = (cycles: number, micros: number, seconds: number) =>
    parseServerCounters(
      `eventloop_cycles:${cycles}\r\neventloop_duration_sum:${micros}\r\nuptime_in_seconds:${seconds}\r\n`,
    );
  expect(differenceOf(told(10, 500, 1), told(30, 900, 2)).loop).toEqual({ cycles: 20, micros: 400 });
  expect(differenceOf(told(10, 500, 9), told(30, 900, 2))).not.toHaveProperty('loop');
});

test('across a restart of the server there is no difference to tell', () => {
  const before = parseServerCounters(ofRedis7);
  const after = { ...before, uptimeSeconds: 1, calls: { set: 1 } };
  expect(differenceOf(before, after)).toMatchObject({ calls: null, reads: null, cpuSeconds: null });
});

test('a real server counts what was sent, in one reading each', async () => {
  const server = await startEmbedded();
  onTestFinished(() => server.stop());
  const [admin, user] = [await openAdmin(server.target), await openAdmin(server.target)];
  onTestFinished(() => [admin, user].forEach((redis) => redis.disconnect()));

  const before = await readServerCounters(admin);
  for (let n = 0; n < 25; n++) await user.set('key', 'x'.repeat(100));
  await user.client('SETNAME', 'somebody');
  const grown = differenceOf(before, await readServerCounters(admin));

  expect(grown.calls).toEqual({ set: 25, 'client|setname': 1, info: 1 });
  expect(grown.reads).toBeGreaterThanOrEqual(26);
  expect(grown.netInputBytes).toBeGreaterThan(25 * 100);
  expect(grown.cpuSeconds).toBeGreaterThan(0);
  expect(grown.usedMemoryBytes).toBeGreaterThan(100_000);
});

test('a server that takes one section at a time is asked for all of them', async () => {
  const asked: string[][] = [];
  const server = await startEmbedded();
  onTestFinished(() => server.stop());
  const redis = await openAdmin(server.target);
  onTestFinished(() => redis.disconnect());
  const real = redis.call.bind(redis) as (...words: string[]) => Promise<unknown>;
  redis.call = ((...words: string[]) => {
    asked.push(words);
    return words.length > 2 ? Promise.reject(new Error('ERR syntax error')) : real(...words);
  }) as typeof redis.call;

  await readServerCounters(redis);
  const counters = await readServerCounters(redis);
  expect(counters.calls).toMatchObject({ info: expect.any(Number) as number });
  expect(counters.uptimeSeconds).not.toBeNull();
  expect(asked.map((words) => words.length)).toEqual([7, 2, 2]);
});
