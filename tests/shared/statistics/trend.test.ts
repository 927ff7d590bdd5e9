import { describe, expect, test } from 'vitest';
import { drift, isLevel, trendChance } from '../../../shared/statistics/trend.ts';
import { normalFrom, scatteredSlices } from '../../support/scattered-slices.ts';

describe('drift', () => {
  const normal = normalFrom(31);
  const noisy = (slope: number) =>
    Array.from({ length: 12 }, (_, slice) => 1000 * (1 + (slope * slice) / 11) * (1 + 0.01 * normal()));

  test.each([
    { what: 'rises by half', slices: noisy(0.5), low: 0.35, high: 0.45 },
    { what: 'falls by 40 %', slices: noisy(-0.4), low: -0.55, high: -0.45 },
    { what: 'stays level', slices: noisy(0), low: -0.02, high: 0.02 },
    { what: 'jumps once and comes back', slices: [1000, 1000, 1000, 300, 1000, 1000, 1000], low: 0, high: 0 },
    { what: 'is too short to say', slices: [100, 200, 300, 400], low: 0, high: 0 },
  ])('of throughput that $what is between $low and $high', ({ slices, low, high }) => {
    expect(drift(slices)).toBeGreaterThanOrEqual(low);
    expect(drift(slices)).toBeLessThanOrEqual(high);
  });

  test('of mere scatter is rarely taken for a trend', () => {
    const scatter = normalFrom(37);
    const trials = 200;
    let alarms = 0;
    for (let trial = 0; trial < trials; trial++)
      if (Math.abs(drift(scatteredSlices(scatter, 8, 1000, 0.08))) > 0.1) alarms++;
    expect(alarms / trials).toBeLessThan(0.1);
  });
});

describe('throughput that is still climbing', () => {
  test.each([
    { what: 'has too few slices to say', slices: [1000, 1000, 1000], level: false },
    { what: 'stays where it is', slices: [1000, 1000, 1000, 1000], level: true },
    { what: 'climbs by a tenth', slices: [1000, 1000, 1100, 1100], level: false },
    { what: 'has climbed, but not of late', slices: [10, 500, 1000, 1010, 1000, 1020], level: true },
    { what: 'falls', slices: [1000, 1000, 700, 700], level: true },
    { what: 'has not begun', slices: [0, 0, 0, 0], level: false },
  ])('is told from throughput that is level: it $what', ({ slices, level }) => {
    expect(isLevel(slices)).toBe(level);
  });
});

test.each([
  // Kaarsemaker & van Wijngaarden 1953, one tail.
  { sum: 6, count: 4, tail: 0.042 },
  { sum: 10, count: 5, tail: 0.0083 },
  { sum: 16, count: 8, tail: 0.031 },
  { sum: 18, count: 8, tail: 0.016 },
  { sum: 23, count: 10, tail: 0.023 },
])(
  'Kendall’s sum of $sum from $count values has the chance of the published table',
  ({ sum, count, tail }) => {
    expect(trendChance(sum, count) / 2).toBeCloseTo(tail, 3);
    expect(trendChance(-sum, count)).toBe(trendChance(sum, count));
  },
);
