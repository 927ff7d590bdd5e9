import { expect, test } from 'vitest';
import { snapshotSamples } from '../../../shared/limits.ts';
import { noServer, serverFigures } from '../../../server/engine/probes/server-figures.ts';
import { TargetUnusable } from '../../../server/redis/connection/target-unusable.ts';
import { collect, next, smallPlan, startServer, type TestViewer } from '../../support/build-app.ts';
import { soon } from '../../support/soon.ts';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function join(viewer: TestViewer): Promise<TestViewer> {
  const snapshot = next(viewer, 'snapshot');
  viewer.connect();
  await snapshot;
  return viewer;
}

/** Samples have numbers of their own in these tests, so that a gap or a repetition shows. */
const numbered = (atMs: number) => ({ atMs });

test('before the first run there is nothing to show', async () => {
  const viewer = (await startServer()).viewer();
  const snapshot = next(viewer, 'snapshot');
  viewer.connect();
  expect(await snapshot).toBeNull();
});

test('a run that starts is shown to all who watch, then tick by tick, then its result', async () => {
  const server = await startServer();
  const viewer = await join(server.viewer());
  const [snapshots, results] = [collect(viewer, 'snapshot'), collect(viewer, 'finished')];
  const ticks = collect(viewer, 'tick');
  await server.post(smallPlan);
  const { run } = server.engine;
  run.sample('one-by-one', numbered(1));
  run.sample('pipeline', numbered(2));
  await soon(() => ticks.flatMap(({ samples }) => samples)).toHaveLength(2);
  run.finish();
  await soon(() => results).toHaveLength(1);
  expect(snapshots).toMatchObject([{ runId: 'run-1', state: 'running', totalMs: 10_000, samples: [] }]);
  expect(results[0]).toMatchObject({ id: 'run-1', state: 'completed' });
  expect(ticks[0]).toMatchObject({ runId: 'run-1', current: { slice: 0, phase: 'counted' } });
});

test('samples are gathered: a tick holds all since the one before, each once and in order', async () => {
  const server = await startServer({ tickMs: 50 });
  const viewer = await join(server.viewer());
  const ticks = collect(viewer, 'tick');
  await server.post(smallPlan);
  for (let sample = 0; sample < 40; sample++) {
    server.engine.run.sample('pipeline', numbered(sample));
    await pause(5);
  }
  await soon(() => ticks.flatMap(({ samples }) => samples)).toHaveLength(40);
  const order = ticks.flatMap(({ samples }) => samples.map(({ atMs }) => atMs));
  expect(order).toEqual(Array.from({ length: 40 }, (_, sample) => sample));
  expect(ticks.length).toBeLessThan(20);
});

test('the last samples come before the result', async () => {
  const server = await startServer({ tickMs: 60_000 });
  const viewer = await join(server.viewer());
  const heard: string[] = [];
  viewer.onAny((event: string) => heard.push(event));
  const [ticks, finished] = [collect(viewer, 'tick'), next(viewer, 'finished')];
  await server.post(smallPlan);
  server.engine.run.sample('pipeline');
  server.engine.run.finish();
  await finished;
  expect(heard.filter((event) => event !== 'viewers' && event !== 'action')).toEqual([
    'snapshot',
    'tick',
    'finished',
  ]);
  expect(ticks[0]?.samples).toHaveLength(1);
});

test('no tick comes when nothing runs', async () => {
  const server = await startServer();
  const viewer = await join(server.viewer());
  await server.post(smallPlan);
  server.engine.run.finish();
  await next(viewer, 'finished');
  const ticks = collect(viewer, 'tick');
  await pause(100);
  expect(ticks).toEqual([]);
});

test('who comes in the middle of a run, or reloads, has all of it', async () => {
  let now = Date.now();
  const server = await startServer({ now: () => now });
  const first = await join(server.viewer());
  await server.post(smallPlan);
  const { run } = server.engine;
  run.sample('one-by-one', numbered(1));
  run.tune({ clients: 3 });
  run.emit({ type: 'standing', standings: [{ lane: 'pipeline', throughput: null }], comparisons: [] });
  const error = { name: 'Error', code: 'ECONNRESET', message: 'gone', stack: null };
  run.emit({ type: 'lane-failed', lane: 'pipeline', error });
  first.close();
  now += 1234;
  const second = server.viewer();
  const snapshot = next(second, 'snapshot');
  const ticks = collect(second, 'tick');
  second.connect();
  const seen = await snapshot;
  expect(seen).toMatchObject({
    runId: 'run-1',
    state: 'running',
    samples: [{ lane: 'one-by-one', atMs: 1 }],
    standings: [{ lane: 'pipeline' }],
    tunings: [{ tuning: { clients: 3 } }],
    failures: [{ lane: 'pipeline', error }],
    result: null,
  });
  expect(seen?.elapsedMs).toBe(1234);
  run.sample('one-by-one', numbered(2));
  await soon(() => ticks.flatMap(({ samples }) => samples)).toMatchObject([{ atMs: 2 }]);
});

test('who comes after a run sees how it ended', async () => {
  const server = await startServer();
  await server.post(smallPlan);
  server.engine.run.sample('pipeline');
  server.engine.run.finish();
  const viewer = server.viewer();
  const snapshot = next(viewer, 'snapshot');
  viewer.connect();
  expect(await snapshot).toMatchObject({
    state: 'completed',

    samples: [{}],
    result: { id: 'run-1' },
  });
});

test('a lane that fails is told at once', async () => {
  const server = await startServer({ tickMs: 60_000 });
  const viewer = await join(server.viewer());
  await server.post(smallPlan);
  const error = { name: 'Error', code: null, message: 'gone', stack: null };
  const told = next(viewer, 'laneFailed');
  server.engine.run.emit({ type: 'lane-failed', lane: 'pipeline', error });
  expect(await told).toEqual({ runId: 'run-1', lane: 'pipeline', error });
});

test('a run that breaks off without a result is shown as failed, and is in the log', async () => {
  const server = await startServer();
  const viewer = await join(server.viewer());
  await server.post(smallPlan);
  await next(viewer, 'tick');
  const snapshot = next(viewer, 'snapshot');
  server.engine.run.fail(new Error('a worker is gone'));
  const shown = await snapshot;
  expect(shown).toMatchObject({ runId: 'run-1', state: 'failed', current: null, result: null });
  expect(shown?.error).toMatchObject({ code: 'internal' });
  expect(shown?.error?.message).not.toContain('a worker is gone');
  expect(server.log.join('')).toContain('a worker is gone');
  expect((await server.post(smallPlan)).status).toBe(201);
});

test('a run that breaks off for its target says why to everybody', async () => {
  const server = await startServer();
  const viewer = await join(server.viewer());
  await server.post(smallPlan);
  await next(viewer, 'tick');
  const snapshot = next(viewer, 'snapshot');
  server.engine.run.fail(new TargetUnusable('no-answer', 'a:1', 'a:1 did not answer in time.'));
  expect((await snapshot)?.error).toEqual({
    code: 'run_failed',
    message: 'a:1 did not answer in time.',
    target: { reason: 'no-answer', address: 'a:1' },
  });
});

test('everybody knows how many others watch', async () => {
  const server = await startServer();
  const [first, second] = [server.viewer(), server.viewer()];
  const counts = collect(first, 'viewers');
  await join(first);
  await join(second);
  await soon(() => counts.at(-1)).toBe(1);
  second.close();
  await soon(() => counts.at(-1)).toBe(0);
});

test('a class that comes in together is counted in few words', async () => {
  const server = await startServer({ tickMs: 500 });
  const first = await join(server.viewer());
  const counts = collect(first, 'viewers');
  await Promise.all(Array.from({ length: 20 }, () => join(server.viewer())));
  await soon(() => counts.at(-1)).toBe(20);
  expect(counts.length).toBeLessThan(15);
});

test('long polling shows the same', async () => {
  const server = await startServer();
  const viewer = await join(server.viewer({ transports: ['polling'] }));
  const ticks = collect(viewer, 'tick');
  const finished = next(viewer, 'finished');
  await server.post(smallPlan);
  for (let sample = 0; sample < 20; sample++) {
    server.engine.run.sample('pipeline', numbered(sample));
    await pause(5);
  }
  server.engine.run.finish();
  await finished;
  const order = ticks.flatMap(({ samples }) => samples.map(({ atMs }) => atMs));
  expect(order).toEqual(Array.from({ length: 20 }, (_, sample) => sample));
});

/** The connection under a viewer, which can be kept from being read. */
function transportOf(viewer: TestViewer): { pause: () => void; resume: () => void } {
  const { ws } = viewer.io.engine.transport as unknown as { ws: { pause: () => void; resume: () => void } };
  return ws;
}

/** Larger than what a kernel holds for a connection that nobody reads. */
const bulky = {
  server: serverFigures({
    ...noServer,
    cluster: { nodes: [{ name: 'x'.repeat(64 * 1024), calls: 1, cpuMs: 1 }], errors: null },
  }),
};

test('a slow viewer misses ticks, holds nobody up, and has everything once it reads again', async () => {
  const server = await startServer();
  const [slow, quick] = [await join(server.viewer()), await join(server.viewer())];
  const [slowTicks, quickTicks] = [collect(slow, 'tick'), collect(quick, 'tick')];
  await server.post(smallPlan);
  await next(slow, 'tick');
  transportOf(slow).pause();
  const count = 300;
  for (let sample = 0; sample < count; sample++) {
    server.engine.run.sample('pipeline', { ...numbered(sample), ...bulky });
    await pause(2);
  }
  const at = (ticks: typeof slowTicks) => ticks.flatMap(({ samples }) => samples.map(({ atMs }) => atMs));
  await soon(() => at(quickTicks)).toHaveLength(count);
  const missed = quickTicks.length - slowTicks.length;
  transportOf(slow).resume();
  await soon(() => at(slowTicks)).toHaveLength(count);
  expect(at(slowTicks)).toEqual(at(quickTicks));
  expect(missed).toBeGreaterThan(5);
  expect(Math.max(...slowTicks.map(({ samples }) => samples.length))).toBeGreaterThan(20);
});

test('a viewer that has fallen behind all that is kept gets a snapshot in place of a tick', async () => {
  const server = await startServer();
  const slow = await join(server.viewer());
  await server.post(smallPlan);
  const { run } = server.engine;
  const ticks = collect(slow, 'tick');
  run.sample('pipeline', numbered(-1));
  await soon(() => ticks.flatMap(({ samples }) => samples)).toHaveLength(1);
  for (let sample = 0; sample <= snapshotSamples; sample++) run.sample('pipeline', numbered(sample));
  const snapshot = await next(slow, 'snapshot');
  expect(snapshot?.samples).toHaveLength(snapshotSamples);
  expect(snapshot?.samples.at(-1)).toMatchObject(numbered(snapshotSamples));
});
