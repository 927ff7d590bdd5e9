import { describe, expect, test } from 'vitest';
import {
  add,
  bucketCount,
  bucketOf,
  emptyCounts,
  microsOf,
  quantile,
  record,
  since,
  summarise,
  total,
} from '../../../server/engine/latency/histogram.ts';
import { randomFrom } from '../../../shared/statistics/statistics.ts';

/** Half of the width of a bucket at its coarsest: what a value may be off by. */
const precision = 0.0005;

const exactQuantile = (sorted: readonly number[], share: number) =>
  sorted[Math.max(1, Math.ceil(sorted.length * share)) - 1] ?? NaN;

const shapes: { name: string; draw: (random: () => number) => number }[] = [
  { name: 'spread evenly from 1 µs to 60 s', draw: (random) => 1 + random() * 59_999_999 },
  { name: 'spread over every order of magnitude', draw: (random) => 60_000_000 ** random() },
  { name: 'with a long tail', draw: (random) => 80 / (1 - random()) ** 1.2 },
  { name: 'in two humps', draw: (random) => (random() < 0.97 ? 90 : 40_000) * (0.8 + 0.4 * random()) },
];

function fill(values: readonly number[]): Float64Array {
  const counts = emptyCounts();
  for (const value of values) record(counts, Math.min(value, 60_000_000));
  return counts;
}

describe('a latency histogram', () => {
  test.each([0.2, 1, 1.0004, 2, 9.99, 123.456, 1000, 65_535, 65_536, 1_000_000, 33_554_433, 60_000_000])(
    'keeps %d µs to better than three significant digits',
    (micros) => {
      expect(Math.abs(microsOf(bucketOf(micros)) / micros - 1)).toBeLessThanOrEqual(precision);
    },
  );

  test.each(shapes)('finds the exact quantiles of values $name to 0.05 %', ({ draw }) => {
    const random = randomFrom(7);
    const values = Array.from({ length: 20_000 }, () => Math.min(60_000_000, draw(random)));
    const counts = fill(values);
    const sorted = values.toSorted((a, b) => a - b);
    for (const share of [0, 0.01, 0.25, 0.5, 0.9, 0.99, 0.999, 0.9999, 1])
      expect(Math.abs(quantile(counts, share) / exactQuantile(sorted, share) - 1)).toBeLessThanOrEqual(
        precision,
      );
  });

  test('puts a larger value never into an earlier bucket', () => {
    const random = randomFrom(3);
    const values = Array.from({ length: 5000 }, () => 60_000_000 ** random()).sort((a, b) => a - b);
    const buckets = values.map(bucketOf);
    expect(buckets).toEqual(buckets.toSorted((a, b) => a - b));
    expect(new Set(buckets).size).toBeGreaterThan(3000);
  });

  test('has each bucket hold the value that it stands for', () => {
    for (let bucket = 0; bucket < bucketCount; bucket += 97) expect(bucketOf(microsOf(bucket))).toBe(bucket);
  });

  test.each([
    { micros: 0, goes: 'the first bucket', bucket: 0 },
    { micros: 0.001, goes: 'the first bucket', bucket: 0 },
    { micros: 1e9, goes: 'the last bucket', bucket: bucketCount - 1 },
    { micros: Infinity, goes: 'the last bucket', bucket: bucketCount - 1 },
  ])('counts $micros µs, which is out of range, in $goes', ({ micros, bucket }) => {
    const counts = emptyCounts();
    record(counts, micros);
    expect(counts[bucket]).toBe(1);
    expect(total(counts)).toBe(1);
  });

  test('counts the same in shared memory of whole numbers as in floating point', () => {
    const random = randomFrom(11);
    const shared = new Uint32Array(new SharedArrayBuffer(bucketCount * 4));
    const own = emptyCounts();
    for (let n = 0; n < 5000; n++) {
      const micros = 10_000 * random();
      record(shared, micros);
      record(own, micros);
    }
    expect(summarise(shared)).toEqual(summarise(own));
  });

  test('records several values that are alike as if one by one', () => {
    const together = emptyCounts();
    const singly = emptyCounts();
    record(together, 250, 16);
    for (let n = 0; n < 16; n++) record(singly, 250);
    expect(together).toEqual(singly);
  });

  test('merged from parts says the same as one that heard everything', () => {
    const random = randomFrom(5);
    const parts = Array.from({ length: 4 }, (_, part) =>
      Array.from({ length: 3000 }, () => 100 * (part + 1) * (1 + random())),
    );
    const merged = emptyCounts();
    for (const part of parts) add(merged, fill(part));
    expect(merged).toEqual(fill(parts.flat()));
    expect(total(merged)).toBe(12_000);
  });

  test('tells what was counted since an earlier copy, and leaves both as they were', () => {
    const counts = fill([100, 100, 5000]);
    const earlier = counts.slice();
    record(counts, 100);
    record(counts, 90_000, 2);
    const later = counts.slice();
    expect(since(counts, earlier)).toEqual(fill([100, 90_000, 90_000]));
    expect(counts).toEqual(later);
    expect(earlier).toEqual(fill([100, 100, 5000]));
  });
});

describe('the summary of a histogram', () => {
  test('is in milliseconds and agrees with the exact figures', () => {
    const random = randomFrom(9);
    const values = Array.from({ length: 10_000 }, () => 200 + 4000 * random() ** 3);
    const sorted = values.toSorted((a, b) => a - b);
    const exact = {
      mean: values.reduce((sum, value) => sum + value, 0) / values.length,
      min: exactQuantile(sorted, 0),
      p50: exactQuantile(sorted, 0.5),
      p95: exactQuantile(sorted, 0.95),
      p99: exactQuantile(sorted, 0.99),
      p999: exactQuantile(sorted, 0.999),
      max: exactQuantile(sorted, 1),
    };
    const summary = summarise(fill(values));
    expect(Object.keys(summary ?? {})).toEqual(Object.keys(exact));
    for (const [name, micros] of Object.entries(exact)) {
      const ms = summary?.[name as keyof typeof exact] ?? NaN;
      expect(Math.abs((ms * 1000) / micros - 1), name).toBeLessThanOrEqual(precision);
    }
  });

  test('of a single value is that value throughout', () => {
    const summary = summarise(fill([1500]));
    for (const ms of Object.values(summary ?? { none: NaN }))
      expect(Math.abs(ms / 1.5 - 1)).toBeLessThanOrEqual(precision);
  });

  test.each([
    { values: 99, expected: 1, because: 'the slow one is beyond the 99th of a hundred' },
    { values: 98, expected: 1000, because: 'with 98 fast ones the 99th is slow' },
  ])(
    'has a p99 of $expected ms after $values fast and then slow values: $because',
    ({ values, expected }) => {
      const fast = Array.from({ length: values }, () => 1000);
      const slow = Array.from({ length: 100 - values }, () => 1_000_000);
      expect(summarise(fill([...fast, ...slow]))?.p99).toBeCloseTo(expected, expected > 1 ? -1 : 2);
    },
  );

  test('has the middle one of three values as its median', () => {
    expect(summarise(fill([1000, 2000, 3000]))?.p50).toBeCloseTo(2, 2);
  });

  test('of nothing is null, and its quantiles are no numbers', () => {
    expect(summarise(emptyCounts())).toBeNull();
    expect(quantile(emptyCounts(), 0.5)).toBeNaN();
  });
});
