import { Redis } from 'ioredis';
import { expect, test } from 'vitest';
import { useEmbedded } from '../../support/embedded.ts';
import { begin, quick, slices } from './begin-run.ts';

const embedded = useEmbedded();

test('threads and connections are made as often as asked, and the slices know of which start they are', async () => {
  const { target } = embedded();
  const redis = new Redis({ port: target.endpoint.port ?? 0, lazyConnect: true });
  await redis.connect();
  const received = async () =>
    Number(/total_connections_received:(\d+)/.exec(await redis.info('stats'))?.[1]);
  const connectionsOf = async (starts: number) => {
    const before = await received();
    const { run, samples } = begin(target, {
      lanes: [{ strategy: 'one-by-one' }, { strategy: 'pipeline' }],
      workload: { ...quick, warmupMs: 100, durationMs: 700, clients: 5 },
      schedule: { ...slices, starts },
    });
    return { result: await run.finished, samples: samples(), connections: (await received()) - before };
  };
  const [once, thrice] = [await connectionsOf(1), await connectionsOf(3)];
  redis.disconnect();
  // Two lanes of five connections each, two times more.
  expect(thrice.connections - once.connections).toBe(2 * 2 * 5);

  for (const { throughput, countsAgree, state } of thrice.result.lanes) {
    expect(state).toBe('completed');
    expect(countsAgree).toBe(true);
    expect(throughput?.slices).toHaveLength(7);
    expect(throughput?.starts).toEqual([2, 2, 3]);
  }
  expect(thrice.samples.filter(({ phase, endsSlice }) => phase === 'warmup' && endsSlice)).toHaveLength(
    2 * 3,
  );
  expect(thrice.result.plan.schedule.starts).toBe(3);
  expect(thrice.result.comparisons[0]?.pairs).toBe(7);
  for (const { throughput } of once.result.lanes) expect(throughput).not.toHaveProperty('starts');
});

test('a lane that cannot be started again is failed, and the others go on', async () => {
  const { target } = embedded();
  const redis = new Redis({ port: target.endpoint.port ?? 0 });
  const { run, events, seen } = begin(target, {
    lanes: [{ strategy: 'one-by-one' }, { strategy: 'lua' }],
    workload: { ...quick, durationMs: 1000 },
    schedule: { ...slices, starts: 2 },
  });
  await seen('run-started');
  // Each start of a lane of scripts loads its script.
  await redis.acl('SETUSER', 'default', '-script|load');
  const result = await run.finished;
  await redis.acl('SETUSER', 'default', '+script|load');
  redis.disconnect();
  expect(result.lanes.map(({ state }) => state)).toEqual(['completed', 'failed']);
  expect(result.lanes[1]?.error?.message).toMatch(/NOPERM.*script\|load/);
  expect(events.filter(({ type }) => type === 'lane-failed')).toHaveLength(1);
  expect(result.lanes[0]?.throughput?.starts).toEqual([5, 5]);
});
