import { describe, expect, test } from 'vitest';
import { Jitter } from '../../server/network/jitter.ts';
import { mean, standardDeviation } from '../../shared/statistics/statistics.ts';

/** What traffic meets that sets out every `everyMs`. */
function sample(seed: number, everyMs: number, strayMs: number, count = 40_000): number[] {
  const jitter = new Jitter(seed);
  return Array.from({ length: count }, (_, index) => jitter.at(1000 + index * everyMs, strayMs));
}

describe.each([
  ['back to back', 0.05],
  ['now and then', 3],
  ['rarely', 100],
])('whoever sends %s', (_, everyMs) => {
  const delays = sample(3, everyMs, 2);

  test('meets no more than was asked', () => {
    expect(Math.max(...delays)).toBeLessThanOrEqual(2);
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(-2);
  });

  test('meets the mean that was asked, and the same spread', () => {
    expect(Math.abs(mean(delays))).toBeLessThan(0.15);
    expect(standardDeviation(delays)).toBeGreaterThan(0.8);
    expect(standardDeviation(delays)).toBeLessThan(1.1);
  });

  test('is not overtaken by what is sent later', () => {
    const arrivals = delays.map((delay, index) => index * everyMs + delay);
    expect(arrivals).toEqual([...arrivals].sort((a, b) => a - b));
  });
});

test('is the same for the same seed and another for another', () => {
  expect(sample(1, 1, 2, 100)).toEqual(sample(1, 1, 2, 100));
  expect(sample(1, 1, 2, 100)).not.toEqual(sample(2, 1, 2, 100));
});

test('is nothing when nothing was asked for', () => {
  expect(new Set(sample(1, 1, 0, 100))).toEqual(new Set([0]));
});
