import { expect, test } from 'vitest';
import { next, smallPlan, startServer } from '../../support/build-app.ts';

const token = 'the-right-token';
const presenter = { authorization: `Bearer ${token}` };

test('without the token nobody starts a run', async () => {
  const server = await startServer({ token });
  for (const authorization of ['', 'Bearer wrong-token', `Basic ${token}`]) {
    const response = await server.post(smallPlan, { authorization });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ error: { code: 'presenter_only' } });
  }
  expect(server.engine.runs).toHaveLength(0);
});

test('wrong tokens count as requests: nobody tries many of them', async () => {
  const server = await startServer({ token, requestsPerMinute: 2 });
  const statuses = [];
  for (let guess = 0; guess < 3; guess++)
    statuses.push((await server.post(smallPlan, { authorization: `Bearer guess-${guess}` })).status);
  expect(statuses).toEqual([401, 401, 429]);
});

test('the token starts and stops', async () => {
  const server = await startServer({ token });
  expect((await server.post(smallPlan, presenter)).status).toBe(201);
  const stop = (headers: Record<string, string>) =>
    fetch(`${server.url}/api/runs/current`, { method: 'DELETE', headers });
  expect((await stop({})).status).toBe(401);
  expect(server.engine.run.stops).toBe(0);
  expect((await stop(presenter)).status).toBe(200);
});

test('everybody else watches', async () => {
  const server = await startServer({ token });
  await server.post(smallPlan, presenter);
  for (const path of ['runs', 'health', 'strategies', 'targets', 'limits', 'session'])
    expect((await fetch(`${server.url}/api/${path}`)).status).toBe(200);
  const viewer = server.viewer();
  const snapshot = next(viewer, 'snapshot');
  viewer.connect();
  expect(await snapshot).toMatchObject({ runId: 'run-1' });
});

test('a viewer cannot tune, the presenter can', async () => {
  const server = await startServer({ token });
  await server.post(smallPlan, presenter);
  for (const shown of [undefined, 'wrong-token']) {
    const viewer = server.viewer(shown === undefined ? {} : { token: shown }).connect();
    const answer: unknown = await viewer.timeout(2000).emitWithAck('tune', { pipeline: 64 });
    expect(answer).toMatchObject({ ok: false, error: { code: 'presenter_only' } });
  }
  expect(server.engine.run.tunings).toEqual([]);
  const answer: unknown = await server
    .viewer({ token })
    .connect()
    .timeout(2000)
    .emitWithAck('tune', { pipeline: 64 });
  expect(answer).toEqual({ ok: true });
  expect(server.engine.run.tunings).toEqual([{ pipeline: 64 }]);
});

test('a viewer cannot move slots, the presenter can', async () => {
  const server = await startServer({ token });
  await server.post(smallPlan, presenter);
  let moves = 0;
  server.engine.run.moveSlots = () => void moves++;
  const move = (headers: Record<string, string>) =>
    fetch(`${server.url}/api/runs/current/slot-moves`, { method: 'POST', headers });
  const refused = await move({});
  expect(refused.status).toBe(401);
  expect(await refused.json()).toMatchObject({ error: { code: 'presenter_only' } });
  expect(moves).toBe(0);
  expect((await move(presenter)).status).toBe(202);
  expect(moves).toBe(1);
});
