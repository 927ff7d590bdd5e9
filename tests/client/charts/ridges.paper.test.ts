import { describe, expect, test } from 'vitest';
import { densityOf } from '../../../client/src/charts/density.ts';
import { dotAt, type RidgeDot } from '../../../client/src/charts/ridge-dots.ts';
import { fitLabel, stripsOf } from '../../../client/src/charts/strips.ts';
import { randomFrom } from '../../../shared/statistics/statistics.ts';

describe('the shape of a ridge', () => {
  const peaks = (values: readonly number[]) => {
    const shape = densityOf(values);
    return shape.filter(
      ({ height }, at) => height > (shape[at - 1]?.height ?? 1) && height > (shape[at + 1]?.height ?? 1),
    );
  };

  test('has its peak where values cluster, and one for each of two clusters', () => {
    const random = randomFrom(5);
    const around = (centre: number) => Array.from({ length: 20 }, () => centre * (0.97 + 0.06 * random()));
    const [only] = peaks(around(50_000));
    expect(only?.height).toBe(1);
    expect(only?.value).toBeGreaterThan(48_000);
    expect(only?.value).toBeLessThan(52_000);
    expect(peaks([...around(10_000), ...around(40_000)])).toHaveLength(2);
  });

  test('reaches down to the base on both sides', () => {
    const shape = densityOf([900, 1000, 1100, 1300]);
    expect(Math.max(shape[0]?.height ?? 1, shape.at(-1)?.height ?? 1)).toBeLessThan(0.05);
    expect(shape[0]?.value).toBeLessThan(900);
    expect(shape.at(-1)?.value).toBeGreaterThan(1300);
  });

  test('can be seen where all values are the same', () => {
    const shape = densityOf([1000, 1000, 1000, 1000]);
    expect((shape.at(-1)?.value ?? 0) / (shape[0]?.value ?? 1)).toBeGreaterThan(1.05);
  });

  test('is not drawn of a few values', () => {
    expect(densityOf([1000, 2000, 3000])).toEqual([]);
    expect(densityOf([])).toEqual([]);
  });
});

describe('the slice at a moment', () => {
  const dots: RidgeDot[] = [
    { rate: 1, span: [2, 2.5] },
    { rate: 2, span: [2.5, 3] },
    { rate: 3, span: [4, 4.5] },
  ];

  test.each([
    ['within a slice', 2.7, 2],
    ['at its end, as the arrow keys go', 3, 2],
    ['in the warm-up', 1, undefined],
    ['in the warm-up after a change', 3.5, undefined],
    ['after the last, for a lane that ended sooner', 9, 3],
    ['nowhere', null, undefined],
  ])('%s', (_, seconds, rate) => {
    expect(dotAt(dots, seconds, true)?.rate).toBe(rate);
  });

  test('of settings that were changed since, none stands for what comes after', () => {
    expect(dotAt(dots, 9, false)).toBeNull();
    expect(dotAt([{ rate: 1, span: null }], 1, true)).toBeNull();
  });
});

test('Strips share a plot evenly, each with a line of text above it', () => {
  expect(stripsOf({ top: 10, bottom: 210 }, 2, 20)).toEqual([
    { text: 10, top: 30, bottom: 110 },
    { text: 110, top: 130, bottom: 210 },
  ]);
});

test('A name that is too long for its place is cut', () => {
  const measure = (text: string) => 10 * text.length;
  expect(fitLabel('Pipeline', 80, measure)).toBe('Pipeline');
  expect(fitLabel('One by one', 80, measure)).toBe('One by…');
  expect(fitLabel('Pipeline', 5, measure)).toBe('');
});
