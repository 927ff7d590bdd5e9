import { describe, expect, test } from 'vitest';
import type { PlanInput } from '../../../shared/contract/plan.ts';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';
import { startRun } from '../../../server/engine/run/run.ts';
import { openAdmin } from '../../../server/redis/connection/connect.ts';
import { alreadyThere, type Target } from '../../../server/redis/connection/target.ts';
import { useEmbedded } from '../../support/embedded.ts';
import { useScript } from '../../support/scripted/use-script.ts';
import { begin, quick, slices } from './begin-run.ts';

const embedded = useEmbedded();
const script = useScript();

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
      expect(lane.throughput?.slices).toHaveLength(4);
      // Settling moments come on top of the warm-up slices.
      expect(lane.warmupCommands).toBeGreaterThan(sum('warmup', 'completed'));
      expect(lane.countsAgree).toBe(true);
    }
  });
});

test('finds what is faster, and by how much', async () => {
  for (const [lane, latencyMs] of [
    ['one-by-one', 1],
    ['pipeline', 2],
  ] as const)
    script.lane(lane, { latencyMs: () => latencyMs });
  const { run } = begin(embedded().target, {
    lanes: [{ strategy: 'one-by-one' }, { strategy: 'pipeline' }],
    workload: { ...quick, clients: 1, pipeline: 64, durationMs: 800 },
    schedule: slices,
  });
  const {
    comparisons: [comparison],
    lanes,
  } = await run.finished;
  expect(comparison).toMatchObject({ outcome: 'faster', ratio: expect.closeTo(32, 0) });
  expect(comparison?.ci95?.[0]).toBeLessThanOrEqual(comparison?.ratio ?? 0);
  expect(comparison?.ci95?.[1]).toBeGreaterThanOrEqual(comparison?.ratio ?? Infinity);
  // 64 commands wait for the last of them.
  expect(comparison?.latency).toMatchObject({ kind: 'command', outcome: 'worse' });
  for (const { latencySlices, throughput } of lanes)
    expect(latencySlices?.p50Ms).toHaveLength(throughput?.slices.length ?? NaN);
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
  const firstAtMs = new Map<string, number>();
  for (const lane of ['one-by-one', 'pipeline'])
    script.lane(lane, {
      latencyMs: ({ atMs }) => {
        if (!firstAtMs.has(lane)) firstAtMs.set(lane, atMs);
        return 5;
      },
    });
  const { run, events } = begin(embedded().target, {
    lanes: [{ strategy: 'one-by-one' }, { strategy: 'pipeline' }],
    workload: quick,
    schedule: { ...slices, mode: 'race' },
  });
  const result = await run.finished;
  expect(events.find((event) => event.type === 'slice-started')).toMatchObject({
    lanes: ['one-by-one', 'pipeline'],
  });
  // In turns the second would wait for a slice of the first.
  const [first = NaN, second = NaN] = firstAtMs.values();
  expect(Math.abs(first - second)).toBeLessThan(slices.sliceMs / 2);
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
    const redis = await openAdmin(embedded().target);
    expect(await redis.dbsize()).toBe(0);
    redis.disconnect();
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
        return Promise.resolve([{ code: 'server-restarted' as const, ended: 'by a test' }]);
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
    expect(warnings[0]).toEqual({ code: 'server-restarted', ended: 'by a test' });
    expect(lanes[0]?.commands).toBeGreaterThan(0);
  });

  test('is left alone when the plan cannot be met', async () => {
    const { prepared, target } = opened();
    const plan = parsePlan({ ...order, lanes: [{ strategy: 'telepathy' }] });
    await expect(startRun({ plan, target }).finished).rejects.toThrow('telepathy');
    expect(prepared).toEqual([]);
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

test('an open loop keeps its rate and shows both latencies', async () => {
  const { run } = begin(embedded().target, {
    lanes: [{ strategy: 'concurrent' }, { strategy: 'auto-pipeline' }],
    workload: { ...quick, rps: 1000, durationMs: 1000 },
    schedule: { sliceMs: 500 },
  });
  for (const lane of (await run.finished).lanes) {
    // All that is due is answered. A gap between two turns that is longer than usual adds what became due in it.
    expect(lane.commands).toBeGreaterThanOrEqual(1000);
    expect(lane.rate?.offered).toBeCloseTo(1000, 6);
    expect(lane.rate?.achieved).toBeLessThanOrEqual(1001);
    expect(lane.latencyMs.response?.p50).toBeGreaterThanOrEqual(
      (lane.latencyMs.command?.p50 ?? Infinity) * 0.99,
    );
  }
});

describe('a warm-up that is to last until throughput is level', () => {
  const warmedUp = async (warmupMs: number) => {
    const { run, samples } = begin(embedded().target, {
      lanes: [{ strategy: 'pipeline' }],
      workload: { ...quick, warmupMs },
      schedule: { ...slices, untilLevel: true },
    });
    const result = await run.finished;
    return { result, warmups: samples().filter(({ phase }) => phase === 'warmup').length };
  };
  const notLevel = { code: 'warm-up-not-level' };

  test('ends before its time once it is', async () => {
    const { result, warmups } = await warmedUp(30_000);
    expect(warmups).toBeGreaterThanOrEqual(14);
    expect(warmups).toBeLessThan(300);
    expect(result.lanes[0]?.throughput?.slices).toHaveLength(4);
    expect(result.warnings).not.toContainEqual(notLevel);
  });

  test.each([
    ['too short to know', 500, 5],
    ['over while throughput still grows', 3000, 30],
  ])('says so where it is %s', async (_, warmupMs, slicesOfIt) => {
    // From its first command on: a set-up that takes long would hide the climb.
    let beganAt = NaN;
    script.lane('pipeline', {
      latencyMs: ({ atMs, before }) => {
        if (before === 0) beganAt = atMs;
        return 100 / (1 + (atMs - beganAt) / 100);
      },
    });
    const { result, warmups } = await warmedUp(warmupMs);
    expect(warmups).toBe(slicesOfIt);
    expect(result.warnings).toContainEqual(notLevel);
  });
});
