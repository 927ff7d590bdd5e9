import { expect, test } from 'vitest';
import { Alarm } from '../../server/network/precise-timer.ts';
import { ManualClock } from '../support/manual-clock.ts';

/** Timers are late and turns are counted, as in life. */
class LateClock extends ManualClock {
  turns = 0;
  readonly #lateMs: number;

  constructor(lateMs: number) {
    super(0.05);
    this.#lateMs = lateMs;
  }

  override after(ms: number, callback: () => void): () => void {
    return super.after(ms === this.turnMs ? ms : ms + this.#lateMs, callback);
  }

  override soon(callback: () => void): void {
    this.turns++;
    super.soon(callback);
  }
}

function alarmAt(clock: ManualClock, following: number[] = []) {
  const rung: number[] = [];
  const alarm = new Alarm(clock, (now) => {
    rung.push(now);
    return following.shift() ?? Infinity;
  });
  return { alarm, rung };
}

test.each([0.3, 1, 2.5, 3.7, 50, 250])('rings %d ms from now within a turn, though timers are late', (ms) => {
  const clock = new LateClock(1.3);
  const { alarm, rung } = alarmAt(clock);
  alarm.bringForward(ms);
  clock.advance(ms + 10);
  expect(rung).toHaveLength(1);
  expect(rung[0]).toBeGreaterThanOrEqual(ms);
  expect(rung[0]).toBeLessThan(ms + 0.1);
});

test('what is due within the grain rings together, no more than a grain early', () => {
  const clock = new LateClock(0);
  const { alarm, rung } = alarmAt(clock);
  alarm.grainMs = 0.2;
  alarm.bringForward(5);
  clock.advance(6);
  expect(rung).toHaveLength(1);
  // The moment that it is told lies at or after what is due, though the clock may be a grain before.
  expect(rung[0]).toBeGreaterThanOrEqual(5);
  expect(rung[0]).toBeLessThan(5.3);
});

test('sleeps until shortly before', () => {
  const clock = new LateClock(0);
  const { alarm } = alarmAt(clock);
  alarm.bringForward(250);
  clock.advance(246);
  expect(clock.turns).toBe(0);
  clock.advance(5);
  expect(clock.turns).toBeGreaterThan(10);
});

test('does nothing while nothing is set', () => {
  const clock = new LateClock(0);
  const { alarm } = alarmAt(clock);
  alarm.bringForward(1);
  clock.advance(2);
  const { turns } = clock;
  clock.advance(1000);
  expect(clock.turns).toBe(turns);
});

test('an earlier moment goes before; a later one is left to the ring to name', () => {
  const clock = new LateClock(0);
  const { alarm, rung } = alarmAt(clock, [100]);
  alarm.bringForward(100);
  alarm.bringForward(20);
  alarm.bringForward(50);
  clock.advance(99);
  expect(rung.map(Math.round)).toEqual([20]);
  clock.advance(2);
  expect(rung.map(Math.round)).toEqual([20, 100]);
});

test('what is brought forward while it rings is not lost', () => {
  const clock = new LateClock(0);
  const rung: number[] = [];
  const alarm: Alarm = new Alarm(clock, (now) => {
    rung.push(Math.round(now));
    if (rung.length === 1) alarm.bringForward(now + 5);
    return rung.length === 1 ? now + 30 : Infinity;
  });
  alarm.bringForward(10);
  clock.advance(100);
  expect(rung).toEqual([10, 15]);
});

test.each([1, 50])('stopped %d ms before, it does not ring', (ms) => {
  const clock = new LateClock(0);
  const { alarm, rung } = alarmAt(clock);
  alarm.bringForward(ms);
  alarm.stop();
  alarm.bringForward(ms / 2);
  clock.advance(100);
  expect(rung).toEqual([]);
  expect(clock.turns).toBeLessThan(2);
});
