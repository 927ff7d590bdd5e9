import { expect, test } from 'vitest';
import { startRun } from '../../../server/engine/run/run.ts';
import { strategies } from '../../../server/engine/strategies/index.ts';
import { CommandSource } from '../../../server/engine/workload/command-source.ts';
import type { LaneResult } from '../../../shared/contract/lane-result.ts';
import type { PlanInput } from '../../../shared/contract/plan.ts';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';
import { useEmbedded } from '../../support/embedded.ts';
import { useCluster } from '../../support/private-cluster.ts';

const embedded = useEmbedded();
const cluster = useCluster();

const requests = 240;
const mix: PlanInput['workload'] = {
  ...{ commands: ['set', 'get'], ratio: [1, 3], seed: 7, requests, warmupMs: 0 },
  ...{ clients: 3, pipeline: 8, keyspace: 200, dataSize: 10 },
};
const planOf = (strategy: string, more: Partial<PlanInput> = {}) =>
  parsePlan({ lanes: [{ strategy }], workload: mix, schedule: { settleMs: 0 }, ...more });

async function measureAll(plan: ReturnType<typeof planOf>): Promise<LaneResult[]> {
  const { target } = plan.target === 'cluster' ? cluster() : embedded();
  return (await startRun({ plan, target }).finished).lanes;
}
async function measure(plan: ReturnType<typeof planOf>): Promise<LaneResult> {
  const [lane] = await measureAll(plan);
  if (!lane) throw new Error('a run has a lane');
  return lane;
}
const answered = ({ byCommand = [] }: LaneResult) =>
  byCommand.map((one) => [one.command, one.answered] as const);

/** How often each command is drawn in a run of this plan. */
function drawnOf({ workload }: ReturnType<typeof planOf>): [string, number][] {
  const source = new CommandSource({ workload, prefix: 'x', thread: 0, threads: 1 });
  const names = Array.from({ length: requests }, () => source.next().command.name);
  return ['SET', 'GET'].map((name) => [name, names.filter((one) => one === name).length]);
}

/** A cache sends reads alone. */
const sending = strategies.filter(({ id }) => id !== 'noop' && id !== 'cached');

test.each(['embedded', 'cluster'])(
  'On the target %s each strategy has the latency of each command that was drawn',
  async (target) => {
    const usual = sending.filter(
      ({ id }) => target === 'embedded' || !['multi', 'lua', 'multi-key'].includes(id),
    );
    const plan = planOf('', { target, lanes: usual.map(({ id }) => ({ strategy: id })) });
    const lanes = await measureAll(plan);
    expect(lanes.map(({ strategy }) => strategy)).toEqual(usual.map(({ id }) => id));
    for (const lane of lanes) {
      expect(lane).toMatchObject({ commands: requests, failed: 0 });
      expect(answered(lane), lane.id).toEqual(drawnOf(plan));
    }
  },
);

test('multi-key puts each latency down to its command, also in a cluster', async () => {
  const plan = planOf('multi-key', {
    target: 'cluster',
    workload: { ...mix, hashTag: 'lane' },
  });
  expect(answered(await measure(plan))).toEqual(drawnOf(plan));
});

test('a command that takes longer is slower than the others of its mix', async () => {
  const workload = { ...mix, commands: ['ping' as const, 'get' as const], clients: 1, dataSize: 1_000_000 };
  const { byCommand = [] } = await measure(planOf('one-by-one', { workload: { ...workload, keyspace: 5 } }));
  const [ping, get] = byCommand.map(({ latencyMs }) => latencyMs?.p50 ?? NaN);
  expect(get).toBeGreaterThan(ping ?? NaN);
});

test('several threads are put together', async () => {
  const { workload, ...plan } = planOf('pipeline', { workload: { ...mix, threads: 3 } });
  const lane = await measure({ ...plan, workload });
  expect(answered(lane).reduce((sum, [, count]) => sum + count, 0)).toBe(requests);
});

test.each([['set'], ['set', 'set']] as const)(
  '%s is no mix: there is nothing by command',
  async (...commands) => {
    const workload = { ...mix, commands: [...commands], ratio: commands.map(() => 1) };
    expect(await measure(planOf('pipeline', { workload }))).not.toHaveProperty('byCommand');
  },
);
