import { expect, test } from 'vitest';
import { emptyCounts, record } from '../../../server/engine/latency/histogram.ts';
import { breaksLittlesLaw } from '../../../server/engine/run/lane-stats.ts';

test.each([
  ['as many in flight as can be', 10, 10, false],
  ['fewer, for the lane did not always send', 4, 10, false],
  ['a few more, as clocks of threads differ', 10.9, 10, false],
  ['more in flight than were sent', 12, 10, true],
  ['the same where more are sent', 12, 20, false],
])('%s', (_, mean, inFlight, broken) => {
  const latencies = emptyCounts();
  // In a slice of a second.
  record(latencies, 2000, mean * 500);
  expect(breaksLittlesLaw(1000, latencies, inFlight)).toBe(broken);
});
