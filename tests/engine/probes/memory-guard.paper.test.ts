import { Redis } from 'ioredis';
import { describe, expect, test } from 'vitest';
import type { PlanInput } from '../../../shared/contract/plan.ts';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';
import {
  MemoryGuard,
  TooLittleMemory,
  type ServerMemory,
} from '../../../server/engine/probes/memory-guard.ts';
import type { Bookkeeping } from '../../../server/redis/keys/bookkeeping.ts';

const megabyte = 1024 ** 2;
/** A server that evicts is not written to: this one refuses. */
const unasked: Bookkeeping = {
  endpoint: null,
  nodes: [{ name: 'only', redis: new Redis({ lazyConnect: true }) }],
  replicas: [],
  send: () => Promise.reject(new Error('written to')),
  close: () => undefined,
};
const cache = (freeMegabytes: number): ServerMemory => ({
  usedMemoryBytes: (100 - freeMegabytes) * megabyte,
  maxMemoryBytes: 100 * megabyte,
  evictionPolicy: 'allkeys-lru',
  evictedKeys: 0,
  pingMs: 0.1,
});

/** Whether a run of these lanes may start; the message of the refusal if not. */
async function askOf(memory: ServerMemory, input: Partial<PlanInput>): Promise<string | null> {
  const plan = parsePlan({ lanes: [{ strategy: 'pipeline' }], ...input }, 'local');
  const guard = new MemoryGuard(memory, plan);
  const owners = plan.lanes.map((lane) => ({ plan: lane, prefix: 'roundtrip:test:' }));
  return guard.check(unasked, plan.lanes, owners).then(
    () => null,
    (error: unknown) => {
      expect(error).toBeInstanceOf(TooLittleMemory);
      return (error as Error).message;
    },
  );
}

describe('a server that evicts', () => {
  test('is refused where replies in flight are more than it has free, with what they need and what is left', async () => {
    const message = await askOf(cache(40), {
      workload: { commands: ['get'], dataSize: megabyte, keyspace: 5, clients: 10, pipeline: 16 },
    });
    expect(message).toMatch(
      /workload\.pipeline: this server evicts keys to make room \(allkeys-lru\).* it has 30\.0 MiB free, and this may need 207 MiB \(6\.3 MiB for keys, 201 MiB for 160 commands in flight on 10 connections\); take fewer keys or connections/,
    );
  });

  test.each<[string, Partial<PlanInput>]>([
    ['a reply at a time', { lanes: [{ strategy: 'one-by-one' }] }],
    ['a smaller batch', { workload: { pipeline: 1 } }],
    ['fewer connections', { workload: { clients: 1, pipeline: 10 } }],
  ])('takes %s', async (_what, { lanes, workload }) => {
    const get = { commands: ['get' as const], dataSize: megabyte, keyspace: 5, clients: 10, pipeline: 16 };
    const asked = { ...(lanes ? { lanes } : {}), workload: { ...get, ...workload } };
    expect(await askOf(cache(40), asked)).toBeNull();
  });

  test('has lanes that take turns in flight one after another, and those of a race at once', async () => {
    const lanes = ['a', 'b', 'c'].map((id) => ({ id, strategy: 'multi-key' }));
    const workload = { commands: ['get' as const], dataSize: 100_000, keyspace: 5, pipeline: 10 };
    expect(await askOf(cache(40), { lanes, workload })).toBeNull();
    expect(await askOf(cache(40), { lanes, workload, schedule: { mode: 'race' } })).toContain(
      '300 commands in flight on 30 connections',
    );
  });

  test.each<[string, NonNullable<PlanInput['workload']>, RegExp]>([
    [
      'keys that are read',
      { commands: ['get'], dataSize: 1000, keyspace: 100_000 },
      /keyspace: .*143 MiB for keys/,
    ],
    ['lists that are read', { commands: ['lrange'], dataSize: 1000, keyspace: 5000 }, /for keys/],
    ['hashes that are read', { commands: ['hget'], dataSize: 1000, keyspace: 100_000 }, /for keys/],
    ['all keys that warm-up draws', { requests: 100, keyspace: 1_000_000 }, /for keys/],
    ['counters', { commands: ['incr'], keyspace: 1_000_000 }, /for keys/],
    ['lists that grow', { commands: ['lpush'], pipeline: 100 }, /that one slice may add to its keys/],
    [
      'what a line of one’s own stores',
      { commands: ['custom'], customCommand: 'LPUSH all __data__', dataSize: 1000 },
      /one slice may add/,
    ],
  ])('counts %s', async (_what, workload, message) => {
    expect(await askOf(cache(40), { workload })).toMatch(message);
  });

  test('lets lists grow where the room is more than one slice can fill, and stops them before it is less', async () => {
    const plan = parsePlan({
      lanes: [{ strategy: 'one-by-one' }],
      workload: { commands: ['lpush'], clients: 1, keyspace: 10 },
      schedule: { sliceMs: 100 },
    });
    const guard = new MemoryGuard(cache(40), plan);
    await guard.check(unasked, plan.lanes, []);
    expect(guard.isFull(75 * megabyte)).toBe(false);
    expect(guard.isFull(89.5 * megabyte)).toBe(true);
    // A server that does not answer this time has not become empty.
    expect(guard.isFull(null)).toBe(true);
  });

  test('that is full takes what stores nothing and is small, and nothing else', async () => {
    expect(await askOf(cache(0), { workload: { commands: ['ping'] } })).toBeNull();
    const large = { commands: ['ping' as const], clients: 100, pipeline: 10_000 };
    expect(await askOf(cache(0), { workload: large })).toContain('it has 0 B free');
    expect(await askOf(cache(0), { workload: { commands: ['set'] } })).toContain('it has 0 B free');
  });

  test('takes anything where somebody allows that keys of others go', async () => {
    expect(await askOf(cache(0), { workload: { commands: ['set'] }, allowEviction: true })).toBeNull();
  });

  test('takes commands that store nothing as long as they fit beside its keys', async () => {
    expect(await askOf(cache(5), { workload: { commands: ['ping'] } })).toBeNull();
    expect(await askOf(cache(5), { workload: { commands: ['set'], keyspace: 1 } })).toContain(
      'it has 0 B free',
    );
  });

  test('refuses settings that would not fit if they were changed in the run', async () => {
    const plan = parsePlan({
      lanes: [{ strategy: 'pipeline' }],
      workload: { commands: ['get'], keyspace: 10 },
    });
    const guard = new MemoryGuard(cache(40), plan);
    await guard.check(unasked, plan.lanes, []);
    const tuned = (dataSize: number) =>
      plan.lanes.map((lane) => ({ ...lane, workload: { ...lane.workload, dataSize } }));
    guard.checkTuned(unasked, tuned(1000));
    expect(() => {
      guard.checkTuned(unasked, tuned(megabyte));
    }).toThrow(TooLittleMemory);
  });
});

test.each([
  ['without a limit', { maxMemoryBytes: null }],
  ['that refuses when it is full', { evictionPolicy: null }],
])('a server %s makes no room for what is in flight', async (_what, memory) => {
  const workload = { commands: ['ping' as const], clients: 100, pipeline: 10_000 };
  expect(await askOf(cache(1), { workload })).not.toBeNull();
  expect(await askOf({ ...cache(1), ...memory }, { workload })).toBeNull();
});

test('a load that stores nothing does not stop for memory that others fill', async () => {
  const plan = parsePlan({ lanes: [{ strategy: 'pipeline' }], workload: { commands: ['ping'] } });
  const guard = new MemoryGuard({ ...cache(5), evictionPolicy: null }, plan);
  await guard.check(unasked, plan.lanes, []);
  expect(guard.isFull(100 * megabyte)).toBe(false);
});

test('keys count as evicted from the first reading on, and a server that was restarted has evicted none', () => {
  const guard = new MemoryGuard(
    { ...cache(5), evictedKeys: 1000 },
    parsePlan({ lanes: [{ strategy: 'wire' }] }),
  );
  expect(guard.evictedSince(1000)).toBe(0);
  expect(guard.evictedSince(1007)).toBe(7);
  expect(guard.evictedSince(3)).toBe(0);
  expect(guard.evictedSince(null)).toBe(0);
});
