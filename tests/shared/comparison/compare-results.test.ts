import { describe, expect, test } from 'vitest';
import { compareResults, NotComparable } from '../../../shared/comparison/compare-results.ts';
import type { LaneResult } from '../../../shared/contract/lane-result.ts';
import type { Result } from '../../../shared/contract/result.ts';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';
import { summariseThroughput } from '../../../shared/statistics/throughput.ts';
import { laneOf, sampleResult } from '../../support/sample-result.ts';

const scatter = [0.97, 1.02, 1, 0.99, 1.03, 0.98, 1.01, 1, 0.96, 1.02];

const lane = (id: string, typical: number, more: Partial<LaneResult> = {}, machine: readonly number[] = []) =>
  laneOf(id, typical, {
    throughput: summariseThroughput(scatter.map((by, round) => typical * by * (machine[round] ?? 1))),
    ...more,
  });

const resultOf = (lanes: LaneResult[], more: Partial<Result> = {}): Result => ({
  ...sampleResult,
  plan: parsePlan({ lanes: lanes.map(({ id }) => ({ id, strategy: 'pipeline' })) }),
  lanes,
  ...more,
});

test.each([
  ['a fifth slower is worse', 0.8, 'worse'],
  ['a fifth faster is better', 1.25, 'better'],
  ['the same is not told apart', 1, 'not told apart'],
  ['a hundredth is less than slices scatter', 0.99, 'not told apart'],
])('%s', (_what, factor, outcome) => {
  const { lanes } = compareResults(
    resultOf([lane('a', 1000)]),
    resultOf([lane('a', 1000 * factor)]),
    'throughput',
  );
  expect(lanes).toMatchObject([{ state: 'compared', lane: 'a', was: 1000, outcome }]);
  expect(lanes[0]?.state === 'compared' && lanes[0].ratio).toBeCloseTo(factor, 9);
});

describe('ratios', () => {
  const was = resultOf([lane('a', 1000), lane('b', 4000)]);

  test('survive a machine of half the speed, which throughput does not', () => {
    const half = resultOf([lane('a', 500), lane('b', 2000)]);
    expect(compareResults(was, half, 'ratios').lanes).toMatchObject([
      { lane: 'b', outcome: 'not told apart' },
    ]);
    expect(compareResults(was, half, 'throughput').lanes).toMatchObject([
      { outcome: 'worse' },
      { outcome: 'worse' },
    ]);
  });

  test('survive a machine that is busy half of the time', () => {
    const busy = scatter.map((_, round) => (round % 3 === 0 ? 0.4 : 1));
    const disturbed = resultOf([lane('a', 1000, {}, busy), lane('b', 4000, {}, busy)]);
    expect(compareResults(was, disturbed, 'ratios').lanes).toMatchObject([
      { ratio: 1, outcome: 'not told apart' },
    ]);
  });

  test('find the lane that has lost against the first', () => {
    const lost = resultOf([lane('a', 500), lane('b', 1600)]);
    expect(compareResults(was, lost, 'ratios').lanes).toMatchObject([
      { lane: 'b', was: 4, is: 3.2, outcome: 'worse' },
    ]);
  });

  test('need a second lane', () => {
    const alone = resultOf([lane('a', 1)]);
    expect(() => compareResults(alone, alone, 'ratios')).toThrow(/second lane/);
  });
});

describe('not compared', () => {
  const good = resultOf([lane('a', 1000), lane('b', 4000)]);

  test('a lane that failed says so, and in which run', () => {
    const bad = resultOf([lane('a', 1000), lane('b', 4000, { state: 'failed' })]);
    expect(compareResults(good, bad, 'throughput').lanes[1]).toEqual({
      state: 'not compared',
      lane: 'b',
      reason: 'in the later run, b failed',
    });
  });

  test('where the first lane failed there are no ratios', () => {
    const bad = resultOf([lane('a', 1000, { throughput: null }), lane('b', 4000)]);
    expect(compareResults(bad, good, 'ratios').lanes).toEqual([
      { state: 'not compared', lane: 'b', reason: 'in the earlier run, a measured nothing' },
    ]);
  });

  test('results of different plans are refused, with the fields', () => {
    const other = { ...good, plan: parsePlan({ lanes: good.plan.lanes, workload: { clients: 3 } }) };
    const error = (() => {
      try {
        return compareResults(good, other, 'throughput');
      } catch (thrown) {
        return thrown;
      }
    })();
    expect(error).toBeInstanceOf(NotComparable);
    expect((error as NotComparable).differences.map(({ field }) => field)).toContain('workload.clients');
  });

  test('a run whose settings were changed on the way did not measure its plan', () => {
    const tuned = { ...good, tunings: [{ atMs: 5, tuning: { clients: 3 } }] };
    expect(() => compareResults(tuned, good, 'throughput')).toThrow(/changed during the earlier run/);
  });
});

test('what weakens a comparison is said: a stopped run, slices that disagree, a requested rate', () => {
  const rough = lane('a', 1000, {}, [0.5, 1.5, 0.5, 1.5]);
  const was = resultOf([rough], { state: 'stopped' });
  const is = resultOf([lane('a', 1000, { rate: { offered: 1000, achieved: 1000 } })]);
  expect(compareResults(was, is, 'throughput').warnings.join('\n')).toMatch(
    /earlier run was stopped early\n.*earlier run, slices of a disagree.*\n.*--assert/,
  );
});
