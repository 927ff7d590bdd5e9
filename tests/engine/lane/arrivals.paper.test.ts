import { describe, expect, test } from 'vitest';
import { EvenArrivals, PoissonArrivals, type Arrivals } from '../../../server/engine/lane/arrivals.ts';
import { mean, standardDeviation } from '../../../shared/statistics/statistics.ts';

const random = (seed = 1) => new PoissonArrivals(seed);
const both: [string, () => Arrivals][] = [
  ['even', () => new EvenArrivals()],
  ['random', random],
];

describe.each(both)('arrivals that are %s', (_, make) => {
  test('are due at the times that they tell, in order', () => {
    const arrivals = make();
    arrivals.begin({ at: 700, rps: 100 });
    const times = Array.from({ length: 50 }, (_, place) => arrivals.dueAt(place));
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    for (const now of [700, 710.5, 900, 1100]) {
      const due = arrivals.dueBy(now);
      expect(arrivals.dueAt(due - 1) || 0).toBeLessThanOrEqual(now);
      expect(arrivals.dueAt(due)).toBeGreaterThan(now);
    }
  });

  test('are as late in the next slice as they were when the pause began', () => {
    const arrivals = make();
    arrivals.begin({ at: 0, rps: 1000, withCarried: true });
    const due = arrivals.dueBefore(100);
    const late = Array.from({ length: 5 }, (_, place) => 100 - arrivals.dueAt(due - 5 + place));
    arrivals.carry(due - 5, due, 100);
    // A settling moment in between neither takes them nor loses them.
    arrivals.begin({ at: 1000, rps: 1000 });
    expect(arrivals.carried).toBe(0);
    arrivals.dueBefore(1050);
    arrivals.begin({ at: 5000, rps: 1000, withCarried: true });
    expect(arrivals.carried).toBe(5);
    for (const [place, ms] of late.entries()) expect(5000 - arrivals.dueAt(place)).toBeCloseTo(ms, 6);
    expect(arrivals.dueBy(5000)).toBeGreaterThanOrEqual(5);
    const all = arrivals.dueBefore(5100);
    const asked = arrivals.offeringMs(all - 5, 5100);
    expect(asked).toBeGreaterThan(90);
    expect(asked).toBeLessThanOrEqual(100.000001);
  });

  test('continue after their slice for the given time, and are late in the next', () => {
    const [arrivals, whole] = [make(), make()];
    for (const one of [arrivals, whole]) one.begin({ at: 0, rps: 1000 });
    const due = arrivals.dueBefore(100);
    arrivals.end(due, 100);
    const missed = -whole.dueBefore(100) + whole.dueBefore(150);
    const dueAt = Array.from({ length: missed }, (_, place) => whole.dueAt(due + place));
    arrivals.begin({ at: 1000, rps: 1000, slice: 1, passedMs: 50 });
    expect(arrivals.carried).toBe(0);
    for (const [place, at] of dueAt.entries()) expect(arrivals.dueAt(place)).toBeCloseTo(at + 850, 6);
    expect(arrivals.dueAt(missed)).toBeGreaterThanOrEqual(1000 - 1e-6);
    const all = arrivals.dueBefore(1100);
    expect(arrivals.offeringMs(all, 1100)).toBeGreaterThan(140);
    expect(arrivals.offeringMs(all, 1100)).toBeLessThanOrEqual(150.000001);
  });

  test('come on time after thousands, and those that were sent are forgotten', () => {
    const [one, other] = [make(), make()];
    for (const arrivals of [one, other]) arrivals.begin({ at: 0, rps: 1e6 });
    const due = one.dueBy(20);
    for (let sent = 1; sent <= due; sent++) one.sent(sent);
    expect(one.dueAt(due + 3)).toBe(other.dueAt(due + 3));
  });
});

describe('random arrivals', () => {
  const gapsOf = (arrivals: Arrivals, count: number) =>
    Array.from({ length: count }, (_, place) => arrivals.dueAt(place + 1) - arrivals.dueAt(place));

  test('keep their rate, with distances as scattered as they are long', () => {
    const arrivals = random();
    arrivals.begin({ at: 0, rps: 200 });
    const gaps = gapsOf(arrivals, 20_000);
    // Exponential: mean and standard deviation are the same, here 5 ms; within four standard errors.
    expect(mean(gaps)).toBeGreaterThan(5 * (1 - 4 / Math.sqrt(20_000)));
    expect(mean(gaps)).toBeLessThan(5 * (1 + 4 / Math.sqrt(20_000)));
    expect(standardDeviation(gaps) / mean(gaps)).toBeCloseTo(1, 1);
    // Below the mean lie 1 − 1/e of them.
    expect(gaps.filter((gap) => gap < 5).length / gaps.length).toBeCloseTo(1 - 1 / Math.E, 1);
  });

  test('are the same for the same seed and slice, whatever was before, and others for others', () => {
    const first = (seed: number, slice: number, dueBefore = 0) => {
      const arrivals = random(seed);
      arrivals.begin({ at: 0, rps: 200 });
      arrivals.dueBefore(dueBefore);
      arrivals.begin({ at: 0, rps: 200, slice });
      return gapsOf(arrivals, 5);
    };
    expect(first(7, 3)).toEqual(first(7, 3, 1000));
    expect(first(7, 3)).not.toEqual(first(8, 3));
    expect(first(7, 3)).not.toEqual(first(7, 4));
  });
});
