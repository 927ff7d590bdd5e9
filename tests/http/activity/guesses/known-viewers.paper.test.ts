import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { KnownViewers } from '../../../../server/http/activity/guesses/known-viewers.ts';
import type { ViewerSocket } from '../../../../server/http/activity/viewers.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A connection of a browser that shows this id. */
const connection = (viewer?: string) =>
  Object.assign(new EventEmitter(), {
    data: {},
    handshake: { auth: { viewer } },
  }) as unknown as ViewerSocket & {
    emit: (event: 'disconnect') => boolean;
  };

test('A viewer has left after two minutes without a connection, not before', () => {
  const left: string[] = [];
  const known = new KnownViewers({ onLeft: (id) => left.push(id) });
  const first = connection();
  known.welcome(first);
  const id = known.idOf(first, null);
  first.emit('disconnect');
  expect(known.isHere(id)).toBe(false);
  vi.advanceTimersByTime(119_000);
  const second = connection(id);
  known.welcome(second);
  expect(known.isHere(id)).toBe(true);
  vi.advanceTimersByTime(300_000);
  expect(left).toEqual([]);
  second.emit('disconnect');
  vi.advanceTimersByTime(121_000);
  expect(left).toEqual([id]);
});
