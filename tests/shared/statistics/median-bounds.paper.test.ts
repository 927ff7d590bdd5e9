import { describe, expect, test } from 'vitest';
import { medianBounds } from '../../../shared/statistics/median-bounds.ts';

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

describe('the bounds of a median', () => {
  test.each([
    // Binomial tables, p = 1/2: P(X ≤ 5) of 20 is 2.07 %, P(X ≤ 6) 5.77 %.
    { count: 20, chance: 0.025, low: 6, high: 15 },
    { count: 20, chance: 0.06, low: 7, high: 14 },
    { count: 7, chance: 0.01, low: 1, high: 7 },
    { count: 5000, chance: 0.01, low: 2418, high: 2583 },
  ])('of $count values, each wrong in $chance: $low to $high', ({ count, chance, low, high }) => {
    expect(medianBounds(upTo(count).toReversed(), chance)).toEqual({ low, high });
  });

  test('are not known of a few values', () => {
    expect(medianBounds(upTo(6), 0.01)).toBeNull();
    expect(medianBounds([], 0.01)).toBeNull();
  });
});
