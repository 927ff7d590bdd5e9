import { describe, expect, test } from 'vitest';
import {
  hodgesLehmann,
  locateMiddle,
  signedRankChance,
  signedRankInterval,
  walshAverages,
} from '../../../shared/statistics/location.ts';
import { studentT95, studentTail } from '../../../shared/statistics/student-t.ts';
import { mean } from '../../../shared/statistics/statistics.ts';
import { normalFrom, scatteredSlices } from '../../support/scattered-slices.ts';

/** Hollander & Wolfe, Nonparametric Statistical Methods, example 3.1: depression scores before less after. */
const scores = [0.952, -0.147, 1.022, 0.43, 0.62, 0.59, 0.49, -0.08, 0.01];

describe('the signed-rank test', () => {
  test('gives the estimate, interval and chance of the textbook', () => {
    const averages = walshAverages(scores);
    expect(hodgesLehmann(averages)).toBeCloseTo(0.46, 3);
    const [low, high] = signedRankInterval(averages, scores.length);
    expect(low).toBeCloseTo(0.01, 3);
    expect(high).toBeCloseTo(0.786, 3);
    expect(signedRankChance(averages, scores.length)).toBeCloseTo(0.039, 3);
  });

  test.each([
    // Wilcoxon 1947: the largest sum of ranks that is significant at 5 %, two-sided.
    [6, 0],
    [8, 3],
    [10, 8],
    [12, 13],
    [15, 25],
    [20, 52],
    [25, 89],
    [30, 137],
  ])('of %d values leaves out as many averages as the published table says: %d', (count, critical) => {
    const values = Array.from({ length: count }, (_, index) => 2 ** (index / 3));
    const averages = walshAverages(values);
    expect(signedRankInterval(averages, count)).toEqual([averages[critical], averages.at(-1 - critical)]);
  });
});

describe('Student’s t', () => {
  test.each([
    { t: 12.706, freedom: 1, tail: 0.05 },
    { t: 4.303, freedom: 2, tail: 0.05 },
    { t: 5.841, freedom: 3, tail: 0.01 },
    { t: 2.776, freedom: 4, tail: 0.05 },
    { t: 3.365, freedom: 5, tail: 0.02 },
    { t: 3.355, freedom: 8, tail: 0.01 },
    { t: 1.812, freedom: 10, tail: 0.1 },
    { t: 2.042, freedom: 30, tail: 0.05 },
  ])('of $t with $freedom degrees of freedom has the tail of the published table', ({ t, freedom, tail }) => {
    expect(studentTail(t, freedom)).toBeCloseTo(tail, 3);
    expect(studentTail(-t, freedom)).toBe(studentTail(t, freedom));
  });

  test('has points and tails that agree', () => {
    for (let freedom = 1; freedom <= 30; freedom++)
      expect(studentTail(studentT95(freedom), freedom)).toBeCloseTo(0.05, 3);
  });
});

describe('where the middle of values lies', () => {
  test.each([4, 9, 10, 60, 500])('is found alike from both sides, from %d values', (count) => {
    const values = scatteredSlices(normalFrom(count), count, 3, 1);
    const there = locateMiddle(values);
    const back = locateMiddle(values.map((value) => -value));
    expect(back.middle).toBeCloseTo(-there.middle, 9);
    expect(back.ci95?.[0]).toBeCloseTo(-(there.ci95?.[1] ?? NaN), 9);
    expect(back.chance).toBeCloseTo(there.chance, 9);
  });

  test.each([5, 9, 10, 30])('is told from 0 where the interval leaves it out, from %d values', (count) => {
    const normal = normalFrom(count + 7);
    for (let trial = 0; trial < 100; trial++) {
      const { ci95, chance } = locateMiddle(scatteredSlices(normal, count, 0.5, 1));
      expect(chance <= 0.05).toBe(ci95 !== null && (ci95[0] > 0 || ci95[1] < 0));
    }
  });

  test('is not moved by one value that is far off', () => {
    const values = scatteredSlices(normalFrom(5), 12, 10, 0.05);
    const { middle, ci95 } = locateMiddle([...values, 1e6]);
    expect(middle).toBeCloseTo(mean(values), 0);
    expect(ci95?.[1]).toBeLessThan(12);
  });

  test('of values that are all 0 is nowhere else, of fewer than two is not known', () => {
    expect(locateMiddle([0, 0, 0])).toEqual({ middle: 0, ci95: [0, 0], chance: 1 });
    expect(locateMiddle([3, 3, 3]).chance).toBe(0);
    expect(locateMiddle([3])).toEqual({ middle: 3, ci95: null, chance: 1 });
  });
});
