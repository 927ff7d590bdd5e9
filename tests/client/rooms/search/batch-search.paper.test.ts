import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { BatchSearch } from '../../../../client/src/rooms/search/batch-search.svelte.ts';
import { compareAnswer } from '../../../../client/src/outcomes/search/compare-answer.ts';
import type { SearchSnapshot } from '../../../../shared/contract/search.ts';
import { HistoryStore } from '../../../../server/history/history-store.ts';
import type { AppParts } from '../../../../server/http/app.ts';
import { en } from '../../../../client/src/messages/en.ts';
import { startServer } from '../../../support/build-app.ts';
import { openPage } from '../../../support/page-state.ts';
import { eventually } from '../../../support/eventually.ts';
import { FakeSearches, type ScriptedSearch } from '../../../support/fake-search.ts';
import { FakeSweeps } from '../../../support/fake-sweep.ts';
import { madeCurve } from '../../../support/made-points.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const points = madeCurve([1, 16, 64], { tripMs: 5, ceiling: 300_000 });

async function serve(parts: Partial<AppParts> = {}) {
  const fake = new FakeSearches();
  const server = await startServer({ startSearch: fake.start, ...parts });
  return { server, fake, ...(await openPage(server)) };
}

function shownBy({ shown }: BatchSearch): SearchSnapshot {
  if (!shown) throw new Error('no search is shown');
  return shown;
}

/** Its run is over at once, as between two of them. */
function runOnce(scripted: ScriptedSearch): void {
  const run = scripted.run();
  run.begin();
  run.finish();
}

function answer(fake: FakeSearches): void {
  for (const point of points) fake.search.point(point);
  fake.search.finish();
}

test('A page that is opened anew has the settings of the search that it shows, until its reader changes one', async () => {
  const { server, fake, editor, search } = await serve();
  editor.draft.setValue('rttMs', 5);
  search.order.boundText = '7.5';
  search.order.deepestText = '64';
  search.order.choose('multi-key', false);
  search.order.client = 'node-redis';
  search.order.effort = 'short';
  await search.start();
  answer(fake);
  await eventually('the answer shows', () => search.shown?.state === 'completed');
  expect(search.isOutdated).toBe(false);

  const again = await openPage(server);
  await eventually('the answer shows again', () => again.search.shown?.state === 'completed');
  const { order, isOutdated } = again.search;
  expect([order.boundText, order.deepestText, order.effort]).toEqual(['7.5', '64', 'short']);
  expect([order.client, order.strategies]).toEqual(['node-redis', ['auto-pipeline', 'pipeline']]);
  expect(again.editor.draft.network).toMatchObject({ rttMs: 5 });
  expect(isOutdated).toBe(false);
  expect(again.editor.own.address).toBeNull();
  again.editor.draft.setValue('clients', 3);
  expect(again.search.isOutdated).toBe(true);
  again.editor.draft.setValue('clients', 10);
  order.client = 'ioredis';
  expect(again.search.isOutdated).toBe(true);
  order.client = 'node-redis';
  expect(again.search.isOutdated).toBe(false);
  order.boundText = '8 ms';
  expect(order.p99BoundMs).toBe(8);
  expect(again.search.isOutdated).toBe(true);
});

test('Another library is offered what it can carry out, and is what the lanes are compared with', async () => {
  const { fake, editor, search } = await serve();
  expect(search.order.offered).toContain('nagle');
  fake.onStart = runOnce;
  search.order.client = 'node-redis';
  expect(search.order.offered).toEqual(['auto-pipeline', 'gather', 'pipeline', 'multi', 'multi-key']);
  await search.start();
  expect(fake.search.order.client).toBe('node-redis');
  answer(fake);
  await eventually('the answer shows', () => search.shown?.advice?.recommendation != null && !search.running);
  compareAnswer(editor, shownBy(search));
  expect(editor.draft.lanes.map(({ strategy, client }) => [strategy, client])).toEqual([
    ['one-by-one', 'node-redis'],
    ['pipeline', 'node-redis'],
  ]);
  editor.draft.setValue('rps', 500);
  expect([search.order.baseline, search.order.offered]).toEqual([
    'auto-pipeline',
    ['gather', 'pipeline', 'multi', 'multi-key'],
  ]);
});

test('What a reader has set stays when a search of somebody else comes, and is said not to be that one', async () => {
  const { server, fake, search } = await serve();
  const other = await openPage(server);
  other.editor.draft.setValue('dataSize', 2000);
  other.search.order.boundText = '3';
  await search.start();
  answer(fake);
  await eventually('the answer shows', () => other.search.shown?.state === 'completed');
  expect(other.editor.draft.value('dataSize')).toBe(2000);
  expect(other.search.order.boundText).toBe('3');
  expect(other.search.isOutdated).toBe(true);
});

test('A search that is being set up can be stopped at once, and is stopping until it is over', async () => {
  const { fake, search } = await serve();
  fake.onStart = () => undefined;
  const started = search.start();
  await eventually('it shows', () => search.running);
  expect(search.activity.action).toBe('idle');
  const stopped = search.activity.stop();
  expect(search.activity.action).toBe('stopping');
  await Promise.all([started, stopped]);
  await eventually('it is over', () => !search.running);
  expect([search.shown?.state, search.activity.action, search.activity.complaint]).toEqual([
    'stopped',
    'idle',
    null,
  ]);
});

test('An answer comes back when the search after it is stopped too early, and says so', async () => {
  const { fake, search } = await serve();
  fake.onStart = runOnce;
  await search.start();
  answer(fake);
  await eventually('the answer shows', () => search.shown?.state === 'completed');
  expect(search.isBack).toBe(false);
  const first = search.shown?.id;
  await search.start();
  await eventually('the next one shows', () => search.running);
  await search.activity.stop();
  await eventually('the answer is back', () => search.shown?.id === first);
  expect(search.isBack).toBe(true);
  expect(search.shown?.advice?.recommendation?.worth).toBe('yes');
});

test('A newer search that the page finds after a lost connection is not the one before', async () => {
  const { server, fake, search, feed } = await serve();
  fake.onStart = runOnce;
  await search.start();
  await eventually('it runs', () => search.running);
  feed.close();
  answer(fake);
  const other = await openPage(server);
  await eventually('the first is over', () => other.search.shown?.state === 'completed');
  await other.search.start();
  await eventually('the next one runs', () => other.search.running);
  answer(fake);
  await eventually('and is over', () => !other.search.running);
  feed.open();
  await eventually('it shows here too', () => search.shown?.id === other.search.shown?.id);
  expect(search.isBack).toBe(false);
});

test('The runs of a search or a lesson take nothing from Compare, neither its run nor its settings', async () => {
  const sweeps = new FakeSweeps();
  const { server, fake, editor, shownRun, search, lessons, activities } = await serve({
    history: await HistoryStore.open(join(temporaryFolder(), 'history.sqlite')),
    lessons: { startSweep: sweeps.start },
  });
  const { engine } = server;
  editor.draft.setValue('clients', 7);
  await editor.start();
  await eventually('a run shows', () => shownRun.running);
  engine.run.finish();
  await eventually('it has ended', () => shownRun.run?.state === 'completed');
  const own = shownRun.run?.id;

  fake.onStart = runOnce;
  await search.start();
  await eventually('the search has a run', () => shownRun.part?.series === 'search');
  expect([shownRun.run?.id, editor.draft.value('clients'), editor.locked]).toEqual([own, 7, false]);
  expect([activities.run.running, activities.run.blockedReason]).toEqual([
    false,
    en.run.inTheWayOf.search(activities.search.remainingMs),
  ]);
  answer(fake);
  await eventually('it is over', () => !search.running);

  await lessons.start('rtt');
  await eventually('a lesson runs', () => lessons.running);
  sweeps.sweep.beginStep();
  await eventually('it has a run', () => shownRun.part?.series === 'lesson');
  sweeps.sweep.endStep();
  sweeps.sweep.finish();
  await eventually('it is over', () => !lessons.running);
  expect([shownRun.run?.id, shownRun.run?.state]).toEqual([own, 'completed']);
  compareAnswer(editor, shownBy(search));
  expect([shownRun.run, shownRun.keptBefore]).toEqual([null, own]);
});

test('What a search takes is told with no way ticked and no largest batch', async () => {
  const { search } = await serve();
  for (const strategy of search.order.strategies) search.order.choose(strategy, false);
  search.order.deepestText = '';
  for (const effort of ['short', 'usual', 'long'] as const)
    expect(search.order.budgetMs(effort)).toBeGreaterThan(1000);
});
