import type { Redis } from 'ioredis';
import { systemClock, type Clock } from '../lane/clock.ts';

/** The clock that all of a run share: that of the control Redis, ms. */
export interface ControlClock {
  /** What to add to a moment of `systemClock` here to get that of the control Redis, ms. */
  offsetMs: number;
  /** The shortest exchange that the estimate rests on, ms: it is wrong by at most half of it. */
  roundTripMs: number;
}

const exchanges = 8;

/**
 * Asks the control Redis for its time, several times, and believes the quickest answer, as NTP does: the moment was
 * somewhere between question and answer. Only when slices start and overlap rests on it: latencies and rates are
 * measured by each agent's own clock.
 */
export async function readControlClock(
  redis: Pick<Redis, 'time'>,
  now: Clock['now'] = () => systemClock.now(),
): Promise<ControlClock> {
  let best: ControlClock = { offsetMs: 0, roundTripMs: Infinity };
  for (let exchange = 0; exchange < exchanges; exchange++) {
    const asked = now();
    const [seconds, micros] = await redis.time();
    const answered = now();
    const roundTripMs = answered - asked;
    if (roundTripMs >= best.roundTripMs) continue;
    const offsetMs = Number(seconds) * 1000 + Number(micros) / 1000 - (asked + answered) / 2;
    best = { offsetMs, roundTripMs };
  }
  return best;
}
