import { expect, test } from 'vitest';
import { precisionReached, widestInterval } from '../../../server/engine/run/comparisons.ts';
import type { Comparison } from '../../../shared/contract/result.ts';

const comparison = (ratio: number, ci95: [number, number] | null, pairs = 20): Comparison => ({
  lane: 'other',
  baseline: 'first',
  ratio,
  ci95,
  outcome: 'faster',
  pairs,
});

test.each([
  ['the upper end', [comparison(2, [1.98, 2.06])], 0.03],
  ['the lower end', [comparison(2, [1.6, 2.1])], 0.25],
  ['the widest of several', [comparison(2, [2, 2.02]), comparison(1, [1, 1.1])], 0.1],
  ['the end that was not drawn out to 1', [comparison(1.05, [1, 1.06])], 1.06 / 1.05 - 1],
  ['an interval without any width', [comparison(1, [1, 1])], 0],
])('%s says how wide it is', (_, comparisons, widest) => {
  expect(widestInterval(comparisons)).toBeCloseTo(widest, 9);
});

test.each([
  ['nothing is compared', []],
  ['a ratio has no interval', [comparison(2, [1.99, 2.01]), comparison(2, null)]],
  ['there are too few pairs', [comparison(2, [1.99, 2.01], 9)]],
])('it is not known where %s', (_, comparisons) => {
  expect(widestInterval(comparisons)).toBeNull();
});

test('a run that was stopped is precise all the same, if it is', () => {
  const ratios = [comparison(2, [1.98, 2.04])];
  expect(precisionReached(0.03, ratios, true).ended).toBe('precise');
  expect(precisionReached(0.01, ratios, true).ended).toBe('stopped');
  expect(precisionReached(0.01, ratios, false).ended).toBe('max-duration');
});
