import { describe, expect, test } from 'vitest';
import { keyChooser, type KeyChooserOptions } from '../../../server/engine/workload/key-chooser.ts';
import { randomFrom } from '../../../shared/statistics/statistics.ts';

const chooser = (options: Partial<KeyChooserOptions>, seed = 1) =>
  keyChooser({
    pattern: 'R',
    keyspace: 100,
    zipfExponent: 1,
    start: 0,
    random: randomFrom(seed),
    ...options,
  });

/** How often each key was chosen in `draws` draws; fails for a key outside the keyspace. */
function frequencies(options: Partial<KeyChooserOptions> & { keyspace: number }, draws: number): number[] {
  const choose = chooser(options);
  const counts = new Array<number>(options.keyspace).fill(0);
  for (let n = 0; n < draws; n++) {
    const key = choose();
    const before = counts[key];
    if (before === undefined) throw new Error(`key ${key} of ${options.keyspace}`);
    counts[key] = before + 1;
  }
  return counts;
}

const chiSquare = (counts: readonly number[], expected: (key: number) => number) =>
  counts.reduce((sum, count, key) => sum + (count - expected(key)) ** 2 / expected(key), 0);

/** Five standard deviations above the mean of chi-square: one in millions by chance. */
const farFetched = (degrees: number) => degrees + 5 * Math.sqrt(2 * degrees);

const patterns = ['R', 'S', 'Z', 'G'] as const;

describe('every key pattern', () => {
  test.each(patterns.flatMap((pattern) => [1, 2, 1000].map((keyspace) => ({ pattern, keyspace }))))(
    '$pattern stays within a keyspace of $keyspace',
    ({ pattern, keyspace }) => {
      const counts = frequencies({ pattern, keyspace }, 5000);
      expect(counts.reduce((sum, count) => sum + count)).toBe(5000);
    },
  );

  test.each(patterns)('%s draws the same keys from the same seed', (pattern) => {
    const draw = (seed: number) => Array.from({ length: 50 }, chooser({ pattern, keyspace: 5000 }, seed));
    expect(draw(4)).toEqual(draw(4));
    if (pattern !== 'S') expect(draw(4)).not.toEqual(draw(5));
  });
});

describe('the random pattern', () => {
  test('chooses each key as often', () => {
    const counts = frequencies({ pattern: 'R', keyspace: 100 }, 50_000);
    expect(chiSquare(counts, () => 500)).toBeLessThan(farFetched(99));
  });
});

describe('the sequential pattern', () => {
  test('covers every key in order, again and again', () => {
    const choose = chooser({ pattern: 'S', keyspace: 5 });
    expect(Array.from({ length: 12 }, choose)).toEqual([0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 0, 1]);
  });

  test('continues at the beginning when it starts further on', () => {
    const choose = chooser({ pattern: 'S', keyspace: 5, start: 3 });
    expect(Array.from({ length: 6 }, choose)).toEqual([3, 4, 0, 1, 2, 3]);
  });
});

describe('the Zipf pattern', () => {
  test.each([0.5, 1, 2])('follows the law of Zipf with exponent %d', (zipfExponent) => {
    const keyspace = 200;
    const draws = 100_000;
    const weights = Array.from({ length: keyspace }, (_, key) => (key + 1) ** -zipfExponent);
    const total = weights.reduce((sum, weight) => sum + weight);
    const counts = frequencies({ pattern: 'Z', keyspace, zipfExponent }, draws);
    // Rare keys are taken together, as chi-square wants at least a few of each.
    const expected = (key: number) => (draws * (weights[key] ?? NaN)) / total;
    const common = counts.filter((_, key) => expected(key) >= 10);
    const rare = counts.slice(common.length).reduce((sum, count) => sum + count, 0);
    const expectedRare = counts
      .map((_, key) => expected(key))
      .slice(common.length)
      .reduce((sum, count) => sum + count, 0);
    const distance = chiSquare(common, expected) + (rare - expectedRare) ** 2 / (expectedRare || 1);
    expect(distance).toBeLessThan(farFetched(common.length));
  });

  test('has key 0 as the hottest, and hotter the larger the exponent', () => {
    const share = (zipfExponent: number) => {
      const counts = frequencies({ pattern: 'Z', keyspace: 1000, zipfExponent }, 10_000);
      expect(Math.max(...counts)).toBe(counts[0]);
      return counts[0] ?? NaN;
    };
    expect(share(1.5)).toBeGreaterThan(share(1));
    expect(share(1)).toBeGreaterThan(share(0.7));
  });

  test('needs no table: a billion keys are no more work than ten', () => {
    const choose = chooser({ pattern: 'Z', keyspace: 1_000_000_000, zipfExponent: 0.9 });
    const keys = Array.from({ length: 2000 }, choose);
    expect(Math.max(...keys)).toBeLessThan(1_000_000_000);
    expect(keys.filter((key) => key > 500_000_000).length).toBeGreaterThan(20);
  });
});

describe('the Gaussian pattern', () => {
  test('lies around the middle with a sixth of the keyspace as standard deviation', () => {
    const keyspace = 6000;
    const choose = chooser({ pattern: 'G', keyspace });
    const keys = Array.from({ length: 40_000 }, choose);
    const mean = keys.reduce((sum, key) => sum + key, 0) / keys.length;
    const variance = keys.reduce((sum, key) => sum + (key - mean) ** 2, 0) / keys.length;
    expect(Math.abs(mean - 2999.5)).toBeLessThan(30);
    // Cut at three standard deviations, a normal law keeps 98.7 % of its own.
    expect(Math.sqrt(variance) / (keyspace / 6)).toBeGreaterThan(0.97);
    expect(Math.sqrt(variance) / (keyspace / 6)).toBeLessThan(1.0);
  });

  test('is the same on both sides', () => {
    const counts = frequencies({ pattern: 'G', keyspace: 100 }, 40_000);
    const below = counts.slice(0, 50).reduce((sum, count) => sum + count);
    expect(Math.abs(below - 20_000)).toBeLessThan(600);
  });
});
