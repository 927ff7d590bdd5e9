import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { HistoryEntry, HistoryPage, HistoryRecord } from '../../../shared/contract/history.ts';
import { HistoryStore } from '../../../server/history/history-store.ts';
import { smallPlan, startServer, type TestServer } from '../../support/build-app.ts';
import { madeAdvice, madeLesson, makeHistory, runCalled } from '../../support/made-history.ts';
import { FakeSearches } from '../../support/fake-search.ts';
import { FakeSweeps } from '../../support/fake-sweep.ts';
import { madeCurve } from '../../support/made-points.ts';
import { aCard } from '../../support/a-card.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** Compressing takes its time on a busy machine. */
const patience = { timeout: 60_000 };

const newFile = () => join(temporaryFolder(), 'history.sqlite');
const open = () => HistoryStore.open(newFile());

const listOf = async ({ url }: TestServer, query = ''): Promise<HistoryPage> =>
  (await fetch(`${url}/api/history${query}`)).json() as Promise<HistoryPage>;

const send = ({ url }: TestServer, method: string, path: string, body?: unknown, token?: string) =>
  fetch(url + path, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

/** A run from its start to its end, with a sample. */
async function carryOut(server: TestServer, state: 'completed' | 'stopped' | 'failed' = 'completed') {
  await server.post(smallPlan);
  server.engine.run.sample('pipeline', { atMs: 1000 });
  server.engine.run.finish(state);
  await vi.waitFor(async () => {
    expect((await listOf(server)).entries.map(({ id }) => id)).toContain(server.engine.run.id);
  }, patience);
}

test.each(['completed', 'stopped', 'failed'] as const)(
  'a run that %s is kept, with its samples',
  async (state) => {
    const server = await startServer({ history: await open() });
    await carryOut(server, state);
    const page = await listOf(server);
    expect(page).toMatchObject({
      total: 1,
      tags: [],
      entries: [{ id: 'run-1', kind: 'run', state, name: null }],
    });
    expect(page).not.toHaveProperty('off');
    const record = (await (await fetch(`${server.url}/api/history/run-1`)).json()) as HistoryRecord;
    expect(record).toMatchObject({
      document: { id: 'run-1', state },
      samples: [{ lane: 'pipeline', atMs: 1000 }],
    });
  },
);

test('a run that broke off without figures is not kept; the next one is', async () => {
  const server = await startServer({ history: await open() });
  await server.post(smallPlan);
  server.engine.run.fail(new Error('gone'));
  await vi.waitFor(async () => {
    expect(await (await fetch(`${server.url}/api/health`)).json()).toMatchObject({ running: false });
  });
  await carryOut(server);
  expect((await listOf(server)).entries.map(({ id }) => id)).toEqual(['run-2']);
});

test('the run that the end of the server stops is kept as well', async () => {
  const file = newFile();
  const server = await startServer({ history: await HistoryStore.open(file) });
  await server.post(smallPlan);
  await server.close();
  const store = await makeHistory({}, file);
  expect(store.list({ limit: 10 }).entries).toMatchObject([{ id: 'run-1', state: 'stopped' }]);
});

test('an entry is renamed, tagged and removed by the presenter, and by nobody else', async () => {
  const history = await open();
  await history.keepRun(runCalled('a'), []);
  const server = await startServer({ history, token: 'the-right-one' });
  const path = '/api/history/a';
  for (const token of [undefined, 'the-wrong-one']) {
    expect((await send(server, 'PATCH', path, { name: 'x' }, token)).status).toBe(401);
    expect((await send(server, 'DELETE', path, undefined, token)).status).toBe(401);
  }
  const change = { name: '  Before lunch ', tags: ['slow', 'slow'] };
  const changed = await send(server, 'PATCH', path, change, 'the-right-one');
  expect(changed.status).toBe(200);
  expect((await changed.json()) as HistoryEntry).toMatchObject({ name: 'Before lunch', tags: ['slow'] });
  expect(await listOf(server, '?search=LUNCH&kind=run&tag=slow')).toMatchObject({ total: 1, tags: ['slow'] });
  expect((await send(server, 'DELETE', path, undefined, 'the-right-one')).status).toBe(204);
  expect((await send(server, 'DELETE', path, undefined, 'the-right-one')).status).toBe(404);
  expect((await send(server, 'PATCH', path, { name: 'x' }, 'the-right-one')).status).toBe(404);
  expect((await fetch(`${server.url}${path}`)).status).toBe(404);
  expect((await listOf(server)).total).toBe(0);
});

test.each([
  [{ name: '' }, 'name', 'must not be empty'],
  [{ name: '   ' }, 'name', 'must not be empty'],
  [{ name: 'two\nlines' }, 'name', 'must be one line'],
  [{ name: 'x'.repeat(81) }, 'name', 'at most 80 characters'],
  [{ name: 7 }, 'name', ''],
  [{ tags: ['a,b'] }, 'tags.0', 'must hold no comma'],
  [{ tags: ['ok', 'x'.repeat(31)] }, 'tags.1', 'at most 30 characters'],
  [{ tags: Array.from({ length: 11 }, (_, n) => `t${n}`) }, 'tags', 'at most 10'],
  [{ tags: 'a' }, 'tags', ''],
  [{ title: 'x' }, 'change', ''],
  [[], 'change', ''],
])('a change %j is refused, with the field', async (change, field, words) => {
  const history = await open();
  await history.keepRun(runCalled('a'), []);
  const server = await startServer({ history });
  const response = await send(server, 'PATCH', '/api/history/a', change);
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({
    error: { code: 'invalid_input', problems: [{ field, message: expect.stringContaining(words) }] },
  });
  expect((await listOf(server)).entries).toMatchObject([{ name: null, tags: [] }]);
});

test.each([
  'limit=0',
  'limit=201',
  'limit=x',
  'limit=1.5',
  'kind=walk',
  `search=${'x'.repeat(201)}`,
  'order=asc',
])('the list refuses %s', async (query) => {
  const server = await startServer({ history: await open() });
  const response = await fetch(`${server.url}/api/history?${query}`);
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ error: { code: 'invalid_input' } });
});

/** Sends a picture of a run as its page does. */
const sendCard = (
  { url }: TestServer,
  {
    id = 'a',
    png = aCard(),
    type = 'image/png',
    token,
  }: { id?: string; png?: Buffer; type?: string; token?: string } = {},
) =>
  fetch(`${url}/api/history/${id}/card`, {
    method: 'PUT',
    headers: { 'content-type': type, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
    body: new Uint8Array(png),
  });

test('a card is kept by the presenter, shown to everybody, and goes with its run', async () => {
  const history = await open();
  await history.keepRun(runCalled('a'), []);
  await history.keepLesson('lesson', madeLesson);
  const server = await startServer({ history, token: 'the-right-one' });
  const token = 'the-right-one';
  const card = () => fetch(`${server.url}/api/history/a/card`);
  expect((await card()).status).toBe(404);
  expect((await sendCard(server)).status).toBe(401);
  expect((await sendCard(server, { token })).status).toBe(204);
  const shown = await card();
  expect(shown.headers.get('content-type')).toBe('image/png');
  expect(shown.headers.get('x-content-type-options')).toBe('nosniff');
  expect(aCard().equals(Buffer.from(await shown.arrayBuffer()))).toBe(true);
  for (const id of ['lesson', 'none']) expect((await sendCard(server, { id, token })).status).toBe(404);
  await send(server, 'DELETE', '/api/history/a', undefined, token);
  expect((await card()).status).toBe(404);
});

test.each<[string, Parameters<typeof sendCard>[1], number]>([
  ['of another size', { png: aCard({ width: 630, height: 1200 }) }, 400],
  ['that is no PNG', { png: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') }, 400],
  ['that is empty', { png: Buffer.alloc(0) }, 400],
  ['over 200 kB', { png: aCard(undefined, 200_000) }, 413],
  ['that is said to be another file', { type: 'text/html' }, 415],
])('a card %s is refused', async (_what, sent, status) => {
  const history = await open();
  await history.keepRun(runCalled('a'), []);
  const server = await startServer({ history });
  expect((await sendCard(server, sent)).status).toBe(status);
  expect(history.card('a')).toBeNull();
});

test('of one address only so many cards are taken in a minute', async () => {
  const server = await startServer({ history: await open() });
  const statuses = new Set<number>();
  for (let n = 0; n <= 60; n++) statuses.add((await sendCard(server)).status);
  expect([...statuses]).toEqual([404, 429]);
});

test('the list comes in pages', async () => {
  const history = await open();
  for (let n = 1; n <= 5; n++) await history.keepRun(runCalled(`run-${n}`, n), []);
  const server = await startServer({ history });
  const first = await listOf(server, '?limit=2');
  expect(first).toMatchObject({ total: 5, entries: [{ id: 'run-5' }, { id: 'run-4' }] });
  expect(await listOf(server, '?limit=9&before=run-4')).toMatchObject({
    total: 5,
    entries: [{ id: 'run-3' }, { id: 'run-2' }, { id: 'run-1' }],
  });
});

test('without a history the server measures, and says why nothing is kept', async () => {
  const server = await startServer({ whyNoHistory: 'Nothing is kept: a test.' });
  await server.post(smallPlan);
  server.engine.run.finish();
  expect(await listOf(server)).toEqual({ entries: [], total: 0, tags: [], off: 'Nothing is kept: a test.' });
  expect((await fetch(`${server.url}/api/history/run-1`)).status).toBe(404);
  expect((await send(server, 'DELETE', '/api/history/run-1')).status).toBe(404);
  expect((await fetch(`${server.url}/api/runs/run-1`)).status).toBe(200);
});

test('a run that cannot be kept is said once and on the page, without the place of the file', async () => {
  const file = newFile();
  const history = await HistoryStore.open(file, { entries: 100, bytes: 1000 });
  const said: string[] = [];
  const server = await startServer({ history, warn: (text) => void said.push(text) });
  const long = {
    warnings: Array.from({ length: 200_000 }, (_, n) => ({
      code: 'run-not-marked' as const,
      reason: String(Math.sin(n)),
    })),
  };
  for (const id of ['run-1', 'run-2']) {
    await server.post(smallPlan);
    server.engine.run.emit({ type: 'run-finished', result: runCalled(id, 0, long) });
    // It has ended, and says nothing more.
    server.engine.run.fail(new Error('after its end'));
    await vi.waitFor(async () => {
      expect(await listOf(server)).toMatchObject({ off: expect.stringContaining('cannot grow') });
    }, patience);
  }
  expect((await listOf(server)).off).not.toContain(file);
  await carryOut(server);
  expect(await listOf(server)).not.toHaveProperty('off');
  expect(said).toHaveLength(1);
  expect(said[0]).toContain(file);
});

test('a lesson and a search are kept when they end, and not each of their runs', async () => {
  const [sweeps, searches] = [new FakeSweeps(), new FakeSearches()];
  const server = await startServer({
    history: await open(),
    startSearch: searches.start,
    lessons: { startSweep: sweeps.start },
  });
  const begin = async () => {
    const answer = await send(server, 'POST', '/api/lessons', { recipe: 'rtt', form: 'quick' });
    return (await answer.json()) as { id: string };
  };
  // Stopped before anything was measured, a lesson leaves nothing to keep.
  await begin();
  sweeps.sweep.finish('stopped');
  const lesson = await begin();
  sweeps.sweep.beginStep();
  sweeps.sweep.endStep();
  sweeps.sweep.finish('stopped');
  await vi.waitFor(async () => {
    expect(await listOf(server)).toMatchObject({
      entries: [{ id: lesson.id, kind: 'lesson', about: 'rtt' }],
    });
  }, patience);
  const search = (await (await send(server, 'POST', '/api/search', {})).json()) as { id: string };
  searches.search.run().begin();
  searches.search.run().finish();
  expect((await listOf(server)).total).toBe(1);
  for (const point of madeCurve([1, 16], { tripMs: 5, ceiling: 300_000 })) searches.search.point(point);
  searches.search.finish('stopped');
  await vi.waitFor(async () => {
    expect((await listOf(server, '?kind=search')).entries).toMatchObject([
      { id: search.id, state: 'stopped' },
    ]);
  }, patience);
  expect((await listOf(server)).total).toBe(2);
});

test('a lesson and a search are shown as what they are', async () => {
  const history = await open();
  await history.keepLesson('lesson-1', madeLesson);
  await history.keepSearch('search-1', madeAdvice);
  const server = await startServer({ history });
  const show = async (id: string): Promise<unknown> =>
    (await fetch(`${server.url}/api/history/${id}`)).json();
  expect(await show('lesson-1')).toMatchObject({ kind: 'lesson', document: madeLesson });
  expect(await show('search-1')).toMatchObject({ kind: 'search', document: madeAdvice });
});

test('with the outcome of a lesson what the class had guessed is kept, also when the next one has begun', async () => {
  const sweeps = new FakeSweeps();
  const server = await startServer({ history: await open(), lessons: { startSweep: sweeps.start } });
  const guess = (value: number) => server.viewer().connect().emitWithAck('guess', { recipe: 'rtt', value });
  const begin = async (recipe: string): Promise<string> => {
    const answer = await send(server, 'POST', '/api/lessons', { recipe, form: 'quick' });
    return ((await answer.json()) as { id: string }).id;
  };
  const kept = (id: string) =>
    vi.waitFor(async () => {
      const answer = await fetch(`${server.url}/api/history/${id}`);
      expect(answer.status).toBe(200);
      return ((await answer.json()) as HistoryRecord & { kind: 'lesson' }).document;
    }, patience);
  const answer = await guess(3);
  expect(answer.ok).toBe(true);
  await guess(40);

  // Stopped before the question is answered: the guesses wait for the outcome.
  const stopped = await begin('rtt');
  sweeps.sweep.beginStep();
  sweeps.sweep.endStep();
  sweeps.sweep.finish('stopped', null);
  const first = await begin('rtt');
  sweeps.sweep.finish('completed', 12);
  const next = await begin('pipeline-depth');
  sweeps.sweep.finish('completed', '16');
  expect((await kept(first)).guesses).toMatchObject({
    round: answer.ok && answer.round,
    count: 2,
    spread: {
      type: 'number',
      values: [
        { value: 3, count: 1 },
        { value: 40, count: 1 },
      ],
    },
  });
  expect(await kept(next)).not.toHaveProperty('guesses');
  expect(await kept(stopped)).not.toHaveProperty('guesses');
});
