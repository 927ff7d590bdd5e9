import { expect, onTestFinished, test } from 'vitest';
import type { AppParts } from '../../../server/http/app.ts';
import { startRun } from '../../../server/engine/run/run.ts';
import { alreadyThere } from '../../../server/redis/connection/target.ts';
import { startEmbedded } from '../../../server/redis/private/embedded.ts';
import { startRealServer } from '../../support/scripted/real-server.ts';
import { TargetUnusable } from '../../../server/redis/connection/target-unusable.ts';
import { aCard } from '../../support/a-card.ts';
import { collect, next, privateTarget, smallPlan, startServer } from '../../support/build-app.ts';
import { complaintOf, DescribedAnswers, slipsThrough } from '../../support/described-answers.ts';
import { FakeSearches } from '../../support/fake-search.ts';
import { FakeSweeps } from '../../support/fake-sweep.ts';
import { madeAdvice, madeLesson, makeHistory, runCalled } from '../../support/made-history.ts';
import { madeCurve } from '../../support/made-points.ts';
import { sampleResult } from '../../support/a-result.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

interface Asked {
  body?: unknown;
  token?: string;
  query?: string;
  /** For what is in braces. */
  values?: Record<string, string>;
  headers?: Record<string, string>;
}

async function serve(parts: Partial<AppParts> = {}) {
  const server = await startServer(parts);
  const answers = await DescribedAnswers.of(server.url);
  /** Asks, and holds the answer against what the document says of it. */
  const ask = async (method: string, path: string, status: number, asked: Asked = {}) => {
    const { body, token, query = '', values = {}, headers = {} } = asked;
    const place = path.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? 'none');
    const response = await fetch(server.url + place + query, {
      method: method.toUpperCase(),
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body === undefined
        ? {}
        : { body: typeof body === 'string' || body instanceof Blob ? body : JSON.stringify(body) }),
    });
    const said = `${method} ${path} ${query}`;
    expect(`${said} ${response.status}`).toBe(`${said} ${status}`);
    expect(await answers.complaint(method, path, response), said).toBeNull();
  };
  return { server, answers, ask };
}

const lesson = { recipe: 'rtt', form: 'quick' };
const loadPlan = { lanes: [{ strategy: 'one-by-one' }] };
const twoLanes = { lanes: [{ strategy: 'one-by-one' }, { strategy: 'pipeline' }] };

test('every answer of success is as the document says', async () => {
  const history = await makeHistory();
  await history.keepRun(runCalled('kept'), []);
  await history.keepLesson('lesson', madeLesson);
  await history.keepSearch('search', madeAdvice);
  const control = await startRealServer();
  onTestFinished(() => control.stop());
  const [searches, sweeps] = [new FakeSearches(), new FakeSweeps()];
  const { server, answers, ask } = await serve({
    history,
    startSearch: searches.start,
    lessons: { startSweep: sweeps.start },
    agents: { control: control.target.endpoint },
    joinUrls: (port) => [`http://127.0.0.1:${port}/`],
  });
  const { engine } = server;

  const parts = [
    'health',
    'session',
    'strategies',
    'clients',
    'servers',
    'targets',
    'agents',
    'limits',
    'machine',
    'lessons',
    'join',
  ];
  for (const part of parts) await ask('get', `/api/${part}`, 200);
  for (const path of ['/metrics', '/api/docs', '/api/docs/style.css', '/api/docs/openapi.json'])
    await ask('get', path, 200);
  await ask('get', '/api/join.svg', 200, { query: `?url=${encodeURIComponent(`${server.url}/`)}` });

  await ask('post', '/api/plans/check', 200, {
    body: { ...smallPlan, network: { rttMs: 5 }, server: { tls: true }, bystander: {} },
  });
  await ask('post', '/api/runs', 201, { body: smallPlan });
  engine.run.sample('pipeline');
  await ask('get', '/api/health', 200);
  await ask('get', '/api/runs', 200);
  await ask('post', '/api/runs/current/slot-moves', 202);
  await ask('delete', '/api/runs/current', 200);
  await ask('get', '/api/runs', 200);
  await ask('get', '/api/runs/{id}', 200, { values: { id: 'run-1' } });

  await ask('post', '/api/lessons', 201, { body: lesson });
  await ask('delete', '/api/lessons/current', 200);
  await ask('delete', '/api/lessons/{recipe}/guesses', 204, { values: { recipe: 'rtt' } });
  await ask('post', '/api/search', 201, { body: { workload: { clients: 2 }, strategies: ['pipeline'] } });
  await ask('delete', '/api/search/current', 200);

  await expect.poll(() => history.list({ limit: 10 }).total).toBe(4);
  await ask('get', '/api/history', 200, { query: '?limit=10' });
  for (const id of ['kept', 'run-1', 'lesson', 'search'])
    await ask('get', '/api/history/{id}', 200, { values: { id } });
  await ask('patch', '/api/history/{id}', 200, { values: { id: 'kept' }, body: { name: 'x', tags: ['y'] } });
  for (const format of ['json', 'csv', 'csv-semicolon', 'markdown', 'html'])
    await ask('get', '/api/history/{id}/export/{format}', 200, { values: { id: 'kept', format } });
  const png = { body: new Blob([new Uint8Array(aCard())]), headers: { 'content-type': 'image/png' } };
  await ask('put', '/api/history/{id}/card', 204, { ...png, values: { id: 'kept' } });
  await ask('get', '/api/history/{id}/card', 200, { values: { id: 'kept' } });
  await ask('post', '/api/export/{format}', 200, { values: { format: 'csv' }, body: sampleResult });
  await ask('delete', '/api/history/{id}', 204, { values: { id: 'kept' } });
  await ask('post', '/api/load-curve', 201, { body: { plan: loadPlan, rates: [100, 1000] } });
  await ask('delete', '/api/lessons/current', 200);
  await ask('post', '/api/distances', 201, { body: { plan: twoLanes, distances: [0, 1] } });

  const successes = Object.entries(answers.document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { responses }]) =>
      Object.keys(responses)
        .filter((status) => status.startsWith('2'))
        .map((status) => `${method} ${path} ${status}`),
    ),
  );
  expect([...answers.seen].sort()).toEqual(successes.sort());
});

test('refusals are as the document says', async () => {
  const unusable = {
    ...alreadyThere(privateTarget),
    prepare: () => Promise.reject(new TargetUnusable('unreachable', '127.0.0.1:1', 'gone')),
  };
  const none = { values: { id: 'none', format: 'json' } };
  const open = await serve({ history: await makeHistory(), requestsPerMinute: 60 });
  await open.ask('post', '/api/plans/check', 400, { body: { lanes: [{ strategy: 'x' }] } });
  await open.ask('post', '/api/plans/check', 413, { body: ' '.repeat(70_000) });
  await open.ask('post', '/api/plans/check', 415, { body: 'x', headers: { 'content-type': 'text/plain' } });
  await open.ask('get', '/api/agents', 404);
  await open.ask('get', '/api/runs/{id}', 404);
  await open.ask('post', '/api/runs', 400, { body: { ...smallPlan, workload: { clients: 0 } } });
  for (const what of ['runs', 'lessons', 'search']) await open.ask('delete', `/api/${what}/current`, 404);
  await open.ask('post', '/api/runs/current/slot-moves', 409);
  await open.ask('delete', '/api/lessons/{recipe}/guesses', 404);
  await open.ask('post', '/api/lessons', 400, { body: {} });
  await open.ask('post', '/api/search', 400, { body: { deepest: 0 } });
  await open.ask('post', '/api/load-curve', 400, { body: { plan: loadPlan, rates: [100] } });
  await open.ask('get', '/api/join.svg', 400);
  await open.ask('get', '/api/history', 400, { query: '?limit=0' });
  await open.ask('get', '/api/history/{id}', 404);
  await open.ask('patch', '/api/history/{id}', 400, { body: { title: 'x' } });
  await open.ask('patch', '/api/history/{id}', 404, { body: { name: 'x' } });
  await open.ask('delete', '/api/history/{id}', 404);
  await open.ask('get', '/api/history/{id}/export/{format}', 404, none);
  await open.ask('get', '/api/history/{id}/card', 404);
  await open.ask('put', '/api/history/{id}/card', 415, { body: 'x' });
  await open.ask('put', '/api/history/{id}/card', 400, {
    body: 'x',
    headers: { 'content-type': 'image/png' },
  });
  await open.ask('post', '/api/export/{format}', 400, { ...none, body: {} });
  await open.ask('post', '/api/export/{format}', 404, { body: sampleResult });
  await open.ask('post', '/api/runs', 201, { body: smallPlan });
  await open.ask('post', '/api/runs', 409, { body: smallPlan });
  await open.ask('post', '/api/lessons', 409, { body: lesson });
  await open.ask('post', '/api/search', 409, { body: {} });
  await open.ask('post', '/api/load-curve', 409, { body: { plan: loadPlan, rates: [100, 1000] } });
  await open.ask('get', '/api/health', 403, { headers: { origin: 'http://elsewhere.example' } });

  const locked = await serve({ token: 'secret', targets: [unusable] });
  await locked.ask('post', '/api/runs', 401, { body: smallPlan });
  await locked.ask('post', '/api/runs', 502, { body: smallPlan, token: 'secret' });
  await locked.ask('post', '/api/search', 502, { body: {}, token: 'secret' });

  const busy = await serve({ requestsPerMinute: 2 });
  await busy.ask('get', '/api/session', 200);
  await busy.ask('get', '/api/session', 429);
});

test('what Socket.IO sends of a lesson and of a search is as the document says', async () => {
  const [searches, sweeps] = [new FakeSearches(), new FakeSweeps()];
  const { server, answers, ask } = await serve({
    startSearch: searches.start,
    lessons: { startSweep: sweeps.start },
  });
  const viewer = server.viewer();
  const [lessons, found] = [collect(viewer, 'lesson'), collect(viewer, 'search')];
  viewer.connect();
  await ask('post', '/api/lessons', 201, { body: lesson });
  for (let step = 0; step < 3; step++) {
    sweeps.sweep.beginStep();
    sweeps.sweep.endStep();
  }
  sweeps.sweep.finish('completed', 3);
  await expect.poll(() => lessons.at(-1)?.state).toBe('completed');
  await ask('post', '/api/search', 201, { body: { p99BoundMs: 5 } });
  for (const point of madeCurve([1, 16, 64], { tripMs: 5, ceiling: 300_000 }))
    searches.search.point({
      ...point,
      verdict: {
        code: 'client-cpu',
        bound: 'client-cpu',
        threads: 1,
        busy: 0.99,
        batches: true,
        ofRoofline: null,
      },
    });
  searches.search.finish();
  await expect.poll(() => found.at(-1)?.state).toBe('completed');
  for (const [name, told] of [
    ['LessonSnapshot', lessons],
    ['SearchSnapshot', found],
  ] as const) {
    const snapshots = told.filter((one) => one !== null);
    expect(snapshots.length).toBeGreaterThan(1);
    for (const snapshot of snapshots) expect(complaintOf(answers.schema(name), snapshot)).toBeNull();
    expect(slipsThrough(answers.schema(name), snapshots.at(-1))).toBeNull();
  }
});

test('a real run, its snapshot and what is kept of it are as the document says', async () => {
  const embedded = await startEmbedded({ root: temporaryFolder() });
  onTestFinished(() => embedded.stop());
  const history = await makeHistory();
  const { server, answers, ask } = await serve({
    targets: [alreadyThere(embedded.target)],
    startRun,
    history,
  });
  const first = server.viewer();
  const finished = next(first, 'finished');
  first.connect();
  const plan = {
    lanes: [{ strategy: 'one-by-one' }, { strategy: 'pipeline', network: { rttMs: 1 } }],
    workload: { durationMs: 300, warmupMs: 0, clients: 2, rps: 2000 },
    schedule: { sliceMs: 100 },
    bystander: {},
  };
  await ask('post', '/api/runs', 201, { body: plan });
  const { id } = await finished;
  const second = server.viewer();
  const snapshot = next(second, 'snapshot');
  second.connect();
  const told = await snapshot;
  expect(told?.samples.length).toBeGreaterThan(5);
  expect(complaintOf(answers.schema('RunSnapshot'), told)).toBeNull();
  expect(slipsThrough(answers.schema('RunSnapshot'), told)).toBeNull();
  await ask('get', '/api/runs', 200);
  await ask('get', '/api/runs/{id}', 200, { values: { id } });
  await expect.poll(() => history.list({ limit: 1 }).total).toBe(1);
  await ask('get', '/api/history/{id}', 200, { values: { id } });
});
