import { expect, test } from 'vitest';
import { tickPace } from '../../../server/http/activity/feed.ts';

test.each([
  [0, 1],
  [1, 1],
  [125, 1],
  [126, 2],
  [250, 2],
  [500, 4],
  [1000, 8],
  [100_000, 8],
])('Of %i viewers each is sent every %i. tick: one in two seconds at least', (viewers, pace) => {
  expect(tickPace(viewers)).toBe(pace);
});
