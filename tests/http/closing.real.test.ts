import { expect, test } from 'vitest';
import { stopReading } from '../../campaign/attacks/viewers.ts';
import { next, smallPlan, startServer } from '../support/build-app.ts';

test('open sockets, by either transport, do not keep the server from closing', async () => {
  const server = await startServer();
  const viewers = [server.viewer(), server.viewer({ transports: ['polling'] })];
  const gone = viewers.map((viewer) => new Promise((resolve) => viewer.once('disconnect', resolve)));
  for (const viewer of viewers) {
    const snapshot = next(viewer, 'snapshot');
    viewer.connect();
    await snapshot;
  }
  await server.close();
  await Promise.all(gone);
});

// It never confirms that it was let go, for which 30 s are waited otherwise.
test('a viewer that reads nothing does not keep the server from closing', { timeout: 20_000 }, async () => {
  const server = await startServer();
  const viewer = server.viewer();
  const snapshot = next(viewer, 'snapshot');
  viewer.connect();
  await snapshot;
  stopReading(viewer);
  await server.close();
  await expect(fetch(server.url)).rejects.toThrow();
});

test('a run in progress is stopped first, and its end is still shown', async () => {
  const server = await startServer();
  const viewer = server.viewer();
  const snapshot = next(viewer, 'snapshot');
  viewer.connect();
  await snapshot;
  await server.post(smallPlan);
  const finished = next(viewer, 'finished');
  await server.close();
  expect(server.engine.run.stops).toBe(1);
  expect(await finished).toMatchObject({ state: 'stopped' });
});

test('a run that does not end is not waited for without end', async () => {
  const server = await startServer({ stopPatienceMs: 50 });
  await server.post(smallPlan);
  server.engine.run.onStop = () => undefined;
  await server.close();
});
