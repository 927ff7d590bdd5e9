import { expect, test } from 'vitest';
import { leastBudgetFor, usualBudgetFor } from '../../../shared/search/budget.ts';
import { longestSearch } from '../../../shared/search/search-plan.ts';
import { finalTimes, runMs, surveyTimes } from '../../../shared/search/time-plan.ts';
import { madeSearch } from '../../support/made-points.ts';

const search = madeSearch({ strategies: ['auto-pipeline', 'pipeline', 'multi-key'] });
const over = (rttMs: number) => ({ rttMs, jitterMs: 0 });

test('a search takes a minute, and over a slow network what it needs', () => {
  expect(usualBudgetFor(search, undefined)).toBe(60_000);
  expect(usualBudgetFor(search, over(5))).toBe(60_000);
  expect(usualBudgetFor(search, over(300))).toBeGreaterThan(60_000);
});

test.each([0.05, 5, 50, 150])('survey and final round fit into the budget at %s ms', (tripMs) => {
  const budgetMs = usualBudgetFor(search, over(tripMs));
  const survey = longestSearch(search);
  const surveyed = runMs(survey.lanes, surveyTimes(survey, budgetMs, tripMs), tripMs, survey.runs * 1000);
  expect(surveyed).toBeLessThanOrEqual(budgetMs / 2 + 1000);
  const final = runMs(8, finalTimes(8, budgetMs - surveyed, tripMs), tripMs);
  expect(surveyed + final).toBeLessThanOrEqual(budgetMs * 1.05);
});

test('slices hold several trips, and the final round has at least four of them', () => {
  for (const tripMs of [0.05, 5, 150]) {
    const times = finalTimes(8, 30_000, tripMs);
    expect(times.sliceMs).toBeGreaterThanOrEqual(2 * tripMs);
    expect(times.slices).toBeGreaterThanOrEqual(4);
  }
  expect(finalTimes(8, 30_000, 0.05).slices).toBeGreaterThanOrEqual(6);
});

test('the least budget grows with the round trip and with the strategies', () => {
  expect(leastBudgetFor(search, over(100))).toBeGreaterThan(leastBudgetFor(search, undefined));
  expect(leastBudgetFor(madeSearch(), undefined)).toBeLessThan(leastBudgetFor(search, undefined));
});
