import { createServer } from 'node:net';
import { warningsInWords } from '../../support/reported.ts';
import { Redis } from 'ioredis';
import { describe, expect, test } from 'vitest';
import { readLane } from '../../../shared/plan/lane-words.ts';
import type { PlanInput } from '../../../shared/contract/plan.ts';
import { connectionOptions } from '../../../server/redis/connection/connect.ts';
import { openWire } from '../../../server/engine/resp/wire-connection.ts';
import { startEmbedded } from '../../../server/redis/private/embedded.ts';
import type { Target } from '../../../server/redis/connection/target.ts';
import { strategies } from '../../../server/engine/strategies/index.ts';
import { useEmbedded } from '../../support/embedded.ts';
import { begin, quick, slices } from './begin-run.ts';

const embedded = useEmbedded();

async function withRedis<T>(target: Target, work: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis(connectionOptions(target.endpoint));
  await redis.connect();
  return work(redis).finally(() => {
    redis.disconnect();
  });
}

describe('a run in turns', () => {
  test('measures commands per socket write', async () => {
    const { run } = begin(embedded().target, {
      lanes: ['one-by-one', 'concurrent', 'auto-pipeline', 'pipeline'].map((strategy) => ({ strategy })),
      workload: { ...quick, pipeline: 10, requests: 1000 },
    });
    const batches = (await run.finished).lanes.map((lane) => lane.effectiveBatch);
    expect(batches.map((batch) => Math.round(batch ?? 0))).toEqual([1, 1, 10, 10]);
  });
});

test('callers share the connections of a lane, and send as many commands as the server counts', async () => {
  const { run } = begin(embedded().target, {
    lanes: ['one-by-one', 'concurrent', 'auto-pipeline'].map((strategy) => ({ strategy })),
    workload: { ...quick, callers: 20, clients: 2, threads: 2, requests: 1000 },
  });
  const { lanes } = await run.finished;
  for (const lane of lanes) expect(lane).toMatchObject({ commands: 1000, failed: 0, countsAgree: true });
  const [pool, shared, gathered] = lanes.map(({ effectiveBatch }) => effectiveBatch);
  expect([pool, shared]).toEqual([1, 1]);
  // Ten callers share a connection; the last of a slice are fewer.
  expect(gathered).toBeGreaterThan(5);
  expect(gathered).toBeLessThanOrEqual(10);
});

test('a link that is cut: each write is checked with the server, and libraries differ in what they tell', async () => {
  const ways = ['auto-pipeline', 'multi'];
  const { run } = begin(embedded().target, {
    network: { rttMs: 5, cutEveryMs: 400 },
    lanes: ways.flatMap((strategy) => [{ strategy }, { strategy, client: 'node-redis' as const }]),
    workload: { ...quick, commands: ['incr'], clients: 2, durationMs: 800, warmupMs: 100 },
    schedule: {},
  });
  const { lanes } = await run.finished;
  for (const { id, state, error, commands, failed, cuts, countsAgree, writes, client } of lanes) {
    expect({ id, state, error }).toEqual({ id, state: 'completed', error: null });
    expect(cuts?.moments.map(({ atMs, connections }) => [atMs, connections])).toEqual([
      [200, 2],
      [600, 2],
    ]);
    const applied = commands + (cuts?.unknownApplied ?? NaN);
    expect(cuts).toMatchObject({ reported: commands, unknown: failed, applied, missing: 0 });
    // ioredis sends again what had no reply; node-redis fails it.
    if (client.library === 'ioredis') expect(failed).toBe(0);
    else expect(cuts?.twice).toBe(0);
    expect([countsAgree, writes]).toEqual([null, null]);
  }
});

describe('when Redis dies in a slice', () => {
  test.each([
    ['pipeline', 'wire'],
    ['pipeline@node-redis', 'one-by-one@node-redis'],
    ['auto-pipeline@node-redis', 'pipeline@glide'],
  ])(
    'failures are counted by class, the lanes have failed, the result is partial: %s, %s',
    async (...lanes) => {
      const server = await startEmbedded();
      try {
        const { run, events, seen } = begin(server.target, {
          lanes: lanes.map(readLane) as PlanInput['lanes'],
          // GLIDE says nothing of a connection that it cannot make again: its lane ends by this timeout.
          workload: { ...quick, durationMs: 60_000, timeoutMs: 600 },
          schedule: slices,
        });
        await seen('standing');
        process.kill(server.pid, 'SIGKILL');
        const result = await run.finished;
        expect(result.state).toBe('failed');
        expect(result.lanes.map(({ state }) => state)).toEqual(['failed', 'failed']);
        expect(result.lanes.every((lane) => lane.commands > 0)).toBe(true);
        const failures = result.lanes.map((lane) => lane.failures['connection lost'] ?? 0);
        expect(Math.max(...failures)).toBeGreaterThan(0);
        expect(events.filter(({ type }) => type === 'lane-failed')).toHaveLength(2);
        expect(warningsInWords(result).join()).toMatch(/could not be removed/);
      } finally {
        await server.stop();
      }
    },
  );

  test('a lane that hears nothing for its timeout is given up', async () => {
    const server = await startEmbedded();
    try {
      const { run, seen } = begin(server.target, {
        lanes: [{ strategy: 'one-by-one' }],
        workload: { ...quick, durationMs: 60_000, timeoutMs: 300 },
        schedule: { sliceMs: 10_000 },
      });
      // In the midst of a slice: nobody asks the server for its counters then.
      await seen('sample');
      process.kill(server.pid, 'SIGSTOP');
      setTimeout(() => process.kill(server.pid, 'SIGCONT'), 1500);
      const result = await run.finished;
      expect(result.lanes[0]?.state).toBe('failed');
      expect(result.lanes[0]?.error?.message).toMatch(/no reply for 300 ms/);
      expect(result.lanes[0]?.failures).toEqual({ timeout: 2 });
    } finally {
      await server.stop();
    }
  });
});

test('keys of others are the same after a run', async () => {
  const { target } = embedded();
  await withRedis(target, async (redis) => {
    await redis.mset('user:1', 'a', 'roundtrip', 'b', 'roundtripper:1', 'c');
    await begin(target, { lanes: [{ strategy: 'pipeline' }], workload: { ...quick, commands: ['get'] } }).run
      .finished;
    expect(await redis.mget('user:1', 'roundtrip', 'roundtripper:1')).toEqual(['a', 'b', 'c']);
    expect(await redis.dbsize()).toBe(3);
    await redis.del('user:1', 'roundtrip', 'roundtripper:1');
  });
});

describe('a custom command', () => {
  test.each([
    ['wipes everything', 'FLUSHALL', /names no key/],
    ['does not exist', 'FROBNICATE __key__', /has no command FROBNICATE/],
  ])('that %s is refused', async (_what, customCommand, message) => {
    const plan: PlanInput = {
      lanes: [{ strategy: 'pipeline' }],
      workload: { ...quick, commands: ['custom'], customCommand },
    };
    await expect(begin(embedded().target, plan).run.finished).rejects.toThrow(message);
  });

  test.each(['BITOP AND __key__ __key__', 'OBJECT ENCODING __key__'])(
    'with its key behind another word (%s) is sent alike by all strategies',
    async (customCommand) => {
      const { run } = begin(embedded().target, {
        lanes: ['one-by-one', 'pipeline', 'lua', 'wire'].map((strategy) => ({ strategy })),
        workload: { ...quick, requests: 50, commands: ['custom'], customCommand },
      });
      for (const lane of (await run.finished).lanes) {
        expect(lane.failures).toEqual({});
        expect(lane.countsAgree).toBe(true);
      }
    },
  );

  test('several of them are a mix by weight, in every lane that can send them', async () => {
    const { target } = embedded();
    const lanes = strategies
      .filter(({ commands, id }) => commands === null && id !== 'noop')
      .map(({ id }) => ({ strategy: id }));
    const { run } = begin(target, {
      lanes: [...lanes, ...['pipeline@node-redis', 'pipeline@glide'].map(readLane)] as PlanInput['lanes'],
      workload: {
        ...{ ...quick, requests: 300, commands: ['custom', 'custom', 'custom'], ratio: [6, 3, 1] },
        customCommands: ['GETSET __key__ __data__', 'HSET __key__ f __data__', 'LPUSH __key__ __data__'],
      },
    });
    const result = await run.finished;
    const shares = await withRedis(target, async (redis) => {
      const stats = await redis.info('commandstats');
      const calls = ['getset', 'hset', 'lpush'].map((name) =>
        Number(new RegExp(`cmdstat_${name}:calls=(\\d+)`).exec(stats)?.[1]),
      );
      const all = calls.reduce((sum, one) => sum + one, 0);
      return calls.map((one) => one / all);
    });
    [0.6, 0.3, 0.1].forEach((share, place) => {
      expect(shares[place]).toBeCloseTo(share, 1);
    });
    for (const lane of result.lanes) {
      expect(lane.failures, lane.id).toEqual({});
      expect(lane.countsAgree, lane.id).toBe(true);
      expect(lane.byCommand?.map(({ command }) => command)).toEqual(['GETSET', 'HSET', 'LPUSH']);
    }
    expect(await withRedis(target, (redis) => redis.dbsize())).toBe(0);
  });

  test.each([
    ['GET __key__', 2, 0],
    ['HGETALL __key__', 3, 0],
    ['SMEMBERS __key__', 3, 0],
    ['SADD __key__ __data__', 3, null],
  ] as const)('that finds nothing says so: %s, RESP%d, hit rate %j', async (customCommand, resp, hitRate) => {
    const lanes = ['multi', 'wire', 'pipeline@node-redis', 'pipeline@glide', 'noop'].map(readLane);
    const { run } = begin(embedded().target, {
      lanes: lanes as PlanInput['lanes'],
      workload: { ...quick, requests: 50, resp, commands: ['custom'], customCommand },
    });
    const result = await run.finished;
    // The last one sends nothing. All are compared, as all did the same.
    expect(result.lanes.map((lane) => lane.hitRate)).toEqual([hitRate, hitRate, hitRate, hitRate, null]);
    expect(result.comparisons).toHaveLength(4);
    const warned = result.lanes.map(({ warnings }) => warnings.some(({ code }) => code === 'replies-empty'));
    expect(warned).toEqual([...Array<boolean>(4).fill(hitRate === 0), false]);
  });
});

test('hits are counted where they were in a mix of commands for many keys', async () => {
  const { run } = begin(embedded().target, {
    lanes: [{ strategy: 'pipeline' }, { strategy: 'multi-key' }],
    workload: {
      ...quick,
      clients: 1,
      requests: 400,
      keyspace: 1000,
      commands: ['set', 'del'],
      ratio: [3, 1],
    },
  });
  const [pipeline, together] = (await run.finished).lanes;
  expect(together?.hitRate).toBeCloseTo(pipeline?.hitRate ?? NaN, 1);
});

test('a server that hangs up during the handshake fails commands, not the worker', async () => {
  const rude = createServer((socket) =>
    socket.on('data', () => socket.resetAndDestroy()).on('error', () => undefined),
  );
  await new Promise<void>((resolve) => rude.listen(0, '127.0.0.1', resolve));
  const { port } = rude.address() as { port: number };
  await expect(openWire({ host: '127.0.0.1', port, db: 0 }, 3)).rejects.toThrow(
    /hung up during the handshake/,
  );
  rude.close();
});

describe('the memory of the server', () => {
  const limited = async (megabytes: number, plan: PlanInput) => {
    const server = await startEmbedded();
    try {
      await withRedis(server.target, (redis) => redis.config('SET', 'maxmemory', `${megabytes}mb`));
      return await begin(server.target, plan).run.finished;
    } finally {
      await server.stop();
    }
  };

  test('is asked for before the start: keys that would not fit are refused, with how many would', async () => {
    const plan: PlanInput = {
      lanes: [{ strategy: 'pipeline' }, { strategy: 'wire' }],
      workload: { ...quick, keyspace: 1_000_000, dataSize: 1000 },
    };
    await expect(limited(100, plan)).rejects.toThrow(
      /keyspace: the keys of 2 lanes would take 2\.\d GiB, and the server has 8\d\.\d MiB free: about 4\d{4} keys a lane would fit/,
    );
  });

  test('is watched: a load that grows is stopped before it is full', { timeout: 120_000 }, async () => {
    const result = await limited(100, {
      lanes: [{ strategy: 'wire' }],
      workload: {
        ...quick,
        commands: ['lpush'],
        dataSize: 1000,
        durationMs: 60_000,
        pipeline: 1,
        clients: 1,
      },
      schedule: slices,
    });
    expect(result.state).toBe('stopped');
    expect(warningsInWords(result).join()).toMatch(/stopped before the server’s memory was full/);
    expect(result.lanes[0]?.failed).toBe(0);
  });
});

test('what a full server refuses is counted as OOM, by us and by the server', async () => {
  const server = await startEmbedded();
  try {
    const { run, seen } = begin(server.target, {
      lanes: [{ strategy: 'one-by-one' }, { strategy: 'pipeline' }, { strategy: 'wire' }],
      workload: { ...quick, requests: 100 },
      // Long enough to fill the server up behind the run's back.
      bystander: { rps: 1 },
    });
    await seen('run-started');
    await withRedis(server.target, (redis) => redis.config('SET', 'maxmemory', '1mb'));
    for (const lane of (await run.finished).lanes) {
      expect(lane.failures).toEqual({ OOM: 100 });
      expect(lane.state).toBe('failed');
      expect(lane.error).toMatchObject({
        code: 'MOSTLY_FAILED',
        message: expect.stringMatching(
          /^All of its commands failed: OOM command not allowed .* \(100 times\)$/,
        ),
      });
      expect(lane.countsAgree).toBe(true);
    }
  } finally {
    await server.stop();
  }
});

test('a bystander is measured during each lane and without any', async () => {
  const { run } = begin(embedded().target, {
    lanes: [{ strategy: 'one-by-one' }, { strategy: 'lua' }],
    workload: { ...quick, commands: ['get'] },
    schedule: slices,
    bystander: { rps: 200 },
  });
  const result = await run.finished;
  expect(result.bystander?.latencyMs?.p99).toBeGreaterThan(0);
  for (const lane of result.lanes) {
    expect(lane.bystander?.latencyMs?.p50).toBeGreaterThan(0);
    expect(lane.countsAgree).toBe(true);
  }
});

describe('samples are without the bystander', () => {
  const plan: PlanInput = {
    lanes: [{ strategy: 'one-by-one' }, { strategy: 'pipeline' }],
    workload: { ...quick, durationMs: 300 },
    schedule: { sliceMs: 300 },
  };

  test.each([
    ['where nobody watches', plan],
    [
      'in a race, where nobody can say whose doing it is',
      { ...plan, schedule: { mode: 'race', sliceMs: 300 }, bystander: { rps: 200 } },
    ],
  ] satisfies [string, PlanInput][])('%s', async (_, asked) => {
    const { run, samples } = begin(embedded().target, asked);
    const { lanes } = await run.finished;
    expect(samples().length).toBeGreaterThan(1);
    for (const sample of samples()) expect(sample).not.toHaveProperty('bystanderP99Ms');
    expect(lanes.map(({ bystander }) => bystander?.latencyMs ?? null)).toEqual([null, null]);
  });
});

test('a network in between can be tuned during the run', async () => {
  const { run, seen, samples } = begin(embedded().target, {
    network: { rttMs: 1 },
    lanes: [{ strategy: 'one-by-one' }],
    workload: { ...quick, clients: 1, durationMs: 800 },
    schedule: slices,
  });
  await seen('standing');
  run.tune({ network: { rttMs: 60, jitterMs: 0 } });
  await run.finished;
  const last = samples().at(-1);
  expect(last?.latencyMs.command?.p50).toBeGreaterThan(60);
  expect(last?.settings.revision).toBe(1);
  expect(last?.roundTripMs).toBeGreaterThan(60);
});
