import { expect, test } from 'vitest';
import { Budget } from '../../server/profile/process/budget.ts';

/** What of the next `forMs` is spent by somebody who records whenever it is allowed, 1 ms at a time. */
function spends(budget: Budget, clock: { ms: number }, forMs: number): number {
  const before = budget.spentMs;
  const until = clock.ms + forMs;
  while (clock.ms < until) {
    const beganAt = clock.ms;
    clock.ms++;
    if (budget.allows) budget.spend(beganAt);
  }
  return budget.spentMs - before;
}

test('A short program is recorded whole, a long one for its share, and a quiet hour is not saved up', () => {
  const clock = { ms: 0 };
  const budget = new Budget(0.03, { now: () => clock.ms });
  expect(spends(budget, clock, 200)).toBe(200);
  spends(budget, clock, 19_800);
  expect(budget.spentMs / clock.ms).toBeLessThanOrEqual(0.0301);
  expect(spends(budget, clock, 100_000) / 100_000).toBeCloseTo(0.8 * 0.03, 3);
  clock.ms += 3_600_000;
  expect(spends(budget, clock, 1000)).toBeLessThanOrEqual(0.03 * 1250 + 1);
});

test('A budget of 100 % leaves nothing out, also where recording takes more time than there is', () => {
  const clock = { ms: 0 };
  const budget = new Budget(1, { perClock: 2, now: () => clock.ms });
  expect(spends(budget, clock, 5000)).toBe(10_000);
  expect([budget.allows, budget.isWhole]).toEqual([true, true]);
});
