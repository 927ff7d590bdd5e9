import { describe, expect, test } from 'vitest';
import { Draw, seedOf } from '../../calibration/draw.ts';
import { syntheticSlices } from '../../calibration/synthetic-run.ts';
import { mean, standardDeviation } from '../../shared/statistics/statistics.ts';

/** Pearson's correlation of each value with the one `lag` after it. */
function correlationOf(values: readonly number[], lag: number): number {
  const middle = mean(values);
  const products = values
    .slice(lag)
    .map((value, index) => (value - middle) * ((values[index] ?? NaN) - middle));
  return mean(products) / standardDeviation(values) ** 2;
}

describe('slices of a synthetic run', () => {
  test('are the same from the same seed, and others from another', () => {
    const slices = (seed: number) => syntheticSlices([1000, 2000], { rounds: 8, cv: 0.1 }, new Draw(seed));
    expect(slices(5)).toEqual(slices(5));
    expect(slices(5)).not.toEqual(slices(6));
  });

  test.each([
    { what: 'normal', heavyTails: false },
    { what: 'heavy-tailed', heavyTails: true },
  ])('scatter by the coefficient of variation that was asked for: $what', ({ heavyTails }) => {
    const [slices = []] = syntheticSlices([1000], { rounds: 3000, cv: 0.1, heavyTails }, new Draw(1));
    expect(standardDeviation(slices) / mean(slices)).toBeGreaterThan(0.085);
    expect(standardDeviation(slices) / mean(slices)).toBeLessThan(0.12);
  });

  test('of a correlated machine are alike in time, of a correlated lane within the lane', () => {
    const conditions = { rounds: 3000, cv: 0.1 };
    const [alone = []] = syntheticSlices([1000], { ...conditions, correlation: 0.6 }, new Draw(2));
    expect(correlationOf(alone, 1)).toBeCloseTo(0.6, 1);
    const [one = []] = syntheticSlices([1000, 1000], { ...conditions, laneCorrelation: 0.3 }, new Draw(3));
    expect(correlationOf(one, 1)).toBeCloseTo(0.3, 1);
  });

  test('of a machine that slows are slower at the end', () => {
    const [slices = []] = syntheticSlices([1000], { rounds: 50, cv: 0.001, drift: -0.3 }, new Draw(4));
    expect(slices[0]).toBeCloseTo(1000, -2);
    expect(slices.at(-1)).toBeCloseTo(700, -2);
  });
});

test('a trial has a seed of its own', () => {
  const seeds = ['a', 'b'].flatMap((name) => [0, 1, 2].map((trial) => seedOf(1, name, trial)));
  expect(new Set([...seeds, seedOf(2, 'a', 0)]).size).toBe(7);
});
