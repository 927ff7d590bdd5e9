import { describe, expect, onTestFinished, test } from 'vitest';
import type { CommandId } from '../../../shared/commands/workload.ts';
import type { LaneResult } from '../../../shared/contract/lane-result.ts';
import type { Result } from '../../../shared/contract/result.ts';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';
import type { PlanInput } from '../../../shared/contract/plan.ts';
import { startRun } from '../../../server/engine/run/run.ts';
import { strategies } from '../../../server/engine/strategies/index.ts';
import { openBookkeeping } from '../../../server/redis/keys/bookkeeping.ts';
import { useCluster } from '../../support/private-cluster.ts';

/** What every strategy promises in a cluster: equal counts, or the honest error. */
const cluster = useCluster();

const commands = 240;
type Workload = NonNullable<PlanInput['workload']>;
const workload: Workload = {
  clients: 2,
  pipeline: 8,
  requests: commands,
  warmupMs: 0,
  keyspace: 200,
  seed: 7,
};

async function runOnce(strategy: string, more: Workload): Promise<{ result: Result; lane: LaneResult }> {
  const plan = parsePlan({ target: 'cluster', lanes: [{ strategy }], workload: { ...workload, ...more } });
  const result = await startRun({ plan, target: cluster().target }).finished;
  const [lane] = result.lanes;
  if (!lane) throw new Error('a run has a lane');
  return { result, lane };
}

async function keysLeft(): Promise<number> {
  const { nodes, close } = await openBookkeeping(cluster().target);
  onTestFinished(close);
  const sizes = await Promise.all(nodes.map(({ redis }) => redis.dbsize()));
  return sizes.reduce((sum, size) => sum + size);
}

const callsOf = (lane: LaneResult) => lane.server.cluster?.nodes.map(({ calls }) => calls ?? 0) ?? [];

/** `cached` is of a library that measures no cluster. */
const sending = strategies.filter(({ id }) => id !== 'noop' && id !== 'cached');
const alone = sending.filter(({ batching, id }) => batching !== 'batch' || ['pipeline', 'wire'].includes(id));
const together = sending.filter((strategy) => !alone.includes(strategy));
const ofSeveral: CommandId[] = ['set', 'get'];
const mix: Workload = { commands: ofSeveral, ratio: [1, 1] };
/** One of each way to connect. */
const ways = sending.filter(({ id }) =>
  ['one-by-one', 'pipeline', 'multi', 'multi-key', 'lua', 'wire'].includes(id),
);

describe.each(alone.map(({ id }) => ({ id })))('$id', ({ id }) => {
  test('sends reads and writes to the master of each key, and the masters count just that', async () => {
    const { result, lane } = await runOnce(id, mix);
    expect(lane.failures).toEqual({});
    expect(lane.commands).toBe(commands);
    expect(lane.hitRate).toBe(1);
    expect(lane.countsAgree).toBe(true);
    expect(Math.min(...callsOf(lane))).toBeGreaterThan(commands / 10);
    expect(callsOf(lane).reduce((sum, calls) => sum + calls)).toBe(commands);
    expect(lane.server.cluster?.redirections).toEqual({ moved: 0, ask: 0, tryAgain: 0, crossSlot: 0 });
    expect(result.environment.server.mode).toBe('cluster');
    expect(result.warnings).toEqual([]);
    expect(await keysLeft()).toBe(0);
  });
});

describe.each(together.map(({ id }) => ({ id })))('$id', ({ id }) => {
  test.each(ofSeveral)('meets the real error with %s on keys of several slots', async (command) => {
    const { lane } = await runOnce(id, { commands: [command] });
    expect(lane.failed).toBe(commands);
    const names = Object.keys(lane.failures);
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) expect(name).toMatch(/^CROSSSLOT$|^All keys in the pipeline should belong/);
    expect(lane.countsAgree).toBe(true);
    expect(await keysLeft()).toBe(0);
  });

  test('sends reads and writes when a hash tag keeps all keys in one slot', async () => {
    const { lane } = await runOnce(id, { ...mix, hashTag: 'lane' });
    expect(lane.failures).toEqual({});
    expect(lane.commands).toBe(commands);
    expect(lane.countsAgree).toBe(true);
    expect(callsOf(lane).filter((calls) => calls > 0)).toHaveLength(1);
    expect(await keysLeft()).toBe(0);
  });
});

test('the harness alone runs as well', async () => {
  const { lane } = await runOnce('noop', {});
  expect(lane.commands).toBe(commands);
});

test('a pipeline that is not split by node is refused by ioredis, in its own words', async () => {
  const { lane } = await runOnce('pipeline', { splitBy: 'none' });
  expect(lane.failures).toEqual({
    'All keys in the pipeline should belong to the same slots allocation group': lane.failed,
  });
  expect(lane.failed).toBe(commands);
  expect(lane.countsAgree).toBe(true);
});

test('MSET and MGET of many slots are refused whole and by node, and served by slot', async () => {
  for (const splitBy of ['none', 'node'] as const) {
    const { lane } = await runOnce('multi-key', { ...mix, splitBy });
    expect(lane.failures['CROSSSLOT']).toBeGreaterThan(0);
  }
  const { lane } = await runOnce('multi-key', { ...mix, splitBy: 'slot' });
  expect(lane.failures).toEqual({});
  expect(lane.commands).toBe(commands);
  expect(lane.countsAgree).toBe(true);
  // Of keys all over the cluster, hardly two of a batch are in one slot.
  expect(lane.server.calls).toBeGreaterThan(0.8 * commands);
  expect(await keysLeft()).toBe(0);
});

test.each(ways)('$id gets through with a connection for each command or batch', async ({ id }) => {
  const { lane } = await runOnce(id, { keepalive: false, requests: 30, hashTag: 'lane' });
  expect(lane.failures).toEqual({});
  expect(lane.commands).toBe(30);
  expect(lane.countsAgree).toBe(true);
});

test.each(ways)('$id speaks RESP2, on two threads', async ({ id }) => {
  const { lane } = await runOnce(id, { resp: 2, threads: 2, hashTag: 'lane' });
  expect(lane.commands).toBe(commands);
  expect(lane.countsAgree).toBe(true);
});

test('reads from replicas are refused where there are none, and nothing is left', async () => {
  await expect(runOnce('one-by-one', { commands: ['get'], readFrom: 'replica' })).rejects.toThrow(
    'this cluster has no replica: give the private cluster some with --cluster-replicas 3',
  );
  expect(await keysLeft()).toBe(0);
});
