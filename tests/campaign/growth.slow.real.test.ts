import { expect, test } from 'vitest';
import { growthOf } from '../../campaign/growth.ts';

const line = (slope: number, noise: (index: number) => number) =>
  Array.from({ length: 60 }, (_, index) => [index / 30, 100 + (slope * index) / 30 + noise(index)] as const);

test('a slope is found below peaks and waves', () => {
  expect(growthOf(line(7, () => 0)).perHour).toBeCloseTo(7, 6);
  expect(growthOf(line(7, (index) => (index % 10 === 0 ? 500 : 0))).perHour).toBeCloseTo(7, 0);
  expect(growthOf(line(0, (index) => 20 * Math.sin(index))).perHour).toBeLessThan(2);
});

test('it names the first and the last value; of one sample there is no slope', () => {
  expect(
    growthOf([
      [0, 3],
      [1, 5],
    ]),
  ).toEqual({ perHour: 2, from: 3, to: 5 });
  expect(growthOf([[0, 3]])).toEqual({ perHour: 0, from: 3, to: 3 });
});
