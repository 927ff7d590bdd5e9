import { decodeFromCompressedBase64 } from 'hdr-histogram-js';
import { describe, expect, test } from 'vitest';
import { percentileTable, toHdr } from '../../../server/engine/latency/hdr-export.ts';
import { emptyCounts, quantile, record, total } from '../../../server/engine/latency/histogram.ts';
import { randomFrom } from '../../../shared/statistics/statistics.ts';

/** Half a bucket of ours, and a whole one of HdrHistogram, which tells the upper end of its bucket. */
const precision = 0.0005 + 0.001;

function drawn(draw: (random: () => number) => number, count = 20_000): Float64Array {
  const random = randomFrom(21);
  const counts = emptyCounts();
  for (let n = 0; n < count; n++) record(counts, draw(random));
  return counts;
}

describe('a histogram exported as HdrHistogram V2', () => {
  test.each([
    { name: 'around 100 µs', draw: (random: () => number) => 80 + 40 * random() },
    { name: 'from 1 µs to 60 s', draw: (random: () => number) => 60_000_000 ** random() },
    { name: 'with a long tail', draw: (random: () => number) => 90 / (1 - random()) },
  ])('is decoded to the same percentiles to three digits for values $name', ({ draw }) => {
    const counts = drawn(draw);
    const decoded = decodeFromCompressedBase64(toHdr(counts) ?? '');
    expect(decoded.totalCount).toBe(total(counts));
    for (const share of [0.01, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 0.999, 1]) {
      const micros = decoded.getValueAtPercentile(100 * share) / 1000;
      expect(Math.abs(micros / quantile(counts, share) - 1), `p${100 * share}`).toBeLessThan(precision);
    }
  });

  test('does not lose counts beyond 32 bits', () => {
    const counts = emptyCounts();
    record(counts, 100, 5_000_000_000);
    record(counts, 900);
    const decoded = decodeFromCompressedBase64(toHdr(counts) ?? '', 64);
    expect(decoded.totalCount).toBe(5_000_000_001);
  });

  test('is null when nothing was counted', () => {
    expect(toHdr(emptyCounts())).toBeNull();
  });
});

describe('the percentile table of a histogram', () => {
  const rowsOf = (counts: ReturnType<typeof emptyCounts>) =>
    percentileTable(toHdr(counts) ?? '')
      .split('\n')
      .filter((line) => /^ *[\d.]+ +[01]\.\d+ /.test(line))
      .map((line) => line.trim().split(/ +/).map(Number));

  test('rises to all that was counted, in milliseconds, with more rows the nearer to 100 %', () => {
    const counts = drawn((random) => 100 / (1 - random()) ** 0.5, 50_000);
    const rows = rowsOf(counts);
    const column = (index: number) => rows.map((row) => row[index] ?? NaN);
    for (const index of [0, 1, 2]) expect(column(index)).toEqual(column(index).toSorted((a, b) => a - b));
    expect(rows.at(-1)?.slice(1, 3)).toEqual([1, 50_000]);
    expect(column(1).filter((share) => share > 0.9).length).toBeGreaterThan(30);
    for (const [ms = NaN, share = NaN, seen = NaN] of rows.slice(1)) {
      expect(seen / 50_000).toBeGreaterThanOrEqual(share - 1e-4);
      const exact = quantile(counts, seen / 50_000) / 1000;
      // Three decimals of a millisecond.
      expect(Math.abs(ms - exact)).toBeLessThan(0.0005 + precision * exact);
    }
  });

  test('of a single value has that value', () => {
    const counts = emptyCounts();
    record(counts, 2500);
    const rows = rowsOf(counts);
    expect(rows.length).toBeGreaterThan(0);
    for (const [ms = NaN] of rows) expect(ms).toBeCloseTo(2.5, 2);
  });

  test('is refused for what is no histogram', () => {
    expect(() => percentileTable('bm90IG9uZQ==')).toThrow();
  });
});
