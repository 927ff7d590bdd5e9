import { expect, test } from 'vitest';
import { startRun } from '../../../server/engine/run/run.ts';
import type { LaneResult } from '../../../shared/contract/lane-result.ts';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';
import { useCluster } from '../../support/private-cluster.ts';

/** A cluster with a command that no table has, as a module would add it. */
const cluster = useCluster({ words: ['--rename-command', 'HSET', 'JSON.SET'] });

const measure = async (strategy: string) => {
  const hashTag = ['multi', 'lua'].includes(strategy) ? ('lane' as const) : ('none' as const);
  const plan = parsePlan({
    target: 'cluster',
    lanes: [{ strategy }],
    workload: {
      ...{ commands: ['custom'], customCommand: 'JSON.SET __key__ $ __data__', requests: 240, warmupMs: 0 },
      ...{ clients: 2, pipeline: 8, keyspace: 200, hashTag },
    },
  });
  const [lane] = (await startRun({ plan, target: cluster().target }).finished).lanes;
  if (!lane) throw new Error('a run has a lane');
  return lane;
};
const moved = (lane: LaneResult) => lane.server.cluster?.redirections?.moved ?? NaN;

test.each(['one-by-one', 'concurrent', 'nagle', 'multi'])(
  '%s sends it to any master, since ioredis does not know its keys, and follows the redirection',
  async (strategy) => {
    const lane = await measure(strategy);
    expect(lane).toMatchObject({ commands: 240, failed: 0, countsAgree: true });
    expect(moved(lane)).toBeGreaterThan(0);
  },
);

test.each(['pipeline', 'auto-pipeline'])('%s has the error that a program gets: MOVED', async (strategy) => {
  const lane = await measure(strategy);
  expect(Object.keys(lane.failures)).toEqual(['MOVED']);
  expect(lane).toMatchObject({ failures: { MOVED: lane.failed }, countsAgree: true });
  expect(lane.commands + lane.failed).toBe(240);
});

test.each(['wire', 'lua'])('%s knows the key, and sends it to its master', async (strategy) => {
  const lane = await measure(strategy);
  expect(lane).toMatchObject({ commands: 240, failed: 0, countsAgree: true });
  expect(moved(lane)).toBe(0);
});
