import { describe, expect, test } from 'vitest';
import { median, randomFrom, standardDeviation } from '../../../shared/statistics/statistics.ts';
import { interval95, summariseThroughput } from '../../../shared/statistics/throughput.ts';
import { normalFrom, scatteredSlices } from '../../support/scattered-slices.ts';

describe('the 95 % interval', () => {
  test('of fewer than two values is null', () => {
    expect(interval95([])).toBeNull();
    expect(interval95([5])).toBeNull();
  });

  test('of a few values is that of Student’s t', () => {
    // Mean 10, standard deviation 1, t = 4.303 for two degrees of freedom.
    const [low, high] = interval95([9, 10, 11]) ?? [NaN, NaN];
    expect(low).toBeCloseTo(10 - 4.303 / Math.sqrt(3), 6);
    expect(high).toBeCloseTo(10 + 4.303 / Math.sqrt(3), 6);
  });

  test('holds the median, however skewed a few values are', () => {
    const random = randomFrom(3);
    for (let trial = 0; trial < 200; trial++) {
      const values = Array.from({ length: 2 + Math.floor(random() * 6) }, () => 1 / (1 - random()) ** 3);
      const [low, high] = interval95(values) ?? [NaN, NaN];
      expect(low).toBeLessThanOrEqual(median(values));
      expect(high).toBeGreaterThanOrEqual(median(values));
    }
  });

  test('of values that do not differ has no width', () => {
    expect(interval95(new Array<number>(12).fill(42))).toEqual([42, 42]);
  });

  test('of as many slices as a run can have is told at once, and narrower', () => {
    const normal = normalFrom(2);
    const [low = NaN, high = NaN] = interval95(scatteredSlices(normal, 3600, 1000, 0.1)) ?? [];
    expect(high - low).toBeLessThan(15);
    expect(low).toBeLessThan(1000);
    expect(high).toBeGreaterThan(1000);
  });

  test.each([
    { count: 3, least: 0.93, most: 0.99 },
    { count: 5, least: 0.93, most: 0.99 },
    { count: 8, least: 0.9, most: 1 },
    { count: 16, least: 0.9, most: 0.99 },
  ])('over $count slices holds the true middle about 95 times in a hundred', ({ count, least, most }) => {
    const normal = normalFrom(100 + count);
    const trials = 150;
    let held = 0;
    for (let trial = 0; trial < trials; trial++) {
      const [low, high] = interval95(scatteredSlices(normal, count, 1000, 0.08)) ?? [NaN, NaN];
      if (low <= 1000 && high >= 1000) held++;
    }
    expect(held / trials).toBeGreaterThanOrEqual(least);
    expect(held / trials).toBeLessThanOrEqual(most);
  });
});

describe('the throughput of a lane', () => {
  test('is the median of its slices, with all that describes their scatter', () => {
    const slices = [100, 110, 90, 300];
    const throughput = summariseThroughput(slices);
    expect(throughput).toMatchObject({ median: 105, mean: 150, slices });
    expect(throughput?.stddev).toBeCloseTo(standardDeviation(slices), 9);
    expect(throughput?.cv).toBeCloseTo(standardDeviation(slices) / 150, 9);
  });

  test('has no interval that reaches zero, which would say nothing', () => {
    expect(summariseThroughput([10, 1000])?.ci95).toBeNull();
  });

  test('of one slice has no interval, of none is null', () => {
    expect(summariseThroughput([5])?.ci95).toBeNull();
    expect(summariseThroughput([])).toBeNull();
  });

  test('of a lane in which everything failed is zero and scatters by nothing', () => {
    expect(summariseThroughput([0, 0, 0])).toMatchObject({ median: 0, cv: 0, ci95: null });
  });
});
