import { describe, expect, test } from 'vitest';
import { checkOfBoth, pooled, secondPlan } from '../../../server/cli/gate/second-look.ts';
import { mostSlices, type Plan, type PlanInput } from '../../../shared/contract/plan.ts';
import { limits } from '../../../shared/limits.ts';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';
import { aResult } from '../../support/a-result.ts';

const planOf = (input: Partial<PlanInput> = {}): Plan =>
  parsePlan({ lanes: [{ strategy: 'one-by-one' }, { strategy: 'pipeline' }], ...input });

describe('a second plan', () => {
  const again = (input: Partial<PlanInput>) => secondPlan(planOf(input), null, false).plan;

  test('lasts twice as long, with the same turns', () => {
    const plan = again({ workload: { durationMs: 3000 } });
    expect([plan.workload.durationMs, ...plan.lanes.map(({ workload }) => workload.durationMs)]).toEqual([
      6000, 6000, 6000,
    ]);
    expect(plan.schedule).toEqual(planOf({ workload: { durationMs: 3000 } }).schedule);
  });

  test('of a count sends twice as many, and of a precision may last twice as long', () => {
    expect(again({ workload: { requests: 500 } }).lanes[1]?.workload.requests).toBe(1000);
    expect(again({ schedule: { precision: 0.1, maxDurationMs: 20_000 } }).schedule.maxDurationMs).toBe(
      40_000,
    );
  });

  test('keeps within all bounds', () => {
    const most = { durationMs: limits.durationMs.max };
    expect(again({ workload: most, schedule: { sliceMs: 10_000 } }).workload.durationMs).toBe(
      most.durationMs,
    );
    expect(again({ workload: { durationMs: 300_000 }, schedule: { sliceMs: 100 } }).workload.durationMs).toBe(
      mostSlices * 100,
    );
  });
});

describe('beside the plan of a baseline', () => {
  const was = planOf({ workload: { pipeline: 128 }, network: { rttMs: 2 } });
  const plan = planOf();

  test('that differs in settings of lanes, its lanes take turns with those of the run', () => {
    const second = secondPlan(plan, was, false);
    expect(second.isInterleaved).toBe(true);
    expect(
      second.plan.lanes.map(({ id, strategy, workload, network }) => [
        id,
        strategy,
        workload.pipeline,
        workload.durationMs,
        network?.rttMs,
      ]),
    ).toEqual([
      ['one-by-one', 'one-by-one', 16, 10_000, undefined],
      ['pipeline', 'pipeline', 16, 10_000, undefined],
      ['was-1', 'one-by-one', 128, 10_000, 2],
      ['was-2', 'pipeline', 128, 10_000, 2],
    ]);
    expect(() => parsePlan(second.plan)).not.toThrow();
  });

  test('lanes without a network stay without one', () => {
    const { plan: both } = secondPlan(was, plan, false);
    expect(both.lanes.map(({ network }) => network?.rttMs)).toEqual([undefined, undefined, 0, 0]);
  });

  test('what was measured is of the run, or of the baseline’s plan, under the ids of both', () => {
    const second = secondPlan(plan, was, false);
    const measured = aResult({
      plan: second.plan,
      lanes: { 'one-by-one': 1000, pipeline: 4000, 'was-1': 500, 'was-2': 8000 },
    });
    const { result, was: before } = second.parts(measured);
    const figures = [result, before].map((one) => [
      one?.plan.workload.pipeline,
      one?.lanes.map(({ id, throughput }) => [id, Math.round(throughput?.estimate ?? 0)]),
      one?.comparisons.map(({ lane, baseline, ratio }) => [lane, baseline, Math.round(ratio)]),
    ]);
    expect(figures).toEqual([
      [
        16,
        [
          ['one-by-one', 1000],
          ['pipeline', 4000],
        ],
        [['pipeline', 'one-by-one', 4]],
      ],
      [
        128,
        [
          ['one-by-one', 500],
          ['pipeline', 8000],
        ],
        [['pipeline', 'one-by-one', 16]],
      ],
    ]);
  });

  test.each<[string, Plan, Plan, boolean]>([
    ['measures the same', plan, planOf(), false],
    ['differs in the server', plan, planOf({ server: { ioThreads: 2 } }), false],
    ['has other lanes', plan, planOf({ lanes: [{ strategy: 'pipeline' }] }), false],
    ['is one of code of the user', plan, was, true],
    ['has lanes for which there is no room', ...eightLanes(), false],
  ])('that %s, the run is measured alone', (_why, is, earlier, code) => {
    const second = secondPlan(is, earlier, code);
    expect([second.isInterleaved, second.plan.lanes.length]).toEqual([false, is.lanes.length]);
    const measured = aResult();
    expect(second.parts(measured)).toEqual({ result: { ...measured, plan: is }, was: null });
  });
});

function eightLanes(): [Plan, Plan] {
  const lanes = Array.from({ length: 8 }, () => ({ strategy: 'pipeline' }));
  return [planOf({ lanes }), planOf({ lanes, workload: { clients: 5 } })];
}

test('two measurements together have all slices, and one fit over them', () => {
  const [one, other] = [1000, 3000].map((pipeline) =>
    aResult({ lanes: { 'one-by-one': [100, 100], pipeline: [pipeline, pipeline] } }),
  );
  if (!one || !other) throw new Error('two were made');
  const both = pooled(one, other);
  expect(both.lanes.map(({ throughput }) => throughput?.slices)).toEqual([
    [100, 100, 100, 100],
    [1000, 1000, 3000, 3000],
  ]);
  const [first, second] = both.lanes.map(({ throughput }) => throughput?.estimate ?? NaN);
  expect(both.comparisons).toMatchObject([{ lane: 'pipeline', baseline: 'one-by-one', pairs: 4 }]);
  expect(both.comparisons[0]?.ratio).toBeCloseTo((second ?? NaN) / (first ?? NaN), 9);
  expect(both.lanes[1]?.throughput?.starts).toBeUndefined();
});

test('starts of both are starts of the whole', () => {
  const one = aResult({ lanes: { 'one-by-one': [1, 1, 1, 1], pipeline: [2, 2, 2, 2] }, starts: [2, 2] });
  expect(pooled(one, one).lanes[1]?.throughput?.starts).toEqual([2, 2, 2, 2]);
});

const check = (passed: boolean | null, message: string) => ({ name: 'a', passed, message });

test.each<[boolean | null, boolean | null, boolean | null, boolean | null, string]>([
  [false, false, true, false, 'failed, and again in a second run: first one; then two'],
  [false, true, false, true, 'failed at first, passed in a second run: first one; then two'],
  [
    false,
    null,
    false,
    false,
    'failed at first, not judged in a second run: first one; then two; both together: all',
  ],
  [
    false,
    null,
    null,
    null,
    'failed at first, not judged in a second run: first one; then two; both together: all',
  ],
  [null, false, null, false, 'not judged at first, failed in a second run: first one; then two'],
  [null, null, null, null, 'not judged, and again in a second run: first one; then two; both together: all'],
])('%s, then %s, and %s of both is %s', (first, second, both, passed, message) => {
  expect(checkOfBoth(check(first, 'one'), check(second, 'two'), check(both, 'all'))).toEqual({
    ...check(passed, message),
    tookTwo: true,
  });
});
