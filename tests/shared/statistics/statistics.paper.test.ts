import { describe, expect, test } from 'vitest';
import { mean, median, randomFrom, standardDeviation } from '../../../shared/statistics/statistics.ts';

describe('known data', () => {
  test.each([
    { what: 'an odd number of values', values: [5, 1, 3], expected: 3 },
    { what: 'an even number of values', values: [4, 1, 3, 2], expected: 2.5 },
    { what: 'one value', values: [7], expected: 7 },
    { what: 'values whose text would sort otherwise', values: [10, 9, 100], expected: 10 },
    { what: 'no value', values: [], expected: NaN },
  ])('have a median: $what', ({ values, expected }) => {
    const before = [...values];
    expect(median(values)).toBe(expected);
    expect(values).toEqual(before);
  });

  test('have the mean and the sample standard deviation of the textbook', () => {
    const values = [2, 4, 4, 4, 5, 5, 7, 9];
    expect(mean(values)).toBe(5);
    expect(standardDeviation(values)).toBeCloseTo(Math.sqrt(32 / 7), 12);
    expect(standardDeviation([3])).toBe(0);
  });
});

describe('numbers drawn from a seed', () => {
  test('are the same for the same seed, and others for another', () => {
    const draw = (seed: number) => Array.from({ length: 20 }, randomFrom(seed));
    expect(draw(5)).toEqual(draw(5));
    expect(draw(5)).not.toEqual(draw(6));
  });

  test.each([0, 1, 4_294_967_295])('from seed %d lie evenly in [0, 1)', (seed) => {
    const random = randomFrom(seed);
    const cells = new Array<number>(20).fill(0);
    for (let n = 0; n < 20_000; n++) {
      const cell = Math.floor(random() * 20);
      cells[cell] = (cells[cell] ?? NaN) + 1;
    }
    const chiSquare = cells.reduce((sum, count) => sum + (count - 1000) ** 2 / 1000, 0);
    // 99.99 % point of chi-square with 19 degrees of freedom.
    expect(chiSquare).toBeLessThan(51);
  });
});
