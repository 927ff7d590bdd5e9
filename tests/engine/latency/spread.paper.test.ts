import { expect, test } from 'vitest';
import { emptyCounts, record, latencySpreadOf } from '../../../server/engine/latency/histogram.ts';
import { spreadBuckets } from '../../../shared/limits.ts';
import { rangeOf, spreadBoundMs } from '../../../shared/statistics/latency-spread.ts';
import { randomFrom } from '../../../shared/statistics/statistics.ts';

test('A latency falls into the coarse bucket whose bounds hold it, at any order of magnitude', () => {
  const random = randomFrom(11);
  for (let drawn = 0; drawn < 100; drawn++) {
    const micros = 0.2 * 3e8 ** random();
    const counts = emptyCounts();
    record(counts, micros);
    const spread = latencySpreadOf(counts);
    expect(spread?.perMille).toEqual([1000]);
    const from = spread?.from ?? 0;
    expect(spreadBoundMs(from)).toBeLessThanOrEqual(micros / 1000);
    expect(spreadBoundMs(from + 1)).toBeGreaterThan(micros / 1000);
  }
});

test('Shares are per mille of all; a single slow command among many still shows', () => {
  const counts = emptyCounts();
  record(counts, 100, 60_000);
  record(counts, 130, 39_999);
  record(counts, 8000, 1);
  const { from = 0, perMille = [] } = latencySpreadOf(counts) ?? {};
  expect(perMille.filter((share) => share > 0)).toEqual([600, 400, 1]);
  expect(spreadBoundMs(from)).toBeLessThanOrEqual(0.1);
  expect(rangeOf({ from, perMille }).mostMs).toBeGreaterThanOrEqual(8);
});

test('It stays small whatever was measured, and there is none of nothing', () => {
  const counts = emptyCounts();
  counts.fill(7);
  const spread = latencySpreadOf(counts);
  expect(spread?.from).toBe(0);
  expect(spread?.perMille).toHaveLength(spreadBuckets.count);
  expect(JSON.stringify(spread).length).toBeLessThan(400);
  expect(latencySpreadOf(emptyCounts())).toBeNull();
});
