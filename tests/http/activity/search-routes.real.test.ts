import { expect, test } from 'vitest';
import type { AppParts } from '../../../server/http/app.ts';
import { ActivityBoard } from '../../../server/http/activity/activity-board.ts';
import { RunActivity } from '../../../server/http/activity/types/run.ts';
import { SearchActivity } from '../../../server/http/activity/types/search.ts';
import { alreadyThere } from '../../../server/redis/connection/target.ts';
import { TargetUnusable } from '../../../server/redis/connection/target-unusable.ts';
import { parseOrder } from '../../../shared/search/order.ts';
import type { ErrorBody } from '../../../shared/contract/http.ts';
import { collect, next, privateTarget, smallPlan, startServer } from '../../support/build-app.ts';
import { FakeEngine } from '../../support/fake-engine.ts';
import { FakeSearches } from '../../support/fake-search.ts';
import { madeCurve } from '../../support/made-points.ts';
import { soon } from '../../support/soon.ts';

async function serve(parts: Partial<AppParts> = {}) {
  const fake = new FakeSearches();
  const server = await startServer({ startSearch: fake.start, ...parts });
  const post = (order: unknown, headers: Record<string, string> = {}) =>
    fetch(`${server.url}/api/search`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(order),
    });
  const stop = (headers: Record<string, string> = {}) =>
    fetch(`${server.url}/api/search/current`, { method: 'DELETE', headers });
  return { server, fake, post, stop };
}

const errorOf = async (response: Response) => ((await response.json()) as ErrorBody).error;
const points = madeCurve([1, 16, 64], { tripMs: 5, ceiling: 300_000 });

test('an order of nothing is the default search', async () => {
  const { fake, post } = await serve();
  const response = await post({});
  expect(response.status).toBe(201);
  expect(await response.json()).toEqual({ id: expect.stringMatching(/^\d{8}T\d{6}-[0-9a-f]{8}$/) as string });
  expect(fake.search.order).toMatchObject({
    target: 'embedded',
    strategies: ['auto-pipeline', 'pipeline', 'multi-key'],
    deepest: 1024,
    p99BoundMs: null,
    budgetMs: 60_000,
    workload: { commands: ['set'], clients: 10, pipeline: 1 },
  });
});

test('what the order says is searched for', async () => {
  const { fake, post } = await serve();
  const order = {
    network: { rttMs: 5, jitterMs: 1 },
    server: { persistence: 'aof-always' },
    workload: { commands: ['get'], clients: 3, pipeline: 64, rps: 500 },
    client: 'node-redis',
    strategies: ['pipeline'],
    deepest: 32,
    p99BoundMs: 7.5,
    budgetMs: 12_000,
  };
  expect((await post(order)).status).toBe(201);
  expect(fake.search.order).toMatchObject({
    ...order,
    workload: { commands: ['get'], clients: 3, pipeline: 1, rps: 500 },
  });
});

test.each([
  ['a bound of nothing', { p99BoundMs: 0 }, 'p99BoundMs'],
  ['a batch of one', { deepest: 1 }, 'deepest'],
  ['an endless search', { budgetMs: 1e9 }, 'budgetMs'],
  ['a strategy that is none', { strategies: ['telepathy'] }, 'strategies'],
  ['nothing to compare', { strategies: ['one-by-one'] }, 'strategies'],
  ['no ways at all', { strategies: [] }, 'strategies'],
  ['MSET for INCR', { strategies: ['multi-key'], workload: { commands: ['incr'] } }, 'strategies'],
  ['a library that is none', { client: 'jedis' }, 'client'],
  ['a library that gathers by itself', { client: 'node-redis', strategies: ['nagle'] }, 'strategies'],
  ['zero clients', { workload: { clients: 0 } }, 'workload.clients'],
  ['a target that nobody offers', { target: 'production' }, 'target'],
  ['a host instead of a target', { url: 'redis://10.0.0.1' }, 'plan'],
  ['a network of a kind', { network: { rttMs: -1 } }, 'network.rttMs'],
])('%s: 400, naming the field', async (_name, order, field) => {
  const { fake, post } = await serve();
  const response = await post(order);
  expect(response.status).toBe(400);
  const { code, problems = [] } = await errorOf(response);
  expect(code).toBe('invalid_input');
  expect(problems.map((problem) => problem.field)).toContain(field);
  expect(fake.searches).toHaveLength(0);
});

test.each([['null'], ['[]'], ['7'], ['"search"']])('the body %s is no order: 400', async (body) => {
  const { server } = await serve();
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${server.url}/api/search`, { method: 'POST', headers, body });
  expect(response.status).toBe(400);
});

test('a search has the machine to itself: a run is told what is in progress, and the search what a run is', async () => {
  const { server, fake, post } = await serve();
  await post({});
  const run = await server.post(smallPlan);
  expect(run.status).toBe(409);
  const refusal = await errorOf(run);
  expect(refusal.run?.kind).toBe('search');
  expect(refusal.message).toMatch(/^The search for a batch size .* about \d\d s more/);
  for (const point of points) fake.search.point(point);
  fake.search.finish();
  await soon(() => server.post(smallPlan).then(({ status }) => status)).toBe(201);
  expect((await post({})).status).toBe(409);
  expect(fake.searches).toHaveLength(1);
});

test('viewers see each point as it comes, and the advice at the end', async () => {
  const { server, fake, post } = await serve();
  const viewer = server.viewer();
  const none = next(viewer, 'search');
  viewer.connect();
  expect(await none).toBeNull();
  const seen = collect(viewer, 'search');
  await post({ strategies: ['pipeline'] });
  for (const point of points) fake.search.point(point);
  fake.search.finish();
  await soon(() => seen.at(-1)?.state).toBe('completed');
  expect(seen.map((search) => search?.points.length)).toEqual([0, 0, 1, 2, 3, 3]);
  expect(seen[1]).toMatchObject({ stage: 'survey', candidates: [{ strategy: 'one-by-one', batchSize: 1 }] });
  expect(seen.at(-1)).toMatchObject({
    stage: null,
    candidates: [],
    advice: { recommendation: { advised: { strategy: 'pipeline', batchSize: 64 } }, snippet: 'the code' },
  });
  expect(seen.at(-1)?.advice).not.toHaveProperty('points');

  const late = server.viewer();
  const first = next(late, 'search');
  late.connect();
  expect((await first)?.points).toHaveLength(3);
});

test('the runs of a search are seen live, and are not listed beside those of their own', async () => {
  const { server, post } = await serve();
  const viewer = server.viewer();
  const snapshots = collect(viewer, 'snapshot');
  viewer.connect();
  await post({});
  await soon(() => snapshots.at(-1)?.series).toBe('search');
});

test('a stopped search keeps what it found, without an advice', async () => {
  const { server, fake, post, stop } = await serve();
  const viewer = server.viewer();
  const seen = collect(viewer, 'search');
  viewer.connect();
  const { id } = (await (await post({})).json()) as { id: string };
  for (const point of points) fake.search.point(point);
  const response = await stop();
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ id, ended: true });
  await soon(() => seen.at(-1)?.state).toBe('stopped');
  expect(seen.at(-1)).toMatchObject({ points: { length: 3 }, advice: { recommendation: null } });
  expect((await stop()).status).toBe(404);
});

test('a search that is stopped before anything is judged leaves the answer before it, and is not kept', async () => {
  const { server, fake, post, stop } = await serve();
  const viewer = server.viewer();
  const seen = collect(viewer, 'search');
  viewer.connect();
  const { id } = (await (await post({})).json()) as { id: string };
  for (const point of points) fake.search.point(point);
  fake.search.finish();
  await soon(() => seen.at(-1)?.state).toBe('completed');
  await post({});
  for (const point of points) fake.search.point({ ...point, stage: 'survey' });
  expect((await stop()).status).toBe(200);
  await soon(() => seen.at(-1)?.id).toBe(id);
  expect(seen.at(-1)).toMatchObject({ state: 'completed', advice: { recommendation: { worth: 'yes' } } });
  expect(seen.map((search) => search?.state)).not.toContain('stopped');
});

test('of stopped searches those are handed on to be kept that have a figure that is judged', async () => {
  const board = new ActivityBoard(new RunActivity({ startRun: new FakeEngine().start }).latest);
  const fake = new FakeSearches();
  const searches = new SearchActivity({ startSearch: fake.start });
  const kept: string[] = [];
  board.onEvent((event) => {
    if (event.type === 'search-ended') kept.push(event.id);
  });
  const order = parseOrder({});
  const stopAfter = async (stage: 'survey' | 'final') => {
    const id = await board.start(searches, { order, target: alreadyThere(privateTarget) });
    for (const point of points) fake.search.point({ ...point, stage });
    await board.stop(1000);
    return id;
  };
  await stopAfter('survey');
  const late = await stopAfter('final');
  expect(kept).toEqual([late]);
});

test('a run is not stopped as if it were a search', async () => {
  const { server, stop } = await serve();
  await server.post(smallPlan);
  expect((await stop()).status).toBe(404);
  expect(server.engine.run.stops).toBe(0);
});

test('a search that breaks off is told with its reason, and is not in the way', async () => {
  const { server, fake, post } = await serve();
  const viewer = server.viewer();
  const seen = collect(viewer, 'search');
  viewer.connect();
  await post({});
  fake.search.fail(new TargetUnusable('nothing-listens', '127.0.0.1:1', 'Nothing listens there.'));
  await soon(() => seen.at(-1)?.state).toBe('failed');
  expect(seen.at(-1)?.error?.message).toBe('Nothing listens there.');
  expect((await post({})).status).toBe(201);
});

test('a search that cannot be set up leaves the one before on the page', async () => {
  const { server, fake, post } = await serve();
  const viewer = server.viewer();
  const seen = collect(viewer, 'search');
  viewer.connect();
  await post({});
  for (const point of points) fake.search.point(point);
  fake.search.finish();
  await soon(() => seen.at(-1)?.state).toBe('completed');
  fake.onStart = (search) => {
    search.fail(new TargetUnusable('nothing-listens', '127.0.0.1:1', 'Nothing listens there.'));
  };
  const response = await post({});
  expect(response.status).toBe(502);
  expect((await errorOf(response)).message).toBe('Nothing listens there.');
  await soon(() => seen.at(-1)?.state).toBe('completed');
});

test('the target is made ready as the order wants it, and what that has to say is in the advice', async () => {
  const prepared: unknown[] = [];
  const target = {
    ...alreadyThere(privateTarget),
    prepare: (server: unknown) => {
      prepared.push(server);
      return Promise.resolve([{ code: 'server-restarted' as const, ended: 'by a signal' }]);
    },
  };
  const { server, fake, post } = await serve({ targets: [target] });
  const viewer = server.viewer();
  const seen = collect(viewer, 'search');
  viewer.connect();
  await post({ server: { persistence: 'aof-always' } });
  expect(prepared).toMatchObject([{ server: { persistence: 'aof-always' } }]);
  for (const point of points) fake.search.point(point);
  fake.search.finish();
  await soon(() => seen.at(-1)?.advice?.warnings).toEqual([
    { code: 'server-restarted', ended: 'by a signal' },
  ]);
});

test('only the presenter starts and stops a search', async () => {
  const { fake, post, stop } = await serve({ token: 'secret' });
  expect((await post({})).status).toBe(401);
  expect((await post({}, { authorization: 'Bearer wrong' })).status).toBe(401);
  expect(fake.searches).toHaveLength(0);
  const presenter = { authorization: 'Bearer secret' };
  expect((await post({}, presenter)).status).toBe(201);
  expect((await stop()).status).toBe(401);
  expect((await stop(presenter)).status).toBe(200);
});
