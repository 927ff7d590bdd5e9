import { expect, test } from 'vitest';
import { precisionReached, widestInterval } from '../../../server/engine/run/precision.ts';
import type { Comparison } from '../../../shared/contract/result.ts';
import { useEmbedded } from '../../support/embedded.ts';
import { begin, quick, slices } from './begin-run.ts';

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

const embedded = useEmbedded();
const lanes = [{ strategy: 'one-by-one' }, { strategy: 'pipeline' }];

test('a run ends as soon as its ratios are precise enough, and says how precise they are', async () => {
  const { run, events } = begin(embedded().target, {
    lanes,
    workload: quick,
    schedule: { ...slices, precision: 0.5, maxDurationMs: 60_000 },
  });
  const { precision, comparisons, warnings, lanes: measured } = await run.finished;
  expect(precision).toEqual({ asked: 0.5, reached: widestInterval(comparisons), ended: 'precise' });
  expect(precision?.reached).toBeLessThanOrEqual(0.5);
  expect(warnings).toEqual([]);
  const rounds = measured.map(({ throughput }) => throughput?.slices.length ?? 0);
  expect(rounds[0]).toBe(rounds[1]);
  expect(rounds[0]).toBeGreaterThanOrEqual(10);
  expect(rounds[0]).toBeLessThan(600);
  // Not a round more than it takes: before the last, it was not precise.
  const standings = events.flatMap((event) => (event.type === 'standing' ? [event.comparisons] : []));
  const wide = standings.slice(0, -1).map((before) => widestInterval(before) ?? Infinity);
  expect(wide.every((width) => width > 0.5)).toBe(true);
});

test('a run that has had its most time ends, and warns that it is not precise', async () => {
  const { run } = begin(embedded().target, {
    lanes,
    workload: quick,
    schedule: { ...slices, precision: 0.005, maxDurationMs: 1200 },
  });
  const { precision, warnings, lanes: measured } = await run.finished;
  expect(precision).toMatchObject({ asked: 0.005, ended: 'max-duration' });
  expect(warnings).toEqual([{ code: 'not-precise', asked: 0.005, reached: precision?.reached }]);
  expect(measured.map(({ throughput }) => throughput?.slices.length)).toEqual([12, 12]);
});
