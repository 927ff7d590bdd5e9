import { expect, test } from 'vitest';
import { tickPace } from '../../../server/http/activity/tick-pace.ts';

test.each([
  [0, 1],
  [1, 1],
  [200, 1],
  [250, 1],
  [251, 2],
  [500, 2],
  [501, 3],
  [1000, 3],
  [100_000, 3],
])('Of %i viewers each is sent every %i. tick: at least one a second', (viewers, pace) => {
  expect(tickPace(viewers)).toBe(pace);
});
