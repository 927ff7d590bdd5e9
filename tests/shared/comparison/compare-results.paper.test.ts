import { describe, expect, test } from 'vitest';
import { markdown } from '../../../server/reporters/markdown.ts';
import { compareResults, NotComparable } from '../../../shared/comparison/compare-results.ts';
import type { LaneResult } from '../../../shared/contract/lane-result.ts';
import type { Result } from '../../../shared/contract/result.ts';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';
import { aLane } from '../../support/a-lane.ts';
import { sampleResult } from '../../support/a-result.ts';
import { reported, shownOnTerminal } from '../../support/reported.ts';

const scatter = [0.97, 1.02, 1, 0.99, 1.03, 0.98, 1.01, 1, 0.96, 1.02];

const lane = (id: string, typical: number, more: Partial<LaneResult> = {}, machine: readonly number[] = []) =>
  aLane(
    id,
    scatter.map((by, round) => typical * by * (machine[round] ?? 1)),
    more,
  );

const resultOf = (lanes: LaneResult[], more: Partial<Result> = {}): Result => ({
  ...sampleResult,
  plan: parsePlan({ lanes: lanes.map(({ id }) => ({ id, strategy: 'pipeline' })) }),
  lanes,
  ...more,
});

test.each([
  ['a fifth slower is worse', 0.8, 'worse'],
  ['a fifth faster is better', 1.25, 'better'],
  ['the same is inconclusive', 1, 'inconclusive'],
  ['a hundredth is less than slices scatter', 0.99, 'inconclusive'],
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
    expect(compareResults(was, half, 'ratios').lanes).toMatchObject([{ lane: 'b', outcome: 'inconclusive' }]);
    expect(compareResults(was, half, 'throughput').lanes).toMatchObject([
      { outcome: 'worse' },
      { outcome: 'worse' },
    ]);
  });

  test('survive a machine that is busy half of the time', () => {
    const busy = scatter.map((_, round) => (round % 3 === 0 ? 0.4 : 1));
    const disturbed = resultOf([lane('a', 1000, {}, busy), lane('b', 4000, {}, busy)]);
    expect(compareResults(was, disturbed, 'ratios').lanes).toMatchObject([
      { ratio: 1, outcome: 'inconclusive' },
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

describe('latency', () => {
  const withP50s = (typical: number, id = 'a', throughput = 1000): LaneResult => {
    const of = lane(id, throughput);
    const command = of.latencyMs.command && { ...of.latencyMs.command, p50: typical };
    return {
      ...of,
      latencyMs: { ...of.latencyMs, command },
      latencySlices: { kind: 'command', p50Ms: scatter.map((by) => typical * by) },
    };
  };
  const latencyIn = (was: LaneResult[], is: LaneResult[], figure: 'throughput' | 'ratios' = 'throughput') => {
    const compared = compareResults(resultOf(was), resultOf(is), figure).lanes.at(-1);
    return compared?.state === 'compared' ? compared.latency : undefined;
  };
  const older = ({ latencySlices: _, ...of }: LaneResult): LaneResult => of;

  test.each([
    [1.2, 'worse'],
    [0.8, 'better'],
    [1.01, 'inconclusive'],
  ])('a p50 × %d is %s, by the slices of both runs', (factor, outcome) => {
    const latency = latencyIn([withP50s(2)], [withP50s(2 * factor)]);
    expect(latency).toMatchObject({ kind: 'command', outcome });
    expect(latency?.ratio).toBeCloseTo(factor, 9);
    expect(latency?.ci95?.[0]).toBeLessThan(factor);
  });

  test('has no interval where one of the files has no p50 of each slice', () => {
    for (const [was, is] of [
      [older(withP50s(2)), withP50s(3)],
      [withP50s(2), older(withP50s(3))],
    ] as const)
      expect(latencyIn([was], [is])).toEqual({
        kind: 'command',
        ratio: 1.5,
        ci95: null,
        outcome: 'inconclusive',
      });
  });

  test('as a ratio to the first lane survives a machine on which all takes twice as long', () => {
    const was = [withP50s(1), withP50s(3, 'b')];
    expect(latencyIn(was, [withP50s(2), withP50s(6, 'b')])).toMatchObject({ outcome: 'worse' });
    expect(latencyIn(was, [withP50s(2), withP50s(6, 'b')], 'ratios')).toMatchObject({
      outcome: 'inconclusive',
      ratio: 1,
    });
    expect(latencyIn(was, [withP50s(1), withP50s(4, 'b')], 'ratios')).toMatchObject({ outcome: 'worse' });
    expect(latencyIn(was.map(older), [withP50s(2), withP50s(9, 'b')], 'ratios')).toMatchObject({
      ratio: 1.5,
      ci95: null,
    });
  });

  test('was not measured in a lane that has none', () => {
    const none = (of: LaneResult): LaneResult => ({
      ...older(of),
      latencyMs: { command: null, batch: null },
    });
    expect(latencyIn([none(withP50s(2))], [withP50s(2)])).toBeNull();
  });

  test.each([
    ['worse', withP50s(2), withP50s(2.24, 'a', 1300), 'better; p50 × 1.12'],
    ['better', withP50s(2), withP50s(1.5, 'a', 1300), 'better; p50 × 0.75'],
    ['inconclusive', withP50s(2), withP50s(2, 'a', 1300), 'better'],
    [
      'without an interval',
      older(withP50s(2)),
      withP50s(2.24, 'a', 1300),
      'better; p50 × 1.12 (no interval)',
    ],
    ['worse beside no difference', withP50s(2), withP50s(2.24), 'inconclusive; p50 × 1.12'],
    ['without an interval beside no praise', older(withP50s(2)), withP50s(2.24), 'inconclusive'],
  ])('%s stands in the same line as the throughput', (_what, was, is, said) => {
    const comparison = compareResults(resultOf([was]), resultOf([is]), 'throughput');
    const document = {
      ...{ kind: 'comparison' as const, was: 'was', comparisons: [{ is: 'is', comparison }], checks: [] },
    };
    const line = shownOnTerminal(document)
      .split('\n')
      .find((one) => one.startsWith('a '));
    expect(line?.split(/ {2,}/).at(-1)).toBe(said);
    expect(reported(markdown, document)).toContain(`${said} |`);
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
