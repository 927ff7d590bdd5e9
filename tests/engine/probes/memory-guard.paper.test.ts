import { describe, expect, test } from 'vitest';
import type { PlanInput } from '../../../shared/contract/plan.ts';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';
import {
  MemoryGuard,
  TooLittleMemory,
  withoutRoom,
  type ServerMemory,
} from '../../../server/engine/probes/memory-guard.ts';
import { askOf, cache, megabyte, ofThreeNodes, unasked } from './memory-asked.ts';

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
    [
      'lists that grow',
      { commands: ['lpush'], pipeline: 100 },
      /^workload\.pipeline: .*that one slice may add to its keys/,
    ],
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
    expect(await askOf(cache(0), { workload: large })).toMatch(
      /it has 0 B free, and this may need [\d.]+ MiB \([\d.]+ MiB for 1,000,000 commands in flight on 100 connections\);/,
    );
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

  test('keeps room for buffers where one of several lanes stores something', async () => {
    const lanes = (['ping', 'set'] as const).map((id) => ({
      ...{ id, strategy: 'pipeline', workload: { commands: [id], keyspace: 1 } },
    }));
    expect(await askOf(cache(5), { lanes })).toContain('it has 0 B free');
    expect(await askOf(cache(5), { lanes: lanes.slice(0, 1) })).toBeNull();
  });

  test('is asked for the lane that has most in flight, and for what grows until a slice has settled', async () => {
    const get = { commands: ['get' as const], dataSize: megabyte, keyspace: 5, clients: 10, pipeline: 16 };
    const lanes = ['pipeline', 'one-by-one'].map((strategy) => ({ strategy }));
    expect(await askOf(cache(40), { lanes, workload: get })).toContain('for 160 commands in flight');
    const growing = (settleMs: number) =>
      askOf(cache(40), {
        lanes: [{ strategy: 'one-by-one' }],
        workload: { commands: ['lpush'], clients: 1, keyspace: 10 },
        schedule: { sliceMs: 100, settleMs },
      });
    expect(await growing(0)).toBeNull();
    expect(await growing(5000)).toContain('one slice may add');
  });

  test('has a part of the keys on each node, unless a tag holds them together', async () => {
    const workload = { commands: ['get' as const], dataSize: 1000, keyspace: 50_000 };
    expect(await askOf(cache(40), { workload }, ofThreeNodes)).toBeNull();
    expect(await askOf(cache(40), { workload: { ...workload, hashTag: 'lane' } }, ofThreeNodes)).toContain(
      '71.5 MiB for keys',
    );
  });

  test('stops a load before what it has in flight has no room', async () => {
    const workload = {
      commands: ['get' as const],
      dataSize: megabyte,
      keyspace: 1,
      clients: 1,
      pipeline: 10,
    };
    const plan = parsePlan({ lanes: [{ strategy: 'pipeline' }], workload });
    const guard = new MemoryGuard(cache(40), plan);
    await guard.check(unasked, plan.lanes, []);
    expect([75, 80].map((used) => guard.isFull(used * megabyte))).toEqual([false, true]);
  });

  describe('with settings that are changed in a run', () => {
    const workload = { commands: ['get' as const], dataSize: 1000, keyspace: 15_000 };
    const { lanes, ...plan } = parsePlan({ lanes: [{ strategy: 'pipeline' }], workload });
    const larger = lanes.map((lane) => ({ ...lane, workload: { ...lane.workload, dataSize: 2000 } }));
    const changed = (memory: ServerMemory, to = larger, target = unasked, used: number | null = null) => {
      const guard = new MemoryGuard(memory, plan);
      guard.isFull(used);
      return () => {
        guard.checkTuned(target, to);
      };
    };

    test('counts its larger keys, or the part of them that a node has', () => {
      expect(changed(cache(40))).toThrow(/it has 30\.0 MiB free, .*39\.3 MiB for keys/);
      expect(changed(cache(40), larger, ofThreeNodes)).not.toThrow();
    });

    test('does not count keys that the run has written already', () => {
      expect(changed(cache(40), lanes, unasked, 82 * megabyte)).not.toThrow();
      expect(changed(cache(40), larger, unasked, 82 * megabyte)).toThrow(/17\.\d MiB for keys/);
      // Others may have removed theirs meanwhile.
      expect(changed(cache(40), larger, unasked, 50 * megabyte)).toThrow(/39\.3 MiB for keys/);
    });

    test('refuses nothing where none would go, or all of them may', () => {
      expect(changed({ ...cache(40), evictionPolicy: null })).not.toThrow();
      expect(changed({ ...cache(40), maxMemoryBytes: null })).not.toThrow();
      const allowed = new MemoryGuard(cache(40), { ...plan, allowEviction: true });
      expect(() => {
        allowed.checkTuned(unasked, larger);
      }).not.toThrow();
    });
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
  const plan = parsePlan({ lanes: [{ strategy: 'wire' }] });
  expect(new MemoryGuard({ ...cache(5), evictedKeys: null }, plan).evictedSince(7)).toBe(0);
  expect(new MemoryGuard(cache(5), { ...plan, allowEviction: true }).evictedSince(7)).toBe(0);
});

test('an error of a full server is said in words, and another stays as it is', () => {
  const words = withoutRoom(new Error('OOM command not allowed when used memory > maxmemory'));
  expect(words).toBeInstanceOf(TooLittleMemory);
  expect((words as Error).message).toMatch(
    /^workload\.keyspace: .* full before all keys .*: take fewer, or smaller/,
  );
  for (const other of [new Error('READONLY OOM'), 'OOM']) expect(withoutRoom(other)).toBe(other);
});
