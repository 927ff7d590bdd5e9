import { expect, test } from 'vitest';
import {
  boundAt,
  judgeUnder,
  kneesUnder,
  movedByKey,
} from '../../../../client/src/outcomes/search/tried-bound.ts';
import type { SearchSnapshot } from '../../../../shared/contract/search.ts';
import { recommend } from '../../../../shared/search/recommendation.ts';
import { madeCurve, madeSearch, madeWorkload } from '../../../support/made-points.ts';

const points = madeCurve([1, 16, 64, 256, 512], { tripMs: 5, ceiling: 300_000 });
const searchOf = (fields: Partial<SearchSnapshot['order']> = {}): SearchSnapshot => ({
  id: 'search-1',
  state: 'completed',
  startedAt: '2026-01-01T00:00:00.000Z',
  order: { target: 'embedded', ...madeSearch(), budgetMs: 60_000, ...fields },
  elapsedMs: 0,
  stage: null,
  candidates: [],
  points,
  advice: null,
  error: null,
});

test('A tighter bound gives a smaller batch, and no bound what the search itself recommends', () => {
  const deepest = judgeUnder(searchOf(), null);
  expect(deepest).toEqual(recommend(madeSearch(), points));
  const p99 = deepest.candidate.p99Ms ?? 0;
  const tighter = judgeUnder(searchOf(), p99 * 0.9);
  expect(tighter.worth).toBe('yes');
  expect(tighter.candidate.batchSize).toBeLessThan(deepest.candidate.batchSize);
  expect(judgeUnder(searchOf(), 0.01).worth).toBe('bound out of reach');
});

test('The knee is as wide as noise makes it, and none is told of an open loop', () => {
  const search = searchOf();
  const recommendation = judgeUnder(search, null);
  const knees = kneesUnder(search, recommendation).map(({ batchSize }) => batchSize);
  expect(knees.at(-1)).toBe(recommendation.knee.batchSize);
  const noisy = {
    ...search,
    points: madeCurve([1, 16, 64, 256, 512], { tripMs: 5, ceiling: 300_000, noise: 0.5 }),
  };
  expect(kneesUnder(noisy, { ...recommendation, worth: 'yes' }).length).toBeGreaterThan(knees.length);
  expect(kneesUnder(searchOf({ workload: madeWorkload({ rps: 100 }) }), recommendation)).toEqual([]);
});

test.each([
  ['ArrowRight', 10, 11],
  ['ArrowLeft', 10, 9.1],
  ['PageUp', 10, 20],
  ['PageUp', 60, 100],
  ['Home', 10, 1],
  ['End', 10, 100],
  ['Tab', 10, undefined],
])('%s moves a bound of %d ms to %s', (key, from, to) => {
  expect(movedByKey(key, from, { min: 1, max: 100 })).toBe(to);
});

test('A bound has two digits and stays on its axis', () => {
  expect(boundAt(12.345, { min: 1, max: 100 })).toBe(12);
  expect(boundAt(0.0123, { min: 1, max: 100 })).toBe(1);
});
