import { expect, test } from 'vitest';
import { next, smallPlan, startServer, type TestServer, type TestViewer } from '../../support/build-app.ts';
import { soon } from '../../support/soon.ts';

/** Sends anything at all, as a page of ours never would. */
const send = (viewer: TestViewer, event: string, ...values: unknown[]) => {
  (viewer as unknown as { emit: (event: string, ...values: unknown[]) => void }).emit(event, ...values);
};

const tune = (viewer: TestViewer, tuning: unknown) =>
  new Promise((resolve) => {
    send(viewer, 'tune', tuning, resolve);
  });

async function startRun(plan: unknown = smallPlan): Promise<{ server: TestServer; viewer: TestViewer }> {
  const server = await startServer();
  await server.post(plan);
  return { server, viewer: server.viewer().connect() };
}

test('a change reaches the run and every viewer', async () => {
  const { server, viewer } = await startRun();
  const other = server.viewer().connect();
  await next(other, 'snapshot');
  const told = next(other, 'tuned');
  expect(await tune(viewer, { pipeline: 64, rps: 1000 })).toEqual({ ok: true });
  expect(server.engine.run.tunings).toEqual([{ pipeline: 64, rps: 1000 }]);
  expect(await told).toEqual({
    runId: 'run-1',
    atMs: 50,
    tuning: { pipeline: 64, rps: 1000 },
    revision: 1,
    totalMs: 11_000,
  });
  // Also for somebody who wants to start another run meanwhile.
  const refusal = (await (await server.post(smallPlan)).json()) as {
    error: { run: { remainingMs: number } };
  };
  expect(refusal.error.run.remainingMs).toBeGreaterThan(10_000);
});

test('a number out of bounds: the answer names field, value and range', async () => {
  const { server, viewer } = await startRun();
  expect(await tune(viewer, { pipeline: 0 })).toMatchObject({
    ok: false,
    error: {
      code: 'invalid_input',
      problems: [{ field: 'pipeline', value: 0, allowed: { min: 1, max: 100_000 } }],
    },
  });
  expect(server.engine.run.tunings).toEqual([]);
});

test('changes that are too much together are refused, also when they come one by one', async () => {
  const { server, viewer } = await startRun();
  expect(await tune(viewer, { pipeline: 100_000 })).toEqual({ ok: true });
  expect(await tune(viewer, { dataSize: 1_000_000 })).toMatchObject({
    ok: false,
    error: { code: 'invalid_input' },
  });
  expect(server.engine.run.tunings).toEqual([{ pipeline: 100_000 }]);
});

test('one size, where the payloads are drawn from a range, is refused: it would change nothing', async () => {
  const { server, viewer } = await startRun({ ...smallPlan, workload: { dataSizeRange: [10, 100] } });
  expect(await tune(viewer, { dataSize: 500 })).toMatchObject({
    ok: false,
    error: {
      problems: [{ field: 'dataSize', value: 500, message: expect.stringContaining('10 to 100 bytes') }],
    },
  });
  expect(await tune(viewer, { pipeline: 4 })).toEqual({ ok: true });
  expect(server.engine.run.tunings).toEqual([{ pipeline: 4 }]);
});

test.each([
  [null],
  [undefined],
  ['x'],
  [7],
  [[]],
  [{}],
  [{ colour: 'red' }],
  [{ clients: '9' }],
  [{ rps: null }],
])('%j is no change: answered with an error', async (tuning) => {
  const { viewer } = await startRun();
  expect(await tune(viewer, tuning)).toMatchObject({ ok: false, error: { code: 'invalid_input' } });
});

test('nothing runs: answered with an error', async () => {
  const server = await startServer();
  const viewer = server.viewer().connect();
  expect(await tune(viewer, { pipeline: 2 })).toMatchObject({ ok: false, error: { code: 'no_run' } });
  await server.post(smallPlan);
  server.engine.run.finish();
  expect(await tune(viewer, { pipeline: 2 })).toMatchObject({ ok: false, error: { code: 'no_run' } });
});

test('a run that is still being set up cannot be tuned, though another was before it', async () => {
  const { server, viewer } = await startRun();
  server.engine.run.finish();
  server.engine.onStart = () => undefined;
  const second = server.post(smallPlan);
  await soon(() => server.engine.runs.length).toBe(2);
  expect(await tune(viewer, { pipeline: 2 })).toMatchObject({ ok: false, error: { code: 'no_run' } });
  server.engine.run.begin();
  await second;
  expect(await tune(viewer, { pipeline: 2 })).toEqual({ ok: true });
});

test('a fault of ours: answered without its cause, which is in the log', async () => {
  const { server, viewer } = await startRun();
  server.engine.run.tune = () => {
    throw new Error('deep inside');
  };
  expect(await tune(viewer, { pipeline: 2 })).toMatchObject({ ok: false, error: { code: 'internal' } });
  expect(server.log.join('')).toContain('deep inside');
});

test('what nobody asked for is ignored, and the viewer stays', async () => {
  const { viewer } = await startRun();
  await next(viewer, 'snapshot');
  send(viewer, 'finished', { id: 'run-1' });
  send(viewer, 'no-such-event', { a: 1 });
  send(viewer, '__proto__', 1);
  send(viewer, 'tune');
  send(viewer, 'tune', { pipeline: 3 });
  send(viewer, 'tune', { pipeline: 4 }, 'not a function');
  send(viewer, 'tune', Buffer.from('bytes'));
  expect(await tune(viewer, { pipeline: 5 })).toEqual({ ok: true });
});

test('a message that is far too long ends that connection alone', async () => {
  const { server, viewer } = await startRun();
  const other = server.viewer().connect();
  await Promise.all([next(viewer, 'snapshot'), next(other, 'snapshot')]);
  const gone = new Promise((resolve) => viewer.once('disconnect', resolve));
  send(viewer, 'tune', { pipeline: 'x'.repeat(20_000) });
  await gone;
  expect(await tune(other, { pipeline: 5 })).toEqual({ ok: true });
});
