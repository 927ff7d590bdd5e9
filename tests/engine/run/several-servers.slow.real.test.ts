import { execFileSync } from 'node:child_process';
import { Redis } from 'ioredis';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { PlanInput } from '../../../shared/contract/plan.ts';
import { serverPrograms } from '../../../shared/contract/enums.ts';
import { InvalidInput } from '../../../shared/contract/parse.ts';
import { connectionOptions } from '../../../server/redis/connection/connect.ts';
import type { Target } from '../../../server/redis/connection/target.ts';
import { startEmbedded } from '../../../server/redis/private/embedded.ts';
import { installedPrograms } from '../../../server/redis/private/find-server.ts';
import { PrivateServer } from '../../../server/redis/private/private-server.ts';
import { useEmbedded } from '../../support/embedded.ts';
import { begin, quick, slices } from './begin-run.ts';

const embedded = useEmbedded();

async function withRedis<T>({ endpoint }: Target, work: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis(connectionOptions(endpoint));
  redis.on('error', () => undefined);
  await redis.connect();
  return work(redis).finally(() => {
    redis.disconnect();
  });
}

const setsAt = (target: Target) =>
  withRedis(target, async (redis) =>
    Number(/cmdstat_set:calls=(\d+)/.exec(await redis.info('commandstats'))?.[1] ?? 0),
  );
const keysAt = (target: Target) => withRedis(target, (redis) => redis.dbsize());

/** Another target with a name, as ROUNDTRIP_TARGETS gives one. */
async function named(id: string): Promise<Target> {
  const server = await startEmbedded();
  onTestFinished(() => server.stop());
  return { ...server.target, description: { ...server.target.description, id } };
}

/** Servers that this process has started and that have not ended. */
function childServers(): string[] {
  const table = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)], { encoding: 'utf8' });
  return table.split('\n').filter((line) => /-server\b/.test(line));
}

const twoLanes = (...lanes: Partial<PlanInput['lanes'][number]>[]): PlanInput => ({
  lanes: lanes.map((lane) => ({ strategy: 'pipeline', ...lane })),
  workload: quick,
  schedule: slices,
});

describe('Lanes on two servers in one run', () => {
  test('are counted by their own server, paired in rounds, and leave nothing', async () => {
    const other = await named('other');
    const before = await Promise.all([embedded().target, other].map(setsAt));
    const { run } = begin(embedded().target, twoLanes({}, { target: 'other' }), { others: [other] });
    const { lanes, comparisons, warnings } = await run.finished;
    expect(lanes.map(({ id, label }) => [id, label])).toEqual([
      ['pipeline', 'Pipeline'],
      ['pipeline-other', 'Pipeline (other)'],
    ]);
    const counted = await Promise.all([embedded().target, other].map(setsAt));
    for (const [index, lane] of lanes.entries()) {
      expect(lane.countsAgree).toBe(true);
      // Before the run, a few keys are written to see how much memory each takes.
      const sent = 32 + lane.commands + lane.failed + lane.warmupCommands;
      expect((counted[index] ?? 0) - (before[index] ?? 0)).toBe(sent);
      expect(lane.server.calls).toBeGreaterThanOrEqual(lane.commands);
      expect(lane.server.cpu).toBeGreaterThan(0);
    }
    expect(comparisons).toMatchObject([{ lane: 'pipeline-other', baseline: 'pipeline', pairs: 4 }]);
    expect(lanes.map(({ target }) => target?.id)).toEqual(['embedded', 'other']);
    expect(warnings).toEqual([]);
    expect(await Promise.all([embedded().target, other].map(keysAt))).toEqual([0, 0]);
  });

  test('start a private server for themselves, and end it with the run', async () => {
    const running = childServers();
    const plan = twoLanes(
      { server: { ioThreads: 1 } },
      { server: { ioThreads: 2, persistence: 'aof-everysec' } },
    );
    const { run, seen } = begin(embedded().target, plan);
    await seen('run-started');
    // The first has the settings of the server that is there.
    expect(childServers()).toHaveLength(running.length + 1);
    const { lanes, state } = await run.finished;
    expect(state).toBe('completed');
    expect(lanes.map(({ countsAgree }) => countsAgree)).toEqual([true, true]);
    expect(lanes.map(({ target }) => [target?.ioThreads, target?.persistence])).toEqual([
      [1, 'off'],
      [2, 'aof-everysec'],
    ]);
    expect(lanes.map(({ id }) => id)).toEqual(['pipeline', 'pipeline-io-threads-2-aof-everysec']);
    expect(childServers()).toEqual(running);
  });

  test('share a server where their settings are equal', async () => {
    const running = childServers();
    const own = { server: { persistence: 'aof-everysec' } } as const;
    const { run, seen } = begin(embedded().target, twoLanes({}, own, { strategy: 'wire', ...own }));
    await seen('run-started');
    expect(childServers()).toHaveLength(running.length + 1);
    const { lanes } = await run.finished;
    expect(lanes.map(({ countsAgree }) => countsAgree)).toEqual([true, true, true]);
    // The raw socket of another server is no roofline.
    expect(lanes.map(({ rooflineShare }) => rooflineShare === null)).toEqual([true, false, false]);
  });

  test('race at the same time, each with figures of its own server', async () => {
    const plan = twoLanes({}, { server: { persistence: 'aof-everysec' } });
    const { run } = begin(embedded().target, { ...plan, schedule: { ...slices, mode: 'race' } });
    const { lanes } = await run.finished;
    expect(lanes.map(({ countsAgree }) => countsAgree)).toEqual([true, true]);
    for (const { server } of lanes) expect(server.cpu).toBeGreaterThan(0);
  });

  test('have the network of the plan in between, each its own', async () => {
    const plan = twoLanes({ strategy: 'one-by-one' }, { strategy: 'one-by-one', server: { tls: true } });
    const { run } = begin(embedded().target, { ...plan, network: { rttMs: 5 } });
    const { lanes } = await run.finished;
    for (const { roundTrip, countsAgree } of lanes) {
      expect(roundTrip?.before.medianMs).toBeGreaterThan(4.5);
      expect(countsAgree).toBe(true);
    }
  });

  test('read keys that are on both, and are tuned together', async () => {
    const plan = twoLanes({}, { server: { persistence: 'aof-everysec' } });
    const { run, seen, events } = begin(embedded().target, {
      ...plan,
      workload: { ...quick, commands: ['get'], durationMs: 1500 },
    });
    await seen('standing');
    run.tune({ pipeline: 4 });
    const { lanes } = await run.finished;
    expect(lanes.map(({ hitRate }) => hitRate)).toEqual([1, 1]);
    expect(lanes.map(({ effectiveBatch }) => Math.round(effectiveBatch ?? 0))).toEqual([4, 4]);
    expect(events.some(({ type }) => type === 'tuned')).toBe(true);
    expect(await keysAt(embedded().target)).toBe(0);
  });
});

test('A server that dies fails its lanes alone', async () => {
  const doomed = await PrivateServer.start({ fixed: { id: 'doomed', label: undefined, settings: {} } });
  onTestFinished(() => doomed.stop());
  const { run, seen } = begin(
    embedded().target,
    { ...twoLanes({}, { target: 'doomed' }), workload: { ...quick, durationMs: 2000 } },
    { others: [doomed] },
  );
  await seen('standing');
  await withRedis(doomed.target, (redis) => redis.call('SHUTDOWN', 'NOSAVE')).catch(() => undefined);
  const { state, lanes } = await run.finished;
  expect(state).toBe('failed');
  expect(lanes.map((lane) => lane.state)).toEqual(['completed', 'failed']);
  expect(lanes[1]?.error?.message).toMatch(/was lost|ECONNREFUSED/);
  expect(lanes[0]?.countsAgree).toBe(true);
  expect(await keysAt(embedded().target)).toBe(0);
});

describe('A run on several servers is refused', () => {
  const settings = { server: { ioThreads: 2 } };
  const refusals: [what: string, plan: PlanInput, field: string, message: RegExp][] = [
    ['with a bystander', { ...twoLanes({}, settings), bystander: { rps: 100 } }, 'bystander', /watches one/],
    [
      'over a link of the kernel',
      { ...twoLanes({}, settings), network: { by: 'kernel' } },
      'network.by',
      /one private server/,
    ],
    ['that are not there', twoLanes({}, { target: 'nowhere' }), 'lanes[1].target', /must be one of/],
    [
      'where settings are of a server that is not ours',
      twoLanes({}, { target: 'other', ...settings }),
      'lanes[1].server',
      /only the private server/,
    ],
  ];
  test.each(refusals)('%s', async (_what, plan, field, message) => {
    const { run } = begin(embedded().target, plan, { others: [await named('other')] });
    const error: unknown = await run.finished.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(InvalidInput);
    expect((error as InvalidInput).problems.find((one) => one.field === field)?.message).toMatch(message);
  });
});

test('Every program that is installed is measured beside another server; one that is not is refused by name', async () => {
  const installed = installedPrograms();
  for (const program of serverPrograms) {
    const { run } = begin(
      embedded().target,
      twoLanes({ server: { persistence: 'aof-everysec' } }, { server: { program } }),
    );
    if (installed.includes(program)) {
      const { lanes } = await run.finished;
      expect(lanes.map(({ countsAgree }) => countsAgree)).toEqual([true, true]);
      expect(lanes[1]).toMatchObject({
        label: `Pipeline (${program})`,
        target: { name: program.replace('-server', '') },
      });
    } else await expect(run.finished).rejects.toThrow(`${program} is not installed`);
  }
});
