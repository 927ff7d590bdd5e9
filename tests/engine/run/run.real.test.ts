import { createServer } from 'node:net';
import { warningsInWords } from '../../../server/reporters/in-words.ts';
import { Redis } from 'ioredis';
import { describe, expect, test } from 'vitest';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';
import { readLane } from '../../../shared/plan/lane-words.ts';
import type { PlanInput } from '../../../shared/contract/plan.ts';
import { startRun } from '../../../server/engine/run/run.ts';
import { connectionOptions } from '../../../server/redis/connection/connect.ts';
import { openWire } from '../../../server/engine/resp/wire-connection.ts';
import { startEmbedded } from '../../../server/redis/private/embedded.ts';
import { alreadyThere } from '../../../server/redis/connection/opened-target.ts';
import type { Target } from '../../../server/redis/connection/target.ts';
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
  test('tells its story in order: start, slices, samples, standings, end', async () => {
    const { run, events } = begin(embedded().target, {
      lanes: [{ strategy: 'one-by-one' }, { strategy: 'pipeline' }],
      workload: quick,
      schedule: { ...slices, order: 'mirrored' },
    });
    const result = await run.finished;
    expect(events[0]?.type).toBe('run-started');
    expect(events.at(-1)).toEqual({ type: 'run-finished', result });
    const order = events.flatMap((event) => (event.type === 'slice-started' ? [event.lanes.join()] : []));
    expect(order).toEqual([
      ...['one-by-one', 'pipeline', 'pipeline', 'one-by-one'],
      ...['one-by-one', 'pipeline', 'pipeline', 'one-by-one'],
    ]);
    expect(events.filter(({ type }) => type === 'standing')).toHaveLength(4);
  });

  test('adds up: the samples of a lane are its result, to the command', async () => {
    const { run, samples } = begin(embedded().target, {
      lanes: [{ strategy: 'pipeline', workload: { threads: 2 } }, { strategy: 'wire' }],
      workload: { ...quick, warmupMs: 200 },
      schedule: slices,
    });
    const result = await run.finished;
    for (const lane of result.lanes) {
      const own = samples().filter((sample) => sample.lane === lane.id);
      const sum = (phase: string, key: 'completed' | 'bytesOut' | 'writes') =>
        own.filter((sample) => sample.phase === phase).reduce((total, sample) => total + sample[key], 0);
      expect(lane.commands).toBe(sum('counted', 'completed'));
      expect(lane.bytesOut).toBe(sum('counted', 'bytesOut'));
      expect(lane.writes).toBe(sum('counted', 'writes'));
      // On a busy machine a slice may begin so late that less than half of it is left: it tells no rate.
      const lengthsMs = new Map<number, number>();
      for (const { phase, slice, elapsedMs } of own)
        if (phase === 'counted') lengthsMs.set(slice, (lengthsMs.get(slice) ?? 0) + elapsedMs);
      expect(lengthsMs.size).toBe(4);
      const long = [...lengthsMs.values()].filter((ms) => ms >= slices.sliceMs / 2);
      const rates = lane.throughput?.slices.length ?? 0;
      // Of two threads, it is the mean of their lengths that has to be so long.
      if (lane.id === 'wire') expect(rates).toBe(long.length);
      else expect(rates).toBeLessThanOrEqual(long.length);
      expect(rates).toBeGreaterThan(0);
      // Settling moments come on top of the warm-up slices.
      expect(lane.warmupCommands).toBeGreaterThan(sum('warmup', 'completed'));
      expect(lane.countsAgree).toBe(true);
    }
  });

  test('measures commands per socket write', async () => {
    const { run } = begin(embedded().target, {
      lanes: ['one-by-one', 'concurrent', 'auto-pipeline', 'pipeline'].map((strategy) => ({ strategy })),
      workload: { ...quick, pipeline: 10, requests: 1000 },
    });
    const batches = (await run.finished).lanes.map((lane) => lane.effectiveBatch);
    expect(batches.map((batch) => Math.round(batch ?? 0))).toEqual([1, 1, 10, 10]);
  });
});

test('takes the gain of a lane that batches apart, and of no other', async () => {
  const { run } = begin(embedded().target, {
    lanes: ['one-by-one', 'concurrent', 'pipeline'].map((strategy) => ({ strategy })),
    workload: quick,
    schedule: slices,
  });
  const { lanes, comparisons } = await run.finished;
  const concurrent = comparisons.find(({ lane }) => lane === 'concurrent');
  expect(lanes.map(({ gain }) => gain)).toEqual([
    null,
    null,
    {
      waiting: { ratio: concurrent?.ratio, ci95: concurrent?.ci95 },
      batching: { ratio: expect.any(Number) as number, ci95: expect.anything() as [number, number] },
      concurrent: 'concurrent',
    },
  ]);
});

test('a race runs all lanes at once and still counts to the command', async () => {
  const { run, events } = begin(embedded().target, {
    lanes: [{ strategy: 'one-by-one' }, { strategy: 'pipeline' }],
    workload: quick,
    schedule: { ...slices, mode: 'race' },
  });
  const result = await run.finished;
  expect(events.find((event) => event.type === 'slice-started')).toMatchObject({
    lanes: ['one-by-one', 'pipeline'],
  });
  expect(result.lanes.map((lane) => lane.countsAgree)).toEqual([true, true]);
  expect(result.lanes.map((lane) => lane.server.cpu)).toEqual([null, null]);
});

describe('a run that is stopped', () => {
  test('drains, keeps what was measured and removes its keys', async () => {
    const { run, stop, seen } = begin(embedded().target, {
      lanes: [{ strategy: 'one-by-one' }, { strategy: 'pipeline' }],
      workload: { ...quick, durationMs: 60_000 },
      schedule: slices,
    });
    await seen('standing');
    stop();
    const result = await run.finished;
    expect(result.state).toBe('stopped');
    expect(result.lanes.map(({ state }) => state)).toEqual(['stopped', 'stopped']);
    expect(result.lanes.every((lane) => lane.commands > 0 && lane.countsAgree === true)).toBe(true);
    expect(await withRedis(embedded().target, (redis) => redis.dbsize())).toBe(0);
  });

  test('while a lane gets into its pace tells no figure of that lane', async () => {
    const { run, stop, samples, seen } = begin(embedded().target, {
      lanes: [{ strategy: 'one-by-one' }, { strategy: 'pipeline' }],
      // Without a warm-up there is no such moment.
      workload: { ...quick, warmupMs: 500 },
      schedule: { ...slices, settleMs: 2000 },
    });
    await seen('slice-started');
    stop();
    await run.finished;
    expect(samples()).toEqual([]);
  });

  test('before its first slice has nothing to show, and says so', async () => {
    const { run, stop } = begin(embedded().target, { lanes: [{ strategy: 'one-by-one' }], workload: quick });
    stop();
    const result = await run.finished;
    expect(result.state).toBe('stopped');
    expect(result.lanes[0]?.throughput).toBeNull();
  });
});

describe('a target that was opened', () => {
  const opened = () => {
    const prepared: unknown[] = [];
    const target = {
      ...alreadyThere(embedded().target),
      prepare: (server: unknown) => {
        prepared.push(server);
        return Promise.resolve([{ code: 'stored' as const, text: 'it was started again' }]);
      },
    };
    return { prepared, target };
  };
  const order = { lanes: [{ strategy: 'pipeline' }], workload: quick, schedule: slices };

  test('is made ready as the plan wants it, and what that has to say is the first of the warnings', async () => {
    const { prepared, target } = opened();
    const plan = parsePlan({ ...order, server: { persistence: 'aof-always' } });
    const { warnings, lanes } = await startRun({ plan, target }).finished;
    expect(prepared).toMatchObject([{ server: { persistence: 'aof-always' } }]);
    expect(warnings[0]).toEqual({ code: 'stored', text: 'it was started again' });
    expect(lanes[0]?.commands).toBeGreaterThan(0);
  });

  test('is left alone when the plan cannot be met', async () => {
    const { prepared, target } = opened();
    const plan = parsePlan({ ...order, lanes: [{ strategy: 'telepathy' }] });
    await expect(startRun({ plan, target }).finished).rejects.toThrow('telepathy');
    expect(prepared).toEqual([]);
  });
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
          workload: { ...quick, durationMs: 60_000, timeoutMs: 1500 },
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

describe('live tuning', () => {
  test('is followed within one slice, and the samples say which setting they belong to', async () => {
    const { run, samples, seen, events } = begin(embedded().target, {
      lanes: [{ strategy: 'pipeline' }, { strategy: 'wire' }],
      workload: { ...quick, durationMs: 800, pipeline: 4 },
      schedule: slices,
    });
    await seen('standing');
    const before = samples().at(-1)?.slice ?? 0;
    run.tune({ pipeline: 32, dataSize: 10, clients: 5 });
    const result = await run.finished;
    for (const lane of ['pipeline', 'wire']) {
      const after = samples().filter((sample) => sample.lane === lane && sample.slice > before + 1);
      expect(after.length).toBeGreaterThan(2);
      for (const sample of after) {
        expect(sample.settings).toMatchObject({ revision: 1, pipeline: 32, dataSize: 10, clients: 5 });
        expect(sample.effectiveBatch).toBeCloseTo(32, 0);
      }
    }
    expect(result.tunings).toEqual([
      {
        atMs: expect.any(Number) as number,
        tuning: { pipeline: 32, dataSize: 10, clients: 5 },
        countedIn: ['pipeline', 'wire'],
      },
    ]);
    expect(events.some(({ type }) => type === 'tuned')).toBe(true);
    expect(result.lanes.every((lane) => lane.countsAgree === true)).toBe(true);
    // What was counted before the change is not in the figures: they would be of neither setting.
    for (const { id, effectiveBatch, throughput } of result.lanes) {
      expect(effectiveBatch).toBeCloseTo(32, 0);
      const after = samples().filter((one) => one.lane === id && one.endsSlice && one.slice > before + 1);
      expect(throughput?.slices).toHaveLength(after.length);
    }
  });

  test('refuses what is out of bounds, and a rate where there is none', async () => {
    const { run, seen } = begin(embedded().target, { lanes: [{ strategy: 'pipeline' }], workload: quick });
    await seen('run-started');
    expect(() => {
      run.tune({ pipeline: 0 });
    }).toThrow(/pipeline: must be a number from 1 to 100000 commands, not 0/);
    expect(() => {
      run.tune({ rps: 100 });
    }).toThrow(/no requested rate/);
    await run.finished;
  });
});

test('what is set for one lane alone stays while the others follow', async () => {
  const { run, seen, samples } = begin(embedded().target, {
    lanes: [{ strategy: 'pipeline' }, { id: 'deep', strategy: 'pipeline', workload: { pipeline: 64 } }],
    workload: { ...quick, pipeline: 4 },
    schedule: slices,
  });
  await seen('standing');
  run.tune({ pipeline: 8, clients: 2 });
  await run.finished;
  const last = (lane: string) => samples().findLast((sample) => sample.lane === lane)?.settings;
  expect(last('pipeline')).toMatchObject({ revision: 1, pipeline: 8, clients: 2 });
  expect(last('deep')).toMatchObject({ revision: 1, pipeline: 64, clients: 2 });
});

test('a lane without a rate does not get one by tuning that of another', async () => {
  const { run, seen, samples } = begin(embedded().target, {
    lanes: [{ strategy: 'wire' }, { id: 'paced', strategy: 'concurrent', workload: { rps: 500 } }],
    workload: quick,
    schedule: slices,
  });
  await seen('standing');
  // Refused or followed by the lane that has a rate; the other stays as fast as it can be.
  run.tune({ rps: 1000 });
  await run.finished;
  const last = samples().findLast(({ lane }) => lane === 'wire');
  expect(last?.settings).toMatchObject({ revision: 1, rps: null });
  expect(samples().findLast(({ lane }) => lane === 'paced')?.settings.rps).toBe(1000);
});

describe('a custom command', () => {
  test.each([
    ['wipes everything', 'FLUSHALL', /names no key/],
    ['names a key of somebody else', 'SET foo __data__', /"foo" may be somebody else/],
    ['names one beside our own', 'RENAME __key__ foo', /"foo" may be somebody else/],
    ['sends keys to another server', 'MIGRATE 127.0.0.1 6380 __key__ 0 1000', /MIGRATE is refused/],
    ['is a script', 'EVAL "return 1" 0', /EVAL is refused/],
    ['waits', 'BLPOP __key__ 0', /BLPOP is refused \(blocking\)/],
    ['opens a transaction', 'MULTI', /MULTI is refused/],
    ['leaves a quote open', 'SET __key__ "a b', /the quote of "a is not closed/],
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

describe('a run that cannot be set up', () => {
  test.each([
    [
      'an unknown strategy',
      { lanes: [{ strategy: 'telepathy' }] },
      /lanes\[0\]\.strategy: must be one of one-by-one, /,
    ],
    [
      'reads of more keys than can be written first',
      { lanes: [{ strategy: 'pipeline' }], workload: { commands: ['get'], keyspace: 900_000_000 } },
      /at most 5000000 keys/,
    ],
  ] satisfies [string, PlanInput, RegExp][])('refuses %s', async (_what, plan, message) => {
    const { run, events } = begin(embedded().target, plan);
    await expect(run.finished).rejects.toThrow(message);
    expect(events).toEqual([]);
  });

  test('names the server that is not there', async () => {
    const nowhere: Target = { ...embedded().target, endpoint: { host: '127.0.0.1', port: 1, db: 0 } };
    await expect(begin(nowhere, { lanes: [{ strategy: 'wire' }] }).run.finished).rejects.toThrow(
      /127\.0\.0\.1:1/,
    );
  });
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
      expect(lane.state).toBe('completed');
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

test('an open loop keeps its rate and shows both latencies', async () => {
  const { run } = begin(embedded().target, {
    lanes: [{ strategy: 'concurrent' }, { strategy: 'auto-pipeline' }],
    workload: { ...quick, rps: 1000, durationMs: 1000 },
    schedule: { sliceMs: 500 },
  });
  for (const lane of (await run.finished).lanes) {
    // What could not be sent before the end, on a busy machine, is still in the queue.
    expect(lane.commands + (lane.rate?.backlog ?? NaN)).toBe(1000);
    expect(lane.rate?.offered).toBeCloseTo(1000, 6);
    expect(lane.rate?.achieved).toBeLessThanOrEqual(1001);
    expect(lane.latencyMs.response?.p50).toBeGreaterThanOrEqual(
      (lane.latencyMs.command?.p50 ?? Infinity) * 0.99,
    );
  }
});
