import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { en } from '../../../client/src/messages/en.ts';
import type { Api } from '../../../client/src/connection/api.ts';
import type { Connection } from '../../../client/src/connection/feed.svelte.ts';
import type { PageSession } from '../../../client/src/connection/page-session.svelte.ts';
import { Activities } from '../../../client/src/run/activities.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function begin(blockedReason: string | null = null, connection: Connection = 'connected') {
  const stopped: string[] = [];
  const stop = (kind: string) => () => Promise.resolve(void stopped.push(kind));
  const api = { stop: stop('run'), stopLesson: stop('lesson'), stopSearch: stop('search') };
  const session = { blockedReason, feed: { connection } } as PageSession;
  return { stopped, activities: new Activities(session, api as unknown as Api, en) };
}

const standing = (id: string, running: boolean, remainingMs: number | null = null) => ({
  id,
  running,
  stopping: false,
  remainingMs,
});

test('What was started is starting until the server shows it, however it has ended by then', async () => {
  const { activities } = begin();
  const { run } = activities;
  await run.start(() => Promise.resolve({ id: 'run-1' }));
  expect(run.action).toBe('starting');
  run.show(standing('run-0', false));
  expect(run.action).toBe('starting');
  run.show(standing('run-1', false));
  expect([run.action, run.complaint]).toEqual(['idle', null]);
});

test('An order that never shows is a complaint after a while', async () => {
  const { search } = begin().activities;
  await search.start(() => Promise.resolve({ id: 'search-1' }));
  await vi.advanceTimersByTimeAsync(19_000);
  expect(search.complaint).toBeNull();
  await vi.advanceTimersByTimeAsync(2000);
  expect([search.action, search.complaint]).toEqual(['idle', en.run.neverShown]);
});

test('While keys are written for it, an order is no complaint; the next one begins without them', async () => {
  const { run } = begin().activities;
  run.fill({ keys: 1, of: 9 });
  expect(run.filling).toBeNull();
  await run.start(() => Promise.resolve({ id: 'run-1' }));
  for (let keys = 1; keys < 5; keys++) {
    run.fill({ keys, of: 9 });
    expect(run.filling).toEqual({ keys, of: 9 });
    await vi.advanceTimersByTimeAsync(15_000);
  }
  expect(run.complaint).toBeNull();
  run.show(standing('run-1', false));
  expect(run.filling).toBeNull();
  await run.start(() => Promise.resolve({ id: 'run-2' }));
  expect(run.filling).toBeNull();
});

test('Another activity is in the way, and how long it still takes is counted down', () => {
  const { lesson, search } = begin().activities;
  search.show(standing('search-1', true, 60_000));
  expect(lesson.blockedReason).toBe(en.run.inTheWayOf.search(60_000));
  expect(search.blockedReason).toBeNull();
  vi.advanceTimersByTime(20_000);
  lesson.inTheWay?.tick();
  expect(lesson.blockedReason).toBe(en.run.inTheWayOf.search(40_000));
  search.show(standing('search-1', false));
  expect(lesson.blockedReason).toBeNull();
});

test('Without a connection nobody knows how long it still takes: nothing is counted down', () => {
  const { activities } = begin(null, 'lost');
  activities.search.show(standing('search-1', true, 60_000));
  vi.advanceTimersByTime(20_000);
  activities.search.tick();
  expect(activities.search.remainingMs).toBe(60_000);
});

test('The end of a lesson is the end of its run: both are stopping, and only one is asked', async () => {
  const { stopped, activities } = begin();
  const { run, lesson } = activities;
  lesson.show(standing('lesson-1', true));
  run.show(standing('run-1', true));
  await lesson.stop();
  expect([lesson.action, run.action]).toEqual(['stopping', 'stopping']);
  await run.stop();
  expect(stopped).toEqual(['lesson']);
  run.show(standing('run-1', false));
  lesson.show(standing('lesson-1', false));
  expect([lesson.action, run.action, activities.series]).toEqual(['idle', 'idle', null]);
});

test('Who may not control starts and stops nothing', async () => {
  const { stopped, activities } = begin(en.run.mayNot);
  const { run } = activities;
  const asked = vi.fn(() => Promise.resolve({ id: 'run-1' }));
  await run.start(asked);
  run.show(standing('run-1', true));
  await run.stop();
  expect([run.blockedReason, asked.mock.calls.length, stopped]).toEqual([en.run.mayNot, 0, []]);
});
