import { expect, test } from 'vitest';
import { mergeSpreads, rangeOf, spreadBoundMs } from '../../../shared/statistics/latency-spread.ts';

test('Buckets divide each doubling in four, from an eighth of a microsecond on', () => {
  expect([0, 1, 4, 12, 52].map((bucket) => spreadBoundMs(bucket) * 1000)).toEqual([
    0.125, 0.15625, 0.25, 1, 1024,
  ]);
});

test('The middle half is between the buckets of the quartiles, and the slowest is in the last', () => {
  const range = rangeOf({ from: 12, perMille: [100, 200, 400, 290, 0, 0, 10] });
  expect(range).toEqual({
    fromMs: spreadBoundMs(13),
    toMs: spreadBoundMs(16),
    mostMs: spreadBoundMs(19),
  });
});

test('Samples are merged by how many commands they have, whatever their buckets', () => {
  const merged = mergeSpreads([
    { spread: { from: 10, perMille: [1000] }, commands: 300 },
    { spread: { from: 12, perMille: [500, 500] }, commands: 100 },
  ]);
  expect(merged).toEqual({ from: 10, perMille: [750, 0, 125, 125] });
});

test('Of samples without a command there is nothing to merge', () => {
  expect(mergeSpreads([])).toBeNull();
  expect(mergeSpreads([{ spread: { from: 1, perMille: [1000] }, commands: 0 }])).toBeNull();
});
