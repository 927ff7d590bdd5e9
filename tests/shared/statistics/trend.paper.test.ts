import { describe, expect, test } from 'vitest';
import { drift, isLevel, trendChance } from '../../../shared/statistics/trend.ts';
import { normalFrom, scatteredSlices } from '../../support/scattered-slices.ts';

describe('drift', () => {
  const normal = normalFrom(31);
  const noisy = (slope: number) =>
    Array.from({ length: 12 }, (_, slice) => 1000 * (1 + (slope * slice) / 11) * (1 + 0.01 * normal()));

  test.each([
    { what: 'rises by half', slices: noisy(0.5), low: 0.45, high: 0.55 },
    { what: 'falls by 40 %', slices: noisy(-0.4), low: -0.45, high: -0.38 },
    {
      what: 'falls to a third',
      slices: [290, 215, 250, 180, 160, 120, 140, 100, 90],
      low: -0.75,
      high: -0.65,
    },
    { what: 'ends with nothing', slices: [100, 90, 80, 70, 0], low: -0.45, high: -0.3 },
    {
      what: 'is nothing from the middle on',
      slices: [...new Array<number>(6).fill(100), ...new Array<number>(6).fill(0)],
      low: -1,
      high: -1,
    },
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
  const same = (count: number) => new Array<number>(count).fill(1000);
  const climb = (from: number, slices: number) =>
    Array.from({ length: 20 }, (_, slice) => 1000 * (1 - from * Math.exp(-slice / slices)));
  /** Up and down by a share. */
  const uneven = (share: number, count: number) =>
    Array.from({ length: count }, (_, slice) => 1000 * (1 + (slice % 2 === 0 ? share : -share)));
  test.each([
    { what: 'has too few slices to say', slices: same(13), level: false },
    { what: 'stays where it is', slices: same(14), level: true },
    { what: 'climbs fast, and is there', slices: climb(0.4, 1), level: true },
    { what: 'climbs slowly', slices: climb(0.4, 8), level: false },
    { what: 'climbs so slowly that neighbours are alike', slices: climb(0.4, 30), level: false },
    { what: 'scatters a little', slices: uneven(0.04, 20), level: true },
    { what: 'scatters too much to know', slices: uneven(0.2, 20), level: false },
    { what: 'scatters as much over many more slices', slices: uneven(0.2, 160), level: true },
    { what: 'falls', slices: [...same(12), ...same(12).map((rate) => 0.7 * rate)], level: true },
    { what: 'has not begun', slices: new Array<number>(20).fill(0), level: false },
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
