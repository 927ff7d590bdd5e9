import { describe, expect, test } from 'vitest';
import { anytimePoint, liveChance, liveInterval } from '../../../shared/statistics/live-interval.ts';

describe('the interval of values that is looked at after each of them', () => {
  const values = [1.1, 0.9, 1.05, 0.95, 1.02, 0.98, 1.04, 0.96, 1.01, 0.99];

  test('holds the mean, and is wider than one that is looked at once', () => {
    const [low = NaN, high = NaN] = liveInterval(values, 0.05) ?? [];
    expect((low + high) / 2).toBeCloseTo(1, 12);
    // Student's t of 9 degrees of freedom: 2.262 times the standard error of 0.0183.
    expect(high - 1).toBeGreaterThan(2.262 * 0.0183);
  });

  test('is not there for few values', () => {
    expect(liveInterval(values.slice(0, 5), 0.05)).toBeNull();
    expect(liveInterval([], 0.05)).toBeNull();
  });

  test('is wider where each value is like the one before', () => {
    const alike = values.toSorted((a, b) => a - b);
    const width = (of: readonly number[]) => {
      const [low = NaN, high = NaN] = liveInterval(of, 0.05) ?? [];
      return high - low;
    };
    expect(width(alike)).toBeGreaterThan(1.5 * width(values));
  });
});

test('the point is where the likelihood ratio of t reaches 1/chance', () => {
  const [chance, count] = [0.01, 20];
  const t = anytimePoint(chance, count) ?? NaN;
  const shrink = 1 / (1 + 10 * count);
  const ratio =
    Math.sqrt(shrink) * ((1 + t ** 2 / (count - 1)) / (1 + (shrink * t ** 2) / (count - 1))) ** (count / 2);
  expect(ratio).toBeCloseTo(1 / chance, 6);
});

test.each([
  ['with changes alone', 0],
  ['without an end', 180],
])('the chances of all lanes and starts of a run %s add up to 5 % at most', (_, windows) => {
  let sum = 0;
  for (let start = 0; start < 100_000; start++) sum += 4 * liveChance(start, { lanes: 4, windows });
  expect(sum).toBeLessThanOrEqual(0.05);
  expect(sum).toBeGreaterThan(0.0499);
});
