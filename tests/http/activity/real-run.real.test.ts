import { expect, onTestFinished, test } from 'vitest';
import { startRun } from '../../../server/engine/run/run.ts';
import { strategyDescriptions } from '../../../server/engine/clients/index.ts';
import { pingTarget } from '../../../server/http/targets/target-watch.ts';
import { openAdmin } from '../../../server/redis/connection/connect.ts';
import { alreadyThere } from '../../../server/redis/connection/target.ts';
import { startEmbedded } from '../../../server/redis/private/embedded.ts';
import type { Health, RunSummary, StrategyDescription } from '../../../shared/contract/http.ts';
import { collect, next, startServer } from '../../support/build-app.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const plan = {
  lanes: [{ strategy: 'one-by-one' }, { strategy: 'pipeline' }],
  workload: { durationMs: 300, warmupMs: 0 },
  schedule: { sliceMs: 100 },
};

async function startReal() {
  const embedded = await startEmbedded({ root: temporaryFolder() });
  onTestFinished(() => embedded.stop());
  const server = await startServer({
    targets: [alreadyThere(embedded.target)],
    startRun,
    ping: pingTarget,
    tickMs: 100,
  });
  const viewer = server.viewer();
  const joined = next(viewer, 'snapshot');
  viewer.connect();
  await joined;
  return { embedded, server, viewer };
}

const get = async <T>(url: string): Promise<T> => (await (await fetch(url)).json()) as T;

test('a real run is seen live, from its start to its result', async () => {
  const { embedded, server, viewer } = await startReal();
  const [snapshot, finished] = [next(viewer, 'snapshot'), next(viewer, 'finished')];
  const ticks = collect(viewer, 'tick');
  const response = await server.post(plan);
  expect(response.status).toBe(201);
  const { id } = (await response.json()) as { id: string };
  expect(await snapshot).toMatchObject({ runId: id, state: 'running', environment: { sharedMachine: true } });
  const result = await finished;
  expect(result).toMatchObject({
    id,
    state: 'completed',
    lanes: [{ state: 'completed' }, { state: 'completed' }],
  });

  const samples = ticks.flatMap((tick) => tick.samples);
  for (const lane of result.lanes) {
    const ofLane = samples.filter((sample) => sample.lane === lane.id && sample.phase === 'counted');
    expect(ofLane.length).toBeGreaterThanOrEqual(3);
    expect(ofLane.reduce((sum, { completed }) => sum + completed, 0)).toBe(lane.commands);
    expect(lane.commands).toBeGreaterThan(100);
  }
  const metrics = await (await fetch(`${server.url}/metrics`)).text();
  for (const { strategy, commands } of result.lanes)
    expect(metrics).toContain(`{strategy="${strategy}",outcome="completed"} ${commands}\n`);
  expect(metrics).toContain('roundtrip_runs_total{state="completed"} 1\n');
  expect(result.comparisons).toMatchObject([{ lane: 'pipeline', baseline: 'one-by-one', pairs: 3 }]);
  expect(result.comparisons[0]?.ratio).toBeGreaterThan(0);

  expect(await get<RunSummary[]>(`${server.url}/api/runs`)).toMatchObject([{ id, state: 'completed' }]);
  const redis = await openAdmin(embedded.target);
  onTestFinished(() => {
    redis.disconnect();
  });
  expect(await redis.dbsize()).toBe(0);
});

test('a real run is tuned and stopped', async () => {
  const { server, viewer } = await startReal();
  const finished = next(viewer, 'finished');
  await server.post({ ...plan, workload: { durationMs: 60_000, warmupMs: 0 } });
  await next(viewer, 'tick');
  expect(await viewer.timeout(2000).emitWithAck('tune', { pipeline: 4 })).toEqual({ ok: true });
  expect(await viewer.timeout(2000).emitWithAck('tune', { rps: 4 })).toMatchObject({
    ok: false,
    error: { problems: [{ field: 'rps' }] },
  });
  const response = await fetch(`${server.url}/api/runs/current`, { method: 'DELETE' });
  expect(await response.json()).toMatchObject({ ended: true });
  expect(await finished).toMatchObject({ state: 'stopped', tunings: [{ tuning: { pipeline: 4 } }] });
});

test('a Redis that dies between runs: the run is refused with the reason, the server lives', async () => {
  const { embedded, server } = await startReal();
  expect(await get<Health>(`${server.url}/api/health`)).toMatchObject({ targets: [{ answers: true }] });
  await embedded.stop();
  const response = await server.post(plan);
  expect(response.status).toBe(502);
  expect(await response.json()).toMatchObject({ error: { code: 'run_failed' } });
});

test('a Redis that dies in the middle of a run: its lanes fail, and everybody is told', async () => {
  const { embedded, server, viewer } = await startReal();
  const [failed, finished] = [next(viewer, 'laneFailed'), next(viewer, 'finished')];
  await server.post({ ...plan, workload: { durationMs: 60_000, warmupMs: 0, timeoutMs: 1000 } });
  await next(viewer, 'tick');
  await embedded.stop();
  expect((await failed).error.message).not.toBe('');
  expect(await finished).toMatchObject({ state: 'failed' });
  expect((await fetch(`${server.url}/api/health`)).status).toBe(200);
});

test('every strategy but the hidden ones is on offer', async () => {
  const { server } = await startReal();
  const offered = await get<StrategyDescription[]>(`${server.url}/api/strategies`);
  expect(offered.map(({ id }) => id)).toEqual(
    strategyDescriptions.filter(({ hidden }) => !hidden).map(({ id }) => id),
  );
});

test('a strategy that cannot send a command: 400 naming the lane', async () => {
  const { server } = await startReal();
  const response = await server.post({
    lanes: [{ strategy: 'multi-key' }],
    workload: { commands: ['incr'] },
  });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({
    error: { problems: [{ field: 'lanes[0].workload.commands' }] },
  });
});

test('while the keys are written that a run reads, viewers see how many there are of how many', async () => {
  const { server, viewer } = await startReal();
  const filling = collect(viewer, 'filling');
  const begun = next(viewer, 'snapshot');
  const keyspace = 400_000;
  await server.post({ ...plan, workload: { ...plan.workload, commands: ['get'], dataSize: 1, keyspace } });
  await begun;
  const counts = filling.map(({ keys }) => keys);
  expect(counts.length).toBeGreaterThan(0);
  // Lanes that only read share their keys.
  expect(filling.every(({ keys, of }) => of === keyspace && keys > 0 && keys <= of)).toBe(true);
  expect(counts).toEqual([...new Set(counts)].sort((a, b) => a - b));
});
