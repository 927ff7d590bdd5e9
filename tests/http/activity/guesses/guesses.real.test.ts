import { expect, test } from 'vitest';
import type { Guess } from '../../../../shared/contract/guesses.ts';
import { guessesOfOneViewer } from '../../../../shared/limits.ts';
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
  const bob = await join(server);
  await send(bob.viewer, { value: 70 });
  await eventually('both are told', () => presenter.now()[0]?.count === 2 && ann.now()[0]?.count === 2);
  expect(ann.now()).toMatchObject([{ recipe: 'rtt', closed: false, spread: null }]);
  expect(presenter.now()[0]?.spread).toMatchObject({ type: 'number', median: 38.5 });
  expect(answer).toEqual({ ok: true, round: ann.now()[0]?.round, viewer: expect.any(String) });
});

test('The guesses of a whole class are told a few times, not once each', async () => {
  const server = await startServer();
  const all = await Promise.all(Array.from({ length: 60 }, () => join(server)));
  await Promise.all(all.map(({ viewer }, n) => send(viewer, { value: n + 1 })));
  await eventually('all are counted', () => all[0]?.now()[0]?.count === 60);
  expect(all[0]?.told()).toBeLessThan(30);
});

test('What is no guess is refused with its reason', async () => {
  const server = await startServer();
  const { viewer } = await join(server);
  expect(await send(viewer, { value: 'many' })).toMatchObject({
    ok: false,
    error: { code: 'invalid_input', message: 'This lesson asks for a number from 0.01 to 10000 ×.' },
  });
  viewer.emit('guess', undefined as never, undefined as never);
  expect((await send(viewer, { value: 3 })).ok).toBe(true);
});

test('With the outcome everybody sees the guesses; cleared, they are another round, and the outcome is closed', async () => {
  const fake = new FakeSweeps();
  const server = await startServer({ token: 'for-the-presenter', lessons: { startSweep: fake.start } });
  const authorization = 'Bearer for-the-presenter';
  const headers = { ...json, authorization };
  const { viewer, now } = await join(server);
  const first = await send(viewer, { value: 7 });
  const body = JSON.stringify({ recipe: 'rtt', form: 'quick' });
  await fetch(`${server.url}/api/lessons`, { method: 'POST', headers, body });
  // Whatever is measured is seen at once.
  expect(await send(viewer, { value: 9 })).toMatchObject({ ok: false, error: { code: 'guesses_closed' } });
  fake.sweep.finish('completed', 123);
  const reach = () => {
    const spread = now()[0]?.spread;
    return spread?.type === 'number' ? (spread.bins.at(-1)?.to ?? 0) : 0;
  };
  await eventually('they are shown, with room for the answer', () => reach() > 123);
  expect(now()[0]).toMatchObject({ closed: true, spread: { type: 'number', median: 7 } });
  expect(await send(viewer, { value: 123 })).toMatchObject({ ok: false, error: { code: 'guesses_closed' } });

  const clear = (recipe: string) =>
    fetch(`${server.url}/api/lessons/${recipe}/guesses`, { method: 'DELETE', headers: { authorization } });
  const shown: unknown[] = [];
  viewer.on('lesson', (lesson) => shown.push(lesson));
  await clear('payload');
  await clear('rtt');
  await eventually('they are cleared', () => now().length === 0);
  await eventually('nobody reads the answer any more', () => shown.length > 0);
  expect(shown).toEqual([null]);
  const second = await send(viewer, { value: 5 });
  expect(second.ok && first.ok && second.round !== first.round).toBe(true);
});

test('One connection has one guess, whatever ids it makes up, and changes it a few times', async () => {
  const server = await startServer();
  const { viewer, now } = await join(server);
  const answers = [];
  for (let n = 0; n < 30; n++) answers.push(await send(viewer, { value: n + 1, viewer: `made-up-${n}` }));
  expect(answers.filter(({ ok }) => ok)).toHaveLength(guessesOfOneViewer);
  expect(answers.at(-1)).toMatchObject({ ok: false, error: { code: 'too_many_guesses' } });
  await eventually('it is counted', () => now().length > 0);
  expect(now()[0]?.count).toBe(1);
});

test('After a reload a browser that shows its id changes its guess; an id that was made up is another one', async () => {
  const server = await startServer();
  const first = await join(server);
  const answer = await send(first.viewer, { value: 3 });
  const id = answer.ok ? answer.viewer : '';
  first.viewer.close();
  const second = await join(server);
  expect(await send(second.viewer, { value: 4, viewer: id })).toMatchObject({ ok: true, viewer: id });
  await expect.poll(() => second.now()[0]).toMatchObject({ count: 1, spread: { median: 4 } });

  const third = await join(server);
  const forged = `${id.slice(0, -1)}${id.endsWith('A') ? 'B' : 'A'}`;
  const other = await send(third.viewer, { value: 9, viewer: forged });
  expect(other.ok && other.viewer).not.toBe(forged);
  await eventually('it is another guess', () => third.now()[0]?.count === 2);
});
