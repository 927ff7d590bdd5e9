import { expect, test } from 'vitest';
import { ActivityBoard } from '../../../server/http/activity/activity-board.ts';
import { RunActivity } from '../../../server/http/activity/types/run.ts';
import { SearchActivity } from '../../../server/http/activity/types/search.ts';
import { parseOrder } from '../../../shared/search/order.ts';
import { privateTarget } from '../../support/build-app.ts';
import { FakeEngine } from '../../support/fake-engine.ts';
import { FakeSearches } from '../../support/fake-search.ts';

function makeBoard() {
  const now = () => 0;
  const runs = new RunActivity({ startRun: new FakeEngine().start, now });
  const fake = new FakeSearches();
  const searches = new SearchActivity({ startSearch: fake.start, now });
  const board = new ActivityBoard(runs.latest, now);
  const start = () => board.start(searches, { order: parseOrder({}), target: privateTarget });
  return { board, runs, fake, start };
}

test('The runs of a series say what they are part of, and are not listed as runs of their own', async () => {
  const { board, runs, fake, start } = makeBoard();
  const id = await start();
  expect(runs.latest.get()).toMatchObject({ state: 'running', series: 'search' });
  expect(board.current()).toMatchObject({ id, kind: 'search', remainingMs: 60_000 });
  const { id: runId } = fake.search.lastRun.announceEnd();
  fake.search.finish('stopped');
  await expect.poll(() => board.current()).toBeNull();
  expect(runs.latest.get()).toMatchObject({ state: 'completed', series: 'search' });
  expect(runs.result(runId)).toBeNull();
  expect(runs.summaries()).toEqual([]);
});

test('A run inside an activity that breaks off is lost with it', async () => {
  const { board, runs, fake, start } = makeBoard();
  const events: string[] = [];
  board.onEvent(({ type }) => events.push(type));
  await start();
  fake.search.fail(new Error('a worker is gone'));
  await expect.poll(() => board.current()).toBeNull();
  expect(runs.latest.get()).toMatchObject({ state: 'failed', series: 'search', error: { code: 'internal' } });
  expect(events.slice(-3)).toEqual(['run-lost', 'changed', 'failed']);
});

test('An activity that never began leaves no trace, and the one who asked is told why', async () => {
  const { board, runs, fake, start } = makeBoard();
  const events: string[] = [];
  board.onEvent(({ type }) => events.push(type));
  fake.onStart = (search) => {
    search.fail(new Error('nothing listens'));
  };
  await expect(start()).rejects.toThrow('nothing listens');
  await expect.poll(() => board.current()).toBeNull();
  expect(runs.latest.get()).toBeNull();
  // It was shown while it was set up.
  expect(events).toEqual(['changed', 'changed']);
});
