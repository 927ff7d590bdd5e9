import { Cluster } from 'ioredis';
import { expect, onTestFinished, test } from 'vitest';
import type { RunEvent } from '../../../shared/contract/run-events.ts';
import { InvalidInput } from '../../../shared/contract/parse.ts';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';
import type { PlanInput } from '../../../shared/contract/plan.ts';
import { startRun } from '../../../server/engine/run/run.ts';
import { targetFromUrl } from '../../support/target-from-url.ts';
import { useCluster } from '../../support/private-cluster.ts';

const cluster = useCluster();

async function runWithMove(strategy: string, workload: NonNullable<PlanInput['workload']>) {
  const plan = parsePlan({
    target: 'cluster',
    lanes: [{ strategy }],
    workload: { warmupMs: 0, durationMs: 1500, clients: 4, keyspace: 3000, ...workload },
    schedule: { sliceMs: 500 },
    moveSlots: { afterMs: 300 },
  });
  const events: RunEvent[] = [];
  const result = await startRun(
    { plan, target: cluster().target },
    { onEvent: (event) => events.push(event) },
  ).finished;
  const [lane] = result.lanes;
  const [moved] = result.slotsMoved ?? [];
  if (!lane || !moved) throw new Error('the run has a lane, and slots were moved');
  return { events, result, lane, moved };
}

test.each([
  ['one-by-one', 'none'],
  ['auto-pipeline', 'none'],
  ['pipeline', 'none'],
  ['wire', 'none'],
  ['multi-key', 'lane'],
  ['lua', 'lane'],
] as const)('%s gets over slots that move in its midst, and all is counted', async (strategy, hashTag) => {
  const { events, result, lane, moved } = await runWithMove(strategy, { commands: ['get'], hashTag });
  expect(events.filter(({ type }) => type === 'slots-moved')).toEqual([{ type: 'slots-moved', moved }]);
  // A timer may ring a fraction of a millisecond early.
  expect(Math.ceil(moved.atMs)).toBeGreaterThanOrEqual(300);
  expect(moved.keys).toBeGreaterThan(0);
  expect(lane.state).toBe('completed');
  // Whoever does not follow a redirection has it as a failure; the server counted it either way.
  expect(lane.countsAgree).toBe(true);
  const { moved: redirected = 0 } = lane.server.cluster?.redirections ?? {};
  expect(redirected).toBeGreaterThan(0);
  expect(redirected).toBeGreaterThanOrEqual(lane.failures['MOVED'] ?? 0);
  expect(lane.commands).toBeGreaterThan(10 * lane.failed);
  expect(result.warnings).toEqual([]);
});

test('keys of others move along and are the same afterwards', async () => {
  const others = new Cluster(cluster().target.endpoint.cluster?.nodes ?? []);
  onTestFinished(() => others.disconnect());
  const keys = Array.from({ length: 500 }, (_, index) => `theirs:${index}`);
  await Promise.all(keys.map((key) => others.set(key, key)));
  const { moved } = await runWithMove('pipeline', { commands: ['set'] });
  expect(moved.keys).toBeGreaterThan(0);
  expect(await Promise.all(keys.map((key) => others.get(key)))).toEqual(keys);
  const sizes = await Promise.all(others.nodes('master').map((node) => node.dbsize()));
  expect(sizes.reduce((sum, size) => sum + size)).toBe(keys.length);
});

test('where nothing can be moved, a plan that asks for it is refused', async () => {
  const plan = parsePlan({ lanes: [{ strategy: 'pipeline' }], moveSlots: { afterMs: 0 } });
  const run = startRun({ plan, target: targetFromUrl('redis://127.0.0.1:1') });
  await expect(run.finished).rejects.toThrow(InvalidInput);
  expect(() => {
    run.moveSlots();
  }).toThrow('private cluster');
});
