import { expect, test } from 'vitest';
import type { LessonDescription, LessonSnapshot } from '../../../shared/contract/lesson.ts';
import { type Target, alreadyThere } from '../../../server/redis/connection/target.ts';
import type { AppParts } from '../../../server/http/app.ts';
import { collect, next, privateTarget, smallPlan, startServer } from '../../support/build-app.ts';
import { eventually } from '../../support/eventually.ts';
import { anEnvironment } from '../../support/a-result.ts';
import { FakeSweeps } from '../../support/fake-sweep.ts';

const json = { 'content-type': 'application/json' };

async function serve(parts: Partial<AppParts> = {}) {
  const fake = new FakeSweeps();
  const server = await startServer({ lessons: { startSweep: fake.start }, ...parts });
  const ask = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${server.url}/api/lessons${path}`, {
      method,
      headers: { ...(body === undefined ? {} : json), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, body: (text ? JSON.parse(text) : null) as unknown };
  };
  const watch = async () => {
    const viewer = server.viewer();
    const lessons = collect(viewer, 'lesson');
    viewer.connect();
    await eventually('the viewer is told of the lesson', () => lessons.length > 0);
    return { viewer, lessons, now: (): LessonSnapshot | null => lessons.at(-1) ?? null };
  };
  return { server, fake, ask, watch };
}

const order = { recipe: 'rtt', form: 'quick' };

test('The list tells of every lesson what a class has to know, and no figures', async () => {
  const { ask } = await serve();
  const { status, body } = await ask('GET', '');
  const lessons = body as LessonDescription[];
  expect(status).toBe(200);
  expect(lessons.map(({ id }) => id)).toContain('pipeline-depth');
  for (const { question, prediction, forms, source } of lessons) {
    expect(question).not.toBe('');
    expect(source).not.toBe('');
    expect(prediction.ask).toMatch(/\?$/);
    expect(forms.quick.estimateMs).toBeLessThan(60_000);
    expect(forms.full.estimateMs).toBeGreaterThan(forms.quick.estimateMs);
    expect(forms.quick.steps).toBeGreaterThan(0);
  }
});

test('A step whose server program is not installed is shown as skipped, with the name', async () => {
  const { ask, fake, watch } = await serve();
  const { now } = await watch();
  await ask('POST', '', { recipe: 'servers', form: 'quick' });
  await eventually('it has begun', () => now() !== null);
  fake.sweep.skipStep(['valkey-server']);
  await eventually('its first step is over', () => now()?.steps[0]?.state === 'skipped');
  expect(now()?.steps[0]).toMatchObject({ missing: ['valkey-server'], run: null, error: null });
  fake.sweep.beginStep();
  await eventually('its second step has begun', () => now()?.current === 1);
  fake.sweep.endStep();
  fake.sweep.finish();
  await eventually('it has ended', () => now()?.state === 'completed');
  expect(now()?.steps.map(({ state }) => state)).toEqual(['skipped', 'completed', 'waiting']);
});

test('A lesson shows step by step, its runs as those of any run, and its outcome at the end', async () => {
  const { ask, fake, watch } = await serve();
  const { viewer, lessons, now } = await watch();
  expect(now()).toBeNull();

  const started = await ask('POST', '', order);
  expect(started.status).toBe(201);
  const { id } = started.body as { id: string };
  await eventually('it has begun', () => now()?.id === id);
  expect(now()).toMatchObject({ recipe: 'rtt', form: 'quick', state: 'running', remainingMs: 3000 });

  const snapshot = next(viewer, 'snapshot');
  fake.sweep.beginStep();
  const run = await snapshot;
  await eventually('its step has begun', () => now()?.current === 0);
  const [first] = now()?.steps ?? [];
  expect(first).toMatchObject({ state: 'running', run: run?.runId });

  fake.sweep.endStep();
  await eventually('its step has ended', () => now()?.steps[0]?.state === 'completed');
  expect(now()?.steps[0]?.lanes.map(({ throughput }) => throughput)).toEqual([1000, 1000]);
  expect(now()?.steps[1]?.state).toBe('waiting');

  fake.sweep.finish();
  await eventually('it has ended', () => now()?.state === 'completed');
  expect(now()).toMatchObject({ current: null, remainingMs: 0, outcome: { recipe: 'rtt' } });
  expect(now()?.outcome).not.toHaveProperty('steps');
  expect(now()?.outcome?.environment).toEqual(anEnvironment);
  expect(JSON.stringify(lessons.at(-1)).length).toBeLessThan(20_000);
});

test('A viewer who comes in the middle sees the same as the others', async () => {
  const { ask, fake, watch } = await serve();
  const early = await watch();
  await ask('POST', '', order);
  fake.sweep.beginStep();
  fake.sweep.endStep();
  fake.sweep.beginStep();
  await eventually('the second step', () => early.now()?.current === 1);
  const late = await watch();
  expect({ ...late.now(), remainingMs: 0 }).toEqual({ ...early.now(), remainingMs: 0 });
});

test('A step that fails says so, the run that broke off with it as well, and the lesson is in progress', async () => {
  const { ask, fake, watch, server } = await serve();
  const { viewer, now } = await watch();
  await ask('POST', '', order);
  fake.sweep.beginStep();
  await eventually('a step runs', () => now()?.current === 0);
  const snapshots = collect(viewer, 'snapshot');
  fake.sweep.endStep(new Error('no redis-server was found'));
  await eventually('it has failed', () => now()?.steps[0]?.state === 'failed');
  expect(now()?.steps[0]?.error).toBe('no redis-server was found');
  expect(now()?.state).toBe('running');
  await eventually('its run is over', () => snapshots.at(-1)?.state === 'failed');
  expect(snapshots.at(-1)?.error?.message).toBe('no redis-server was found');
  fake.sweep.beginStep();
  await eventually('the next runs', () => now()?.current === 1);
  fake.sweep.finish('failed');
  await eventually('it is over', () => now()?.state === 'failed');
  expect(now()?.outcome?.claims.length).toBeGreaterThan(0);
  expect((await server.post(smallPlan)).status).toBe(201);
});

test('A lesson that breaks off says why, and leaves the board to others', async () => {
  const { ask, fake, watch, server } = await serve();
  const { now } = await watch();
  await ask('POST', '', order);
  fake.sweep.fail(new Error('a fault of ours'));
  await eventually('it has broken off', () => now()?.state === 'failed');
  expect(now()).toMatchObject({ error: 'a fault of ours', outcome: null });
  expect(server.log.join('')).toContain('a fault of ours');
  expect((await ask('POST', '', order)).status).toBe(201);
});

test('While a lesson is in progress, neither another nor a run begins, and each is told what is in the way', async () => {
  const { ask, server } = await serve();
  const { body } = await ask('POST', '', order);
  const { id } = body as { id: string };
  const inTheWay = { error: { code: 'run_in_progress', run: { id, kind: 'lesson', remainingMs: 3000 } } };
  expect(await ask('POST', '', { recipe: 'commands', form: 'full' })).toMatchObject({
    status: 409,
    body: inTheWay,
  });
  const run = await server.post(smallPlan);
  expect(run.status).toBe(409);
  expect(await run.json()).toMatchObject(inTheWay);
});

test('A lesson is stopped, and what it has measured by then is shown; a run is not', async () => {
  const { ask, fake, watch, server } = await serve();
  expect((await ask('DELETE', '/current')).body).toMatchObject({ error: { code: 'no_lesson' } });
  const { now } = await watch();
  const { body } = await ask('POST', '', order);
  fake.sweep.beginStep();
  fake.sweep.endStep();
  fake.sweep.beginStep();
  expect(await ask('DELETE', '/current')).toEqual({
    status: 200,
    body: { ...(body as object), ended: true },
  });
  await eventually('it has stopped', () => now()?.state === 'stopped');
  expect(now()?.outcome?.state).toBe('stopped');

  await server.post(smallPlan);
  expect((await ask('DELETE', '/current')).status).toBe(404);
  expect(server.engine.run.stops).toBe(0);
});

test('A lesson that is asked to stop says so until it is over; with nothing measured it has no outcome', async () => {
  const { ask, fake, watch } = await serve();
  const { lessons, now } = await watch();
  await ask('POST', '', order);
  fake.sweep.beginStep();
  await ask('DELETE', '/current');
  await eventually('it has stopped', () => now()?.state === 'stopped');
  expect(lessons.filter((one) => one?.stopping).map((one) => one?.state)).toEqual(['running']);
  expect(now()).toMatchObject({ stopping: false, outcome: null, error: null });
});

test.each([
  ['nothing', 'none', 'must be { recipe, form, target? }'],
  ['no such recipe', { recipe: 'toString', form: 'quick' }, 'must be one of rtt, connections'],
  ['no such form', { recipe: 'rtt', form: 'slow' }, 'must be { recipe, form, target? }'],
  ['no such target', { ...order, target: 'else' }, 'must be one of embedded'],
  ['a field too many', { ...order, url: 'redis://elsewhere' }, 'must be { recipe, form, target? }'],
])('An order is refused with its reason: %s', async (_, body, reason) => {
  const { ask, fake } = await serve();
  const answer = await ask('POST', '', body);
  expect(answer.status).toBe(400);
  expect(JSON.stringify(answer.body)).toContain(reason);
  expect(fake.sweeps).toEqual([]);
});

test('Steps have private servers of their own, but for a target that is somebody’s: it serves them all', async () => {
  const theirs: Target = {
    description: { id: 'redis:6379', label: 'redis:6379', kind: 'url' },
    endpoint: { host: '127.0.0.1', port: 1, db: 0 },
    isPrivate: false,
  };
  const { ask, fake } = await serve({ targets: [alreadyThere(theirs), alreadyThere(privateTarget)] });
  const startAndStop = async (more: object) => {
    await ask('POST', '', { ...order, ...more });
    fake.sweep.finish();
    await eventually('it is over', async () => (await ask('DELETE', '/current')).status === 404);
    return fake.sweep.order.open;
  };
  const open = await startAndStop({});
  const [step] = fake.sweep.order.recipe.steps('quick');
  if (!open || !step) throw new Error('the steps of a target that is there are measured on it');
  expect((await open(step)).target).toBe(theirs);
  expect(await startAndStop({ target: 'embedded' })).toBeUndefined();
  // It is about settings of servers, which a server of somebody else keeps.
  expect(await startAndStop({ recipe: 'durability' })).toBeUndefined();
});

test('Only the presenter starts, stops and clears; everybody reads', async () => {
  const { ask, fake } = await serve({ token: 'for-the-presenter' });
  const bearer = { authorization: 'Bearer for-the-presenter' };
  expect((await ask('GET', '')).status).toBe(200);
  expect((await ask('POST', '', order)).status).toBe(401);
  expect(fake.sweeps).toEqual([]);
  expect((await ask('POST', '', order, bearer)).status).toBe(201);
  expect((await ask('DELETE', '/current')).status).toBe(401);
  expect((await ask('DELETE', '/rtt/guesses')).status).toBe(401);
  expect((await ask('DELETE', '/rtt/guesses', undefined, bearer)).status).toBe(204);
  expect((await ask('DELETE', '/nothing/guesses', undefined, bearer)).status).toBe(404);
  expect((await ask('DELETE', '/current', undefined, bearer)).status).toBe(200);
});

test('A server that closes stops the lesson', async () => {
  const { ask, fake, server } = await serve();
  await ask('POST', '', order);
  await server.close();
  expect(fake.sweep.stopped).toBe(true);
});
