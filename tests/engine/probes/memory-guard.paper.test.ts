import { Redis } from 'ioredis';
import { describe, expect, test } from 'vitest';
import type { PlanInput } from '../../../shared/contract/plan.ts';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';
import {
  MemoryGuard,
  TooLittleMemory,
  withoutRoom,
  type ServerMemory,
} from '../../../server/engine/probes/memory-guard.ts';
import type { Bookkeeping, CommandLine } from '../../../server/redis/keys/bookkeeping.ts';

const megabyte = 1024 ** 2;
/** A server that evicts is not written to: this one refuses. */
const unasked: Bookkeeping = {
  endpoint: null,
  nodes: [{ name: 'only', redis: new Redis({ lazyConnect: true }) }],
  replicas: [],
  send: () => Promise.reject(new Error('written to')),
  close: () => undefined,
};
const ofThreeNodes: Bookkeeping = { ...unasked, nodes: [1, 2, 3].flatMap(() => unasked.nodes) };
const cache = (freeMegabytes: number): ServerMemory => ({
  usedMemoryBytes: (100 - freeMegabytes) * megabyte,
  maxMemoryBytes: 100 * megabyte,
  evictionPolicy: 'allkeys-lru',
  evictedKeys: 0,
  pingMs: 0.1,
});

/** Whether a run of these lanes may start; the message of the refusal if not. */
async function askOf(
  memory: ServerMemory,
  input: Partial<PlanInput>,
  target = unasked,
): Promise<string | null> {
  const plan = parsePlan({ lanes: [{ strategy: 'pipeline' }], ...input }, 'local');
  const guard = new MemoryGuard(memory, plan);
  const owners = plan.lanes.map((lane) => ({ plan: lane, prefix: 'roundtrip:test:' }));
  return guard.check(target, plan.lanes, owners).then(
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

describe('a server that refuses when it is full', () => {
  const refusing = (freeMegabytes: number) => ({ ...cache(freeMegabytes), evictionPolicy: null });
  /** One whose every key takes so many bytes, with what it was sent; `null`: it answers nothing but removals. */
  function telling(bytes: number | null, more: Partial<Bookkeeping> = {}) {
    const sent: CommandLine[] = [];
    const target: Bookkeeping = {
      ...unasked,
      send: (lines) => {
        sent.push(...lines);
        const isRemoval = lines.every(([name]) => name !== 'SET' && name !== 'MEMORY');
        return bytes === null && !isRemoval
          ? Promise.reject(new Error('OOM'))
          : Promise.resolve(lines.map(() => bytes));
      },
      ...more,
    };
    return { target, sent };
  }

  // 30 MiB are free: a tenth of its 100 MiB is for buffers.
  const get = { commands: ['get' as const], keyspace: 10_241 };
  test.each<[string, NonNullable<PlanInput['workload']>, string | null]>([
    ['keys that just fit', { ...get, keyspace: 10_240 }, null],
    [
      'one key more, with what would fit and some room',
      get,
      'workload.keyspace: the keys of 1 lane would take 30.0 MiB, and the server has 30.0 MiB free: about 10240 keys a lane would fit: use -r 8192, not 10241',
    ],
    ['a few commands among many keys', { commands: ['set'], keyspace: 1e6, requests: 9, warmupMs: 0 }, null],
    [
      'all keys, where more commands come than there are',
      { commands: ['set'], keyspace: 10_241, requests: 1e6, warmupMs: 0 },
      'would take 30.0 MiB',
    ],
    [
      'each key of a command that writes ten',
      { commands: ['mset'], keyspace: 1e6, requests: 1025, warmupMs: 0 },
      'would take 30.0 MiB',
    ],
    ['all keys that warm-up draws', { ...get, commands: ['set'], requests: 9, warmupMs: 1 }, 'use -r 8192'],
    ['all keys that are read', { ...get, requests: 9, warmupMs: 0 }, 'use -r 8192'],
    ['the command with the most keys', { ...get, commands: ['incr', 'get', 'lpush'] }, 'use -r 8192'],
  ])('is asked for %s', async (_what, workload, message) => {
    const said = await askOf(refusing(40), { workload }, telling(3072).target);
    if (message === null) expect(said).toBeNull();
    else expect(said).toContain(message);
  });

  test('adds the keys of its lanes, and divides what is free among them', async () => {
    const lanes = ['a', 'b'].map((id) => ({ id, strategy: 'pipeline' }));
    const ask = (keyspace: number) =>
      askOf(refusing(40), { lanes, workload: { ...get, keyspace } }, telling(3072).target);
    expect(await ask(5120)).toBeNull();
    expect(await ask(5121)).toContain('the keys of 2 lanes would take 30.0 MiB');
    expect(await ask(5121)).toContain('about 5120 keys a lane would fit: use -r 4096');
  });

  test('that has no room for a single key is to have more, for no smaller keyspace would do', async () => {
    for (const freeMegabytes of [0, 10]) {
      const said = await askOf(refusing(freeMegabytes), { workload: get }, telling(3072).target);
      expect(said).toMatch(/0 B free: about 0 keys .*: take smaller values, or a server with more room$/);
    }
  });

  test('may have room for two, and is then offered one', async () => {
    const workload = { ...get, keyspace: 3 };
    const said = await askOf(refusing(40), { workload }, telling(15 * megabyte).target);
    expect(said).toMatch(/about 2 keys a lane would fit: use -r 1, not 3$/);
  });

  test('is asked although keys may be evicted, for it evicts none, and although one lane stores none', async () => {
    const { target } = telling(3072);
    expect(await askOf(refusing(40), { workload: get, allowEviction: true }, target)).toContain('-r 8192');
    const lanes = (['ping', 'get'] as const).map((id) => ({
      ...{ id, strategy: 'pipeline', workload: { ...get, commands: [id] } },
    }));
    expect(await askOf(refusing(40), { lanes }, target)).toContain('would take 30.0 MiB');
  });

  test('is never full without a limit', async () => {
    const plan = parsePlan({ lanes: [{ strategy: 'pipeline' }] });
    const guard = new MemoryGuard({ ...refusing(40), maxMemoryBytes: null }, plan);
    const { target, sent } = telling(3072);
    await guard.check(target, plan.lanes, []);
    expect([sent, guard.isFull(1e15)]).toEqual([[], false]);
  });

  test('has a part of the keys on each node, unless a tag holds them together', async () => {
    const { target } = telling(3072, { nodes: ofThreeNodes.nodes });
    const ask = (workload: object) => askOf(refusing(40), { workload: { ...get, ...workload } }, target);
    expect(await ask({ keyspace: 30_720 })).toBeNull();
    expect(await ask({ keyspace: 30_720, hashTag: 'lane' })).toContain('would take 90.0 MiB');
  });

  test.each([
    [3072, {}, 'UNLINK', 32, 1000],
    [3072, { removal: 'DEL' as const }, 'DEL', 32, 1000],
    // It was full before, and some of them may be there all the same.
    [null, {}, 'UNLINK', 32, 1000],
    [3072, {}, 'UNLINK', 5, 5],
  ])('of %s bytes a key, with %j, removes by %s the %i keys that it was tried with', async (...row) => {
    const [bytes, more, removal, tried, keyspace] = row;
    const { target, sent } = telling(bytes, more);
    const workload = { ...get, keyspace, keyPrefix: 'own:', dataSize: 7 };
    expect(await askOf(refusing(40), { workload }, target)).toBeNull();
    const written = sent.filter(([name]) => name === 'SET');
    const names = written.map(([, key]) => String(key));
    expect(new Set(names).size).toBe(tried);
    expect(names.filter((name) => !/^roundtrip:test:kown:\d{5}$/.test(name))).toEqual([]);
    expect(written.filter(([, , value]) => Buffer.byteLength(value ?? '') !== 7)).toEqual([]);
    expect(sent.slice(tried)).toEqual([
      ...names.map((name) => ['MEMORY', 'USAGE', name]),
      ...names.map((name) => [removal, name]),
    ]);
  });

  test('is not tried where no lane has values of its own size, and stops a load that fills it', async () => {
    const plan = parsePlan({ lanes: [{ strategy: 'pipeline' }], workload: { commands: ['lrange', 'incr'] } });
    const { target, sent } = telling(3072);
    const guard = new MemoryGuard(refusing(40), plan);
    await guard.check(target, plan.lanes, [{ plan: plan.lanes[0] ?? expect.fail(), prefix: 'x:' }]);
    expect(sent).toEqual([]);
    expect([90, 91].map((used) => guard.isFull(used * megabyte))).toEqual([false, true]);
  });
});

test('an error of a full server is said in words, and another stays as it is', () => {
  const words = withoutRoom(new Error('OOM command not allowed when used memory > maxmemory'));
  expect(words).toBeInstanceOf(TooLittleMemory);
  expect((words as Error).message).toMatch(
    /^workload\.keyspace: .* full before all keys .*: take fewer, or smaller/,
  );
  for (const other of [new Error('READONLY OOM'), 'OOM']) expect(withoutRoom(other)).toBe(other);
});
