import { describe, expect, test } from 'vitest';
import type { LaneResult } from '../../../shared/contract/lane-result.ts';
import type { PlanInput } from '../../../shared/contract/plan.ts';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';
import { replicaReaders } from '../../../shared/plan/check/plan-faults.ts';
import { startRun } from '../../../server/engine/run/run.ts';
import { useCluster } from '../../support/private-cluster.ts';

const cluster = useCluster({ replicas: 3 });
const commands = 240;

async function runOnce(plan: Omit<PlanInput, 'target'>): Promise<LaneResult[]> {
  const { workload = {} } = plan;
  const whole = parsePlan({
    target: 'cluster',
    ...plan,
    workload: { clients: 2, pipeline: 8, requests: commands, warmupMs: 0, keyspace: 200, ...workload },
  });
  return (await startRun({ plan: whole, target: cluster().target }).finished).lanes;
}

/** Calls of the lane at masters and at replicas, as they counted them. */
function callsAt({ server }: LaneResult): [masters: number, replicas: number] {
  const ports = cluster().servers.map(({ target }) => target.endpoint.port);
  const sum = (from: number, to?: number) =>
    ports
      .slice(from, to)
      .map((port) => server.cluster?.nodes.find(({ name }) => name.endsWith(`:${port}`))?.calls ?? 0)
      .reduce((all, calls) => all + calls);
  return [sum(0, 3), server.cluster?.nodes.length === 6 ? sum(3) : 0];
}

describe.each(replicaReaders)('%s', (strategy) => {
  test('reads from replicas alone, and finds every key', async () => {
    const [lane] = await runOnce({
      lanes: [{ strategy }],
      workload: { commands: ['get'], readFrom: 'replica' },
    });
    expect(lane?.failures).toEqual({});
    expect(lane?.hitRate).toBe(1);
    expect(lane?.countsAgree).toBe(true);
    expect(lane && callsAt(lane)).toEqual([0, commands]);
    expect(lane?.server.cluster?.redirections?.moved).toBe(0);
  });

  test('sends what writes to masters, and counts no replicated command as its own', async () => {
    const [lane] = await runOnce({
      lanes: [{ strategy }],
      workload: { commands: ['set', 'get'], ratio: [1, 1], readFrom: 'replica' },
    });
    expect(lane?.failures).toEqual({});
    expect(lane?.countsAgree).toBe(true);
    const [masters, replicas] = lane ? callsAt(lane) : [0, 0];
    expect(masters + replicas).toBe(commands);
    expect(Math.min(masters, replicas)).toBeGreaterThan(commands / 4);
  });
});

test('beside a lane that reads from masters, over the same network', async () => {
  const [masters, replicas] = await runOnce({
    lanes: [
      { id: 'masters', strategy: 'auto-pipeline' },
      { id: 'replicas', strategy: 'auto-pipeline', workload: { readFrom: 'replica' } },
    ],
    workload: { commands: ['get'] },
    network: { rttMs: 5 },
  });
  expect(masters && callsAt(masters)).toEqual([commands, 0]);
  expect(replicas && callsAt(replicas)).toEqual([0, commands]);
  // A reply that came past the network would be here within the 5 ms.
  for (const lane of [masters, replicas]) expect(lane?.latencyMs.command?.min).toBeGreaterThanOrEqual(4.9);
});

describe('is refused', () => {
  const refusal = (plan: PlanInput) =>
    startRun({ plan: parsePlan(plan), target: cluster().target }).finished.then(
      () => '',
      (error: unknown) => String(error),
    );

  test('with a strategy that sends all to masters', async () => {
    const lanes = [
      { strategy: 'lua', workload: { commands: ['get' as const], readFrom: 'replica' as const } },
    ];
    expect(await refusal({ target: 'cluster', lanes })).toMatch(
      /lanes\[0\]\.workload\.readFrom: this strategy sends all its commands to masters: reads go to replicas with one-by-one, concurrent, auto-pipeline, pipeline/,
    );
  });

  test('without a command that only reads', async () => {
    const workload = { commands: ['set' as const], readFrom: 'replica' as const };
    expect(await refusal({ target: 'cluster', lanes: [{ strategy: 'pipeline' }], workload })).toMatch(
      /needs a command that only reads/,
    );
  });
});
