import { expect, test } from 'vitest';
import { emptyCounts, record } from '../../../server/engine/latency/histogram.ts';
import { breaksLaw } from '../../../server/engine/run/laws.ts';

/** A slice of a second, with so many commands in flight on average. */
function slice({ inFlight = 10, threads = 1, meanInFlight = 10, cpuMs = 600, coreWaitMs = 200 }) {
  const latencies = emptyCounts();
  record(latencies, 2000, meanInFlight * 500);
  return breaksLaw({ elapsedMs: 1000, cpuMs, coreWaitMs }, latencies, { inFlight, threads });
}

test.each([
  ['as many in flight as can be', {}, false],
  ['fewer, for the lane did not always send', { meanInFlight: 4 }, false],
  ['a few more, as clocks of threads differ', { meanInFlight: 10.9 }, false],
  ['more in flight than were sent', { meanInFlight: 12 }, true],
  ['the same where more are sent', { meanInFlight: 12, inFlight: 20 }, false],
  ['more time worked and waited than there was', { cpuMs: 800, coreWaitMs: 400 }, true],
  ['the same on two threads', { cpuMs: 800, coreWaitMs: 400, threads: 2 }, false],
])('%s', (_, given, broken) => {
  expect(slice(given)).toBe(broken);
});
