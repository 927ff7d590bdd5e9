import { join } from 'node:path';
import { expect, test } from 'vitest';
import { kernelSupport } from '../../../server/redis/private/kernel-link.ts';
import { strategyDescriptions } from '../../../server/engine/clients/index.ts';
import { HistoryStore } from '../../../server/history/history-store.ts';
import { limits } from '../../../shared/limits.ts';
import { smallPlan, startServer } from '../../support/build-app.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const get = async (url: string, path: string): Promise<unknown> => (await fetch(url + path)).json();

test('health: version, whether a run is in progress, and whether the target answers', async () => {
  const server = await startServer();
  expect(await get(server.url, '/api/health')).toEqual({
    status: 'ok',
    version: '1.2.3',
    running: false,
    targets: [{ id: 'embedded', answers: true }],
  });
});

test('health: a target that does not answer is said so, with 200', async () => {
  const server = await startServer({ ping: () => Promise.reject(new Error('refused')) });
  const response = await fetch(`${server.url}/api/health`);
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ targets: [{ id: 'embedded', answers: false }] });
});

test('health: many who ask at once are one PING', async () => {
  const server = await startServer();
  await Promise.all(Array.from({ length: 10 }, () => get(server.url, '/api/health')));
  expect(server.pings()).toBe(1);
});

test('health: nobody disturbs the target while it is measured', async () => {
  const server = await startServer();
  await server.post(smallPlan);
  expect(await get(server.url, '/api/health')).toMatchObject({ running: true, targets: [{ answers: null }] });
  expect(server.pings()).toBe(0);
});

test('strategies: those that are hidden are left out', async () => {
  const { url } = await startServer();
  const ids = ((await get(url, '/api/strategies')) as { id: string }[]).map(({ id }) => id);
  expect(ids).toContain('pipeline');
  expect(ids).toEqual(strategyDescriptions.flatMap(({ id, hidden }) => (hidden ? [] : id)));
  expect(ids).not.toContain('noop');
});

test('targets: what they are, never where they are', async () => {
  const { url } = await startServer();
  const support = kernelSupport();
  const laysLinks = support === 'bandwidth' || support === 'delay';
  expect(await get(url, '/api/targets')).toEqual([
    {
      id: 'embedded',
      label: 'Private redis-server',
      kind: 'embedded',
      ...(laysLinks ? { kernelNetwork: support } : {}),
    },
  ]);
});

test('limits: the same as in the code', async () => {
  const { url } = await startServer();
  expect(await get(url, '/api/limits')).toEqual(limits);
});

test('session: everybody may start where no token is needed', async () => {
  const { url } = await startServer();
  expect(await get(url, '/api/session')).toEqual({
    ...{ mayControl: true, needsToken: false, keepsRuns: false },
    installation: 'clone',
  });
});

test('session: whether what is measured is kept', async () => {
  const { url } = await startServer({
    history: await HistoryStore.open(join(temporaryFolder(), 'history.sqlite')),
  });
  expect(await get(url, '/api/session')).toMatchObject({ keepsRuns: true });
});

test('session: the token makes the presenter', async () => {
  const { url } = await startServer({ token: 'the-right-one' });
  const ask = async (authorization: string): Promise<unknown> =>
    (await fetch(`${url}/api/session`, { headers: { authorization } })).json();
  const all = { needsToken: true, keepsRuns: false, installation: 'clone' };
  expect(await get(url, '/api/session')).toEqual({ mayControl: false, ...all });
  expect(await ask('Bearer the-wrong-one')).toEqual({ mayControl: false, ...all });
  expect(await ask('Bearer the-right-one')).toEqual({ mayControl: true, ...all });
});

test('what the API says is not kept by anybody', async () => {
  const { url } = await startServer();
  expect((await fetch(`${url}/api/health`)).headers.get('cache-control')).toBe('no-store');
});

test('a path that is not there: 404 as JSON', async () => {
  const { url } = await startServer();
  for (const path of ['/api/nothing', '/api', '/api/runs/a/b']) {
    const response = await fetch(url + path);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: { code: 'not_found' } });
  }
});

test('who asks far too often is told to wait', async () => {
  const { url } = await startServer({ requestsPerMinute: 3 });
  const statuses: number[] = [];
  for (let request = 0; request < 4; request++) statuses.push((await fetch(`${url}/api/limits`)).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
  const response = await fetch(`${url}/api/limits`);
  expect(response.headers.has('retry-after')).toBe(true);
  expect(await response.json()).toMatchObject({ error: { code: 'too_many_requests' } });
});
