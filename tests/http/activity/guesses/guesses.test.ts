import { expect, test } from 'vitest';
import type { Guess } from '../../../../shared/contract/guesses.ts';
import type { GuessAnswer } from '../../../../shared/contract/live.ts';
import { collect, startServer, type TestServer, type TestViewer } from '../../../support/build-app.ts';
import { eventually } from '../../../support/eventually.ts';
import { FakeSweeps } from '../../../support/fake-sweep.ts';

const json = { 'content-type': 'application/json' };

async function join(server: TestServer, token?: string) {
  const viewer = server.viewer(token === undefined ? {} : { token });
  const all = collect(viewer, 'guesses');
  viewer.connect();
  await eventually('the viewer is told of the guesses', () => all.length > 0);
  return { viewer, now: () => all.at(-1) ?? [], told: () => all.length };
}

const send = (viewer: TestViewer, guess: Partial<Guess>): Promise<GuessAnswer> =>
  viewer.emitWithAck('guess', {
    recipe: 'rtt',
    viewer: 'viewer-ann',
    value: 7,
    ...guess,
  });

test('Viewers without a token guess; all are told how many, the presenter also what', async () => {
  const server = await startServer({ token: 'for-the-presenter' });
  const presenter = await join(server, 'for-the-presenter');
  const ann = await join(server);
  expect(ann.now()).toEqual([]);
  const answer = await send(ann.viewer, { value: 7 });
  expect(answer.ok).toBe(true);
  await send(ann.viewer, { value: 70, viewer: 'viewer-bob' });
  await eventually('both are told', () => presenter.now()[0]?.count === 2 && ann.now()[0]?.count === 2);
  expect(ann.now()).toMatchObject([{ recipe: 'rtt', closed: false, spread: null }]);
  expect(presenter.now()[0]?.spread).toMatchObject({ type: 'number', median: 38.5 });
  expect(answer).toEqual({ ok: true, round: ann.now()[0]?.round });
});

test('The guesses of a whole class are told a few times, not once each', async () => {
  const server = await startServer();
  const { viewer, now, told } = await join(server);
  await Promise.all(Array.from({ length: 60 }, (_, n) => send(viewer, { value: n, viewer: `viewer-${n}` })));
  await eventually('all are counted', () => now()[0]?.count === 60);
  expect(told()).toBeLessThan(30);
});

test('What is no guess is refused with its reason', async () => {
  const server = await startServer();
  const { viewer } = await join(server);
  expect(await send(viewer, { value: 'many' })).toMatchObject({
    ok: false,
    error: { code: 'invalid_input', message: 'This lesson asks for a number from 0 to 1000000000, in ×.' },
  });
  viewer.emit('guess', undefined as never, undefined as never);
  expect((await send(viewer, { value: 3 })).ok).toBe(true);
});

test('With the outcome everybody sees the guesses; cleared, they are another round', async () => {
  const fake = new FakeSweeps();
  const server = await startServer({ token: 'for-the-presenter', lessons: { startSweep: fake.start } });
  const authorization = 'Bearer for-the-presenter';
  const headers = { ...json, authorization };
  const { viewer, now } = await join(server);
  const first = await send(viewer, { value: 7 });
  const body = JSON.stringify({ recipe: 'rtt', form: 'quick' });
  await fetch(`${server.url}/api/lessons`, { method: 'POST', headers, body });
  expect((await send(viewer, { value: 9 })).ok).toBe(true);
  fake.sweep.finish('completed', 123);
  await eventually('they are shown', () => now()[0]?.closed === true);
  const spread = now()[0]?.spread;
  expect(spread).toMatchObject({ type: 'number', median: 9 });
  expect(spread?.type === 'number' && spread.bins.at(-1)?.to).toBeGreaterThan(123);
  expect(await send(viewer, { value: 123 })).toMatchObject({ ok: false, error: { code: 'outcome_known' } });

  await fetch(`${server.url}/api/lessons/rtt/guesses`, {
    method: 'DELETE',
    headers: { authorization },
  });
  await eventually('they are cleared', () => now().length === 0);
  const second = await send(viewer, { value: 5 });
  expect(second.ok && first.ok && second.round !== first.round).toBe(true);
});
