import { expect, test } from 'vitest';
import type { LaneResult } from '../../../shared/contract/lane-result.ts';
import type { Comparison } from '../../../shared/contract/result.ts';
import { impossibleFigures } from '../../../shared/statistics/impossible-figures.ts';
import { aLane } from '../../support/a-lane.ts';
import { sampleResult } from '../../support/a-result.ts';

const latency = { mean: 1, min: 0.5, p50: 1, p95: 2, p99: 3, p999: 4, max: 5 };
const withLane = (more: Partial<LaneResult>) => ({
  ...sampleResult,
  lanes: [aLane('one-by-one', 1000, { latencyMs: { command: latency, batch: null }, ...more })],
});
const withComparison = (more: Partial<Comparison>) => ({
  ...sampleResult,
  comparisons: sampleResult.comparisons.slice(0, 1).map((one) => ({ ...one, ...more })),
});

test('a result that there may be has none', () => {
  expect(impossibleFigures(sampleResult)).toEqual([]);
  expect(impossibleFigures(withLane({}))).toEqual([]);
});

test.each([
  ['no number', withLane({ elapsedMs: NaN }), 'lanes.0.elapsedMs: NaN'],
  ['an absurd one', withLane({ elapsedMs: 2.7e45 }), '2.7e+45'],
  ['a share over 100 %', withLane({ hitRate: 1.13 }), 'lanes.one-by-one.hitRate: a share of 1.13'],
  [
    'percentiles out of order',
    withLane({ latencyMs: { command: { ...latency, p50: 9 }, batch: null } }),
    'latencyMs.command: percentiles are not in order',
  ],
  [
    'failures that do not add up',
    withLane({ failed: 0, failures: { timeout: 500 } }),
    'failed: 0, and 500 by class',
  ],
  ['a completed lane without a rate', withLane({ throughput: null }), 'completed without a rate'],
  ['a ratio of nothing', withComparison({ ratio: 0 }), 'comparisons.pipeline.ratio: 0'],
  ['an interval with a zero in it', withComparison({ ci95: [0, 2] }), 'ci95: 0 – 2'],
  ['an interval that tells nothing', withComparison({ ci95: [1e-9, 2.7e9] }), 'ci95: 1e-9'],
  ['an outcome of nothing', withComparison({ ci95: null }), 'faster without an interval'],
])('%s is found', (_, result, expected) => {
  expect(impossibleFigures(result).join('\n')).toContain(expected);
});
