import { describe, expect, test } from 'vitest';
import type { LaneResult } from '../../../shared/contract/lane-result.ts';
import type { Result } from '../../../shared/contract/result.ts';
import { summariseThroughput } from '../../../shared/statistics/throughput.ts';
import { withEstimates } from '../../../shared/statistics/with-estimates.ts';
import { aLane, aLatency } from '../../support/a-lane.ts';
import { sampleResult } from '../../support/a-result.ts';

const rounds = [1, 0.94, 1.05, 0.98, 1.02, 0.96];
const lane = (id: string, rate: number, more: Partial<LaneResult> = {}) =>
  aLane(id, rate, {
    throughput: summariseThroughput(rounds.map((round, at) => rate * round * (1 + (0.02 * at) / rate))),
    ...{ latencyMs: { command: aLatency(0.125), batch: null }, ...more },
  });

/** As it was written before lanes had estimates. */
const old: Result = {
  ...sampleResult,
  lanes: [
    lane('one-by-one', 1000),
    lane('concurrent', 6700),
    lane('pipeline', 7100, {
      gain: {
        waiting: { ratio: 6.6, ci95: [6.5, 6.69] },
        batching: { ratio: 1.1, ci95: [1.08, 1.12] },
        concurrent: 'concurrent',
      },
    }),
  ],
  comparisons: ['concurrent', 'pipeline'].map((id) => ({
    ...{ lane: id, baseline: 'one-by-one', ratio: 7.9, ci95: [7.5, 8] as [number, number] },
    ...{ outcome: 'faster' as const, pairs: 6 },
    latency: {
      kind: 'command' as const,
      ratio: 1.2,
      ci95: [1.1, 1.3] as [number, number],
      outcome: 'worse' as const,
    },
  })),
};

describe('a result that was written before there were estimates', () => {
  const filled = withEstimates(old);
  const estimateOf = (id: string) => filled.lanes.find((one) => one.id === id)?.throughput?.estimate ?? NaN;

  test('gets ratios that are quotients of what its lanes show, each in its interval', () => {
    for (const { lane: id, ratio, ci95 } of filled.comparisons) {
      expect(ratio).toBe(estimateOf(id) / estimateOf('one-by-one'));
      expect(ci95?.[0]).toBeLessThanOrEqual(ratio);
      expect(ci95?.[1]).toBeGreaterThanOrEqual(ratio);
    }
    expect(estimateOf('pipeline') / estimateOf('one-by-one')).toBeCloseTo(7.1, 2);
  });

  test('gets factors that multiply to the ratio', () => {
    const { gain } = filled.lanes[2] ?? {};
    expect((gain?.waiting.ratio ?? NaN) * (gain?.batching.ratio ?? NaN)).toBeCloseTo(
      filled.comparisons[1]?.ratio ?? NaN,
      9,
    );
  });

  test('shows the ratio of the p50s that it shows, and no outcome that its interval does not have', () => {
    const { latency } = filled.comparisons[0] ?? {};
    expect(latency).toMatchObject({ ratio: 1, ci95: [1, 1.3], outcome: 'inconclusive' });
  });

  test('has its medians where settings were changed during the run', () => {
    const tuned = withEstimates({ ...old, tunings: [{ atMs: 1, tuning: { pipeline: 8 } }] });
    expect(tuned.lanes.map(({ throughput }) => throughput?.estimate)).toEqual(
      old.lanes.map(({ throughput }) => throughput?.median),
    );
  });
});

test('a result with estimates stays as it is', () => {
  const filled = withEstimates(old);
  expect(withEstimates(filled)).toBe(filled);
});
