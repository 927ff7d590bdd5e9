import { expect, test } from 'vitest';
import { Redis } from 'ioredis';
import { startRun } from '../../../server/engine/run/run.ts';
import { strategies } from '../../../server/engine/strategies/index.ts';
import type { PlanInput } from '../../../shared/contract/plan.ts';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';
import { useEmbedded } from '../../support/embedded.ts';
import { useCluster } from '../../support/private-cluster.ts';

const embedded = useEmbedded();
const cluster = useCluster();

const customCommand = `EVAL "local n = redis.call('INCR', KEYS[1]) return n + ARGV[1]" 1 __key__ 5`;
const workload: PlanInput['workload'] = {
  ...{ commands: ['custom'], customCommand, keyspace: 50, clients: 2, pipeline: 5 },
  ...{ requests: 200, warmupMs: 0 },
};
const able = strategies.filter(({ id, commands }) => commands === null && !['noop', 'lua'].includes(id));

const measure = async (plan: Partial<PlanInput>) => {
  const parsed = parsePlan({ workload, schedule: { settleMs: 0, sliceMs: 100 }, lanes: [], ...plan });
  const { target } = plan.target === 'cluster' ? cluster() : embedded();
  return startRun({ plan: parsed, target }).finished;
};

test('each strategy and library calls a script by its digest, and the server counts as many calls', async () => {
  const { lanes } = await measure({
    lanes: [
      ...able.map(({ id }) => ({ strategy: id })),
      ...(['node-redis', 'glide'] as const).flatMap((client) =>
        ['one-by-one', 'pipeline'].map((strategy) => ({ strategy, client })),
      ),
    ],
  });
  expect(lanes.map(({ id, commands, failed, error }) => [id, commands, failed, error])).toEqual(
    lanes.map(({ id }) => [id, 200, 0, null]),
  );
  expect(lanes.flatMap((lane) => lane.warnings.filter(({ code }) => code === 'counts-differ'))).toEqual([]);
});

test('in a cluster each master has the script', async () => {
  const { lanes } = await measure({
    target: 'cluster',
    lanes: ['one-by-one', 'pipeline', 'auto-pipeline', 'wire'].map((strategy) => ({ strategy })),
  });
  expect(lanes.map(({ commands, failed }) => [commands, failed])).toEqual(lanes.map(() => [200, 0]));
});

test('a script that the server has lost is counted as a failure, and is there again for the next slice', async () => {
  const { target } = embedded();
  const redis = new Redis(target.endpoint.port ?? 0);
  const plan = parsePlan({
    workload: { ...workload, requests: 10_000, rps: 5000 },
    schedule: { settleMs: 0, sliceMs: 700 },
    lanes: [{ strategy: 'pipeline' }],
  });
  let slices = 0;
  const run = startRun({
    ...{ plan, target },
    // It is loaded before, and lost with the first slice.
    around: async (_slice, carryOut) => {
      if (slices++ === 0) await redis.script('FLUSH');
      return carryOut();
    },
  });
  const [lane] = (await run.finished).lanes;
  expect(slices).toBeGreaterThan(1);
  redis.disconnect();
  expect(Object.keys(lane?.failures ?? {})).toEqual(['NOSCRIPT']);
  expect(lane?.commands).toBeGreaterThan(0);
  expect((lane?.commands ?? 0) + (lane?.failed ?? 0)).toBe(10_000);
});
