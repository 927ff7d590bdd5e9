import { expect, test } from 'vitest';
import { againstEarlier } from '../../../shared/statistics/against-earlier.ts';

const logs = (...values: number[]) => values.map(Math.exp);

test('the interval is the prediction interval of Student’s t', () => {
  // Mean 0, standard deviation 0.1, four runs: t = 3.182.
  const spread = 0.1 / Math.sqrt(4 / 3);
  const found = againstEarlier({ value: Math.exp(-0.5), ci95: null }, logs(-spread, -spread, spread, spread));
  const half = 3.182 * 0.1 * Math.sqrt(1 + 1 / 4);
  expect(found?.ratio).toBeCloseTo(Math.exp(-0.5), 6);
  expect(found?.ci95.map(Math.log)).toEqual([
    expect.closeTo(-0.5 - half, 3) as number,
    expect.closeTo(-0.5 + half, 3) as number,
  ]);
});

test('a present figure that is less certain than runs differ widens it', () => {
  const earlier = logs(-0.01, 0, 0.01);
  const wide = againstEarlier({ value: 1, ci95: [Math.exp(-0.392), Math.exp(0.392)] }, earlier);
  const half = 4.303 * Math.sqrt(0.2 ** 2 + 0.01 ** 2 / 3);
  expect(Math.log(wide?.ci95[1] ?? NaN)).toBeCloseTo(half, 3);
});

test('fewer than three runs say nothing', () => {
  expect(againstEarlier({ value: 1, ci95: null }, [1, 1])).toBeNull();
});
