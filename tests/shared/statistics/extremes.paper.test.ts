import { expect, test } from 'vitest';
import { largest, smallest } from '../../../shared/statistics/extremes.ts';

test('The extremes of a list of any length are those of its values', () => {
  const values = Array.from({ length: 300_000 }, (_, at) => at - 150_000);
  expect([largest(values), smallest(values)]).toEqual([149_999, -150_000]);
});

test.each<[values: number[], most: number, least: number]>([
  [[], -Infinity, Infinity],
  [[2, 7, 3], 7, 2],
  [[2, NaN, 3], NaN, NaN],
])('%j: as Math.max and Math.min have it', (values, most, least) => {
  expect([largest(values), smallest(values)]).toEqual([most, least]);
});

test('A bound that is given counts as a value', () => {
  expect([largest([], 0), largest([-3], 0), largest([3], 0)]).toEqual([0, 0, 3]);
  expect([smallest([], 0), smallest([-3], 0), smallest([3], 0)]).toEqual([0, -3, 0]);
});
