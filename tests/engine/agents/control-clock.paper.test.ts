import { expect, test } from 'vitest';
import { readControlClock } from '../../../server/engine/agents/control-clock.ts';

/** A control Redis whose clock differs from that of the agent by so much; each exchange takes these times, ms. */
function exchangesOf(aheadMs: number, trips: readonly [out: number, back: number][]) {
  let at = 5000;
  let exchange = 0;
  const time = () => {
    const [out, back] = trips[exchange++ % trips.length] ?? [0, 0];
    at += out;
    const answer = at + aheadMs;
    at += back;
    const seconds = Math.floor(answer / 1000);
    return Promise.resolve([seconds, Math.round((answer - seconds * 1000) * 1000)]);
  };
  return { redis: { time } as Parameters<typeof readControlClock>[0], now: () => at };
}

test.each([
  ['ahead by a second', 1000],
  ['behind by a second', -1000],
  ['of another boot', 1_700_000_000_000],
])('a clock %s is found to half of the quickest exchange, whatever the slow ones say', async (_, aheadMs) => {
  const { redis, now } = exchangesOf(aheadMs, [
    [30, 0.1],
    [0.2, 80],
    [0.1, 0.15],
    [5, 5],
  ]);
  const { offsetMs, roundTripMs } = await readControlClock(redis, now);
  expect(roundTripMs).toBeCloseTo(0.25, 3);
  expect(Math.abs(offsetMs - aheadMs)).toBeLessThanOrEqual(roundTripMs / 2 + 0.001);
});
