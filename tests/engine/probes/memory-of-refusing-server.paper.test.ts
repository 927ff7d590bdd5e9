import { describe, expect, test } from 'vitest';
import type { PlanInput } from '../../../shared/contract/plan.ts';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';
import { MemoryGuard } from '../../../server/engine/probes/memory-guard.ts';
import type { Bookkeeping, CommandLine } from '../../../server/redis/keys/bookkeeping.ts';
import { askOf, cache, megabyte, ofThreeNodes, unasked } from './memory-asked.ts';

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
