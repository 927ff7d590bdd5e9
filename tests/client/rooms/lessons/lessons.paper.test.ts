import { expect, test } from 'vitest';
import { ru } from '../../../../client/src/messages/ru.ts';
import type { Lessons } from '../../../../client/src/rooms/lessons/lessons.svelte.ts';
import { smallPlan, startServer, type TestServer } from '../../../support/build-app.ts';
import { browserStorage, openPage } from '../../../support/page-state.ts';
import { eventually } from '../../../support/eventually.ts';
import { FakeSweeps } from '../../../support/fake-sweep.ts';

async function openLessons(server: TestServer, options?: Parameters<typeof openPage>[1]): Promise<Lessons> {
  return (await openPage(server, options)).lessons;
}

async function serve(token: string | null = null) {
  const fake = new FakeSweeps();
  return { fake, server: await startServer({ lessons: { startSweep: fake.start }, token }) };
}

test('A lesson is started, followed and read, and its parts open as there is something to see', async () => {
  const { fake, server } = await serve();
  const lessons = await openLessons(server);
  expect(lessons.part('rtt')).toBe('question');
  lessons.go('rtt', 1);
  lessons.go('rtt', 1);
  lessons.go('rtt', 1);
  expect(lessons.part('rtt')).toBe('run');
  lessons.show('rtt', 'claims');
  expect(lessons.part('rtt')).toBe('run');

  await lessons.start('rtt');
  await eventually('it runs', () => lessons.of('rtt')?.state === 'running');
  expect(lessons.remainingMs).toBeGreaterThan(2000);
  expect(lessons.of('commands')).toBeNull();
  fake.sweep.finish('completed', 12);
  await eventually('it is over', () => lessons.of('rtt')?.outcome?.prediction.answer === 12);
  lessons.go('rtt', 1);
  expect(lessons.part('rtt')).toBe('outcome');

  // Begun again there is no outcome to see, so that the part with the progress is.
  await lessons.start('rtt');
  await eventually('it runs again', () => lessons.running);
  expect(lessons.part('rtt')).toBe('run');
});

test('After a lesson comes the next of the list, after the last none', async () => {
  const { server } = await serve();
  const lessons = await openLessons(server);
  const [first, second] = lessons.list;
  expect(lessons.after(first?.id ?? '')).toBe(second);
  expect(lessons.after(lessons.list.at(-1)?.id ?? '')).toBeUndefined();
  expect(lessons.after('no-such-lesson')).toBeUndefined();
});

test('Who opens a lesson in its middle comes to its progress', async () => {
  const { fake, server } = await serve();
  const first = await openLessons(server);
  await first.start('rtt');
  fake.sweep.beginStep();
  const late = await openLessons(server);
  await eventually('it shows there too', () => late.of('rtt')?.current === 0);
  expect(late.part('rtt')).toBe('run');
  expect(late.part('commands')).toBe('question');
});

test('A guess is kept by the browser, over a reload and for its other tabs, until the presenter clears the guesses', async () => {
  const { server } = await serve();
  const storage = browserStorage();
  const lessons = await openLessons(server, { storage });
  expect(await lessons.guess('rtt', 'many')).toContain('a number from 0');
  expect(lessons.ownGuess('rtt')).toBeNull();
  expect(await lessons.guess('rtt', 7)).toBeNull();
  await eventually('it counts', () => lessons.guessesOf('rtt')?.count === 1 && lessons.ownGuess('rtt') === 7);

  const reloaded = await openLessons(server, { storage });
  await eventually('it is there again', () => reloaded.ownGuess('rtt') === 7);
  await reloaded.guess('rtt', 9);
  await eventually('it is still one guess', () => reloaded.ownGuess('rtt') === 9);
  expect(reloaded.guessesOf('rtt')?.count).toBe(1);

  // What one tab keeps, another does not write over.
  expect(await lessons.guess('commands', 3)).toBeNull();
  await reloaded.guess('rtt', 8);
  const third = await openLessons(server, { storage });
  await eventually('both are there', () => third.ownGuess('rtt') === 8 && third.ownGuess('commands') === 3);
  expect(third.guessesOf('rtt')?.count).toBe(1);

  await reloaded.clearGuesses('rtt');
  await eventually('it is gone', () => reloaded.ownGuess('rtt') === null);
});

test('What is in the way of a lesson is said by its name', async () => {
  const { fake, server } = await serve();
  const lessons = await openLessons(server);
  await server.post(smallPlan);
  await lessons.start('rtt');
  expect(lessons.activity.complaint).toMatch(/^Another run is in progress/);
  await eventually('the run has begun', () => server.engine.runs.length > 0);
  server.engine.run.finish();
  await eventually('the lesson begins', async () => {
    await lessons.start('rtt');
    return lessons.running;
  });
  expect(lessons.activity.complaint).toBeNull();
  await lessons.activity.stop();
  expect(fake.sweep.stopped).toBe(true);
});

test('A viewer cannot start a lesson, and is told what they can do', async () => {
  const { fake, server } = await serve('for-the-presenter');
  const viewer = await openLessons(server);
  await viewer.start('rtt');
  expect(fake.sweeps).toEqual([]);
  expect(viewer.activity.blockedReason).toMatch(/^Only the presenter starts and stops runs/);
  expect(await viewer.guess('rtt', 5)).toBeNull();
});

test('A lesson that has been asked to stop is stopping until it is over, for everybody', async () => {
  const { fake, server } = await serve();
  const [first, other] = [await openLessons(server), await openLessons(server)];
  await first.start('rtt');
  await eventually('it runs', () => other.running);
  let end: () => void = () => undefined;
  fake.stopping = new Promise((resolve) => (end = resolve));
  const stopped = first.activity.stop();
  await eventually(
    'both say so',
    () => first.activity.action === 'stopping' && other.activity.action === 'stopping',
  );
  fake.sweep.beginStep();
  await eventually('a step begins meanwhile', () => first.of('rtt')?.current === 0);
  expect([first.activity.action, other.activity.action]).toEqual(['stopping', 'stopping']);
  end();
  await stopped;
  await eventually('it is over', () => !first.running && !other.running);
  expect([first.activity.action, other.activity.action]).toEqual(['idle', 'idle']);
  expect(first.of('rtt')?.outcome).toBeNull();
});

test('While another lesson is in progress, a lesson says what is in its way', async () => {
  const { server } = await serve();
  const lessons = await openLessons(server);
  await lessons.start('rtt');
  await eventually('it runs', () => lessons.running);
  expect(lessons.blockedReasonOf('rtt')).toBeNull();
  await lessons.language.load();
  expect(lessons.blockedReasonOf('commands')).toBe('The lesson “Round trip and pipelines” is in progress.');

  const russian = await openLessons(server, { messages: ru });
  await eventually('it runs there, too', () => russian.running);
  await russian.language.load();
  expect(russian.blockedReasonOf('commands')).toContain('Время обмена и конвейер');
});
