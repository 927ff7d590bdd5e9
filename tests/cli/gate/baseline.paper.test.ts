import { describe, expect, test } from 'vitest';
import {
  checkRegression,
  checkSamePlan,
  compareStored,
  percent,
  readOrFail,
} from '../../../server/cli/gate/baseline.ts';
import { UsageError } from '../../../server/cli/exit-codes.ts';
import type { ComparisonRules } from '../../../server/cli/options/gate.ts';
import type { ComparedLane, ResultComparison } from '../../../shared/comparison/compare-results.ts';
import type { PlanInput } from '../../../shared/contract/plan.ts';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';
import { aResult } from '../../support/a-result.ts';

const compared: Extract<ComparedLane, { state: 'compared' }> = {
  ...{ state: 'compared', lane: 'pipeline', was: 1000, is: 850, latency: null },
  ...{ ratio: 0.85, ci95: [0.8, 0.9], outcome: 'worse' },
};
const comparison = (lane: ComparedLane, more: Partial<ResultComparison> = {}): ResultComparison => ({
  ...{ figure: 'throughput', lanes: [lane], environment: [], pressure: null, warnings: [], ...more },
});
const judged = (lane: ComparedLane, bound: number, more: Partial<ResultComparison> = {}) =>
  checkRegression(comparison(lane, more), bound, 'was.json')[0];

describe('a bound', () => {
  test.each<[what: string, ci95: [number, number] | null, bound: number, passed: boolean | null, RegExp]>([
    ['that the whole interval is beyond', [0.8, 0.89], 0.1, false, /0\.80 – 0\.89\): worse by 15 %$/],
    ['that the whole interval is short of', [0.8, 0.9], 0.25, true, /^× 0\.85 \(95 %: 0\.80 – 0\.90\)$/],
    ['in the interval', [0.8, 0.9], 0.15, null, /: a longer run, or one with --starts 5, can tell$/],
    ['at the upper end of it', [0.25, 0.75], 0.25, null, /can tell$/],
    ['at the lower end of it', [0.75, 0.9], 0.25, null, /can tell$/],
    ['of a lane without an interval', null, 0.9, false, /^cannot be judged: × 0\.85 of a single slice/],
  ])('%s', (_what, ci95, bound, passed, message) => {
    const check = judged({ ...compared, ci95 }, bound);
    expect([check?.passed, check?.message]).toEqual([passed, expect.stringMatching(message)]);
  });

  test('fails a lane that was not compared, with the reason, whatever the machine was', () => {
    const lane: ComparedLane = { state: 'not compared', lane: 'pipeline', reason: 'it failed' };
    expect(judged(lane, 0.9)).toMatchObject({ passed: false, message: 'cannot be judged: it failed' });
  });

  test.each([
    ['a loss', 0.05, null],
    ['a lane that is no worse', 0.25, true],
  ])('does not take %s for one where other programs took the machine', (_what, bound, passed) => {
    const pressure = { lane: 'pipeline', was: 0.1, is: 0.6 };
    const check = judged(compared, bound, { pressure });
    expect(check?.passed).toBe(passed);
    expect(check?.message.includes(', but other programs had 60 % of the CPU time')).toBe(passed === null);
  });

  test('is named with its lane, its figure and the earlier file', () => {
    expect(judged(compared, 0.125)?.name).toBe('pipeline: throughput at most 12.5 % below was.json');
    expect(judged(compared, 0.1, { figure: 'ratios' })?.name).toBe(
      'pipeline: ratio to the first lane at most 10 % below was.json',
    );
    expect(percent(0.1 + 0.2)).toBe('30 %');
  });
});

const resultOf = (lanes: Record<string, number>, plan: Partial<PlanInput> = {}) => aResult({ lanes, plan });
const rules: ComparisonRules = { figure: null, maxRegression: 0.1, strict: false, allowDifferent: [] };
const was = { file: 'was.json', result: resultOf({ 'one-by-one': 1000, pipeline: 5000 }) };
const is = { file: 'is.json', result: resultOf({ 'one-by-one': 500, pipeline: 2500 }) };
const lost = { file: 'lost.json', result: resultOf({ 'one-by-one': 1000, pipeline: 2500 }) };
/** A tenth slower: the interval of its ratio reaches across the bound. */
const near = { file: 'near.json', result: resultOf({ 'one-by-one': 1000, pipeline: 4500 }) };

describe('results against an earlier one', () => {
  const passed = (later: readonly (typeof was)[], more: Partial<ComparisonRules> = {}) =>
    compareStored(was, later, { ...rules, ...more }).checks.map((check) => check.passed);

  test('are compared by ratios, or by throughputs where that is asked or there is one lane', () => {
    expect(passed([is], { maxRegression: 0.25 })).toEqual([true]);
    expect(passed([is], { figure: 'throughput' })).toEqual([false, false]);
    const alone = { file: 'alone.json', result: resultOf({ pipeline: 1000 }) };
    expect(compareStored(alone, [alone], rules).comparisons[0]?.comparison.figure).toBe('throughput');
  });

  test('are not judged without a bound; strictly, what was not judged fails', () => {
    expect(passed([lost], { maxRegression: null })).toEqual([]);
    expect(passed([near])).toEqual([null]);
    expect(passed([near], { strict: true })).toEqual([false]);
  });

  test('are named by their files where there are several', () => {
    const names = (later: readonly (typeof was)[]) =>
      compareStored(was, later, rules).checks.map(({ name }) => name);
    const name = 'pipeline: ratio to the first lane at most 10 % below was.json';
    expect(names([lost])).toEqual([name]);
    expect(names([lost, is])).toEqual([`lost.json: ${name}`, `is.json: ${name}`]);
    expect(compareStored(was, [lost, is], rules)).toMatchObject({
      ...{ kind: 'comparison', was: 'was.json' },
      comparisons: [{ is: 'lost.json' }, { is: 'is.json' }],
    });
  });

  test('of other plans are refused, by both files and the options that differ', () => {
    const workload = { clients: 11 };
    const other = { file: 'other.json', result: resultOf({ 'one-by-one': 1, pipeline: 1 }, { workload }) };
    const refusal = () => compareStored(was, [other], rules);
    expect(refusal).toThrow(UsageError);
    expect(refusal).toThrow(/^was\.json and other\.json cannot be compared\. The plans differ:\n/);
    expect(refusal).toThrow(/-c, --clients +10 +11\nIf that is meant: --allow-different clients$/);
    const allowed = compareStored(was, [other], { ...rules, allowDifferent: ['clients'] });
    expect(allowed.comparisons[0]?.comparison.warnings[0]).toContain('as allowed: 10, now 11');
  });
});

describe('a plan that is to be measured against a baseline', () => {
  const refusal = (input: PlanInput, allowDifferent: string[] = [], stored = was): string | null => {
    try {
      checkSamePlan(stored, parsePlan(input), { allowDifferent });
      return null;
    } catch (error) {
      expect(error).toBeInstanceOf(UsageError);
      return (error as Error).message;
    }
  };
  const lanes: PlanInput['lanes'] = [{ strategy: 'one-by-one' }, { strategy: 'pipeline' }];

  test('is taken where it is the same, or differs as is allowed', () => {
    expect(refusal({ lanes })).toBeNull();
    expect(refusal({ lanes, workload: { pipeline: 4 } }, ['pipeline'])).toBeNull();
  });

  test('is refused where it differs, with both values and the lane that they are of', () => {
    const [first, second] = lanes;
    const said = refusal({
      lanes: [...(first ? [first] : []), { ...second, strategy: 'pipeline', workload: { pipeline: 4 } }],
    });
    expect(said).toMatch(
      /^was\.json and this run cannot be compared\. The plans differ:\n +was\.json +this run\n/,
    );
    expect(said).toMatch(/\n {2}-P, --pipeline of pipeline +16 +4\n/);
    expect(said).toMatch(/\nIf that is meant: --allow-different pipeline$/);
  });

  test('is refused by values as the command line has them, and by all options that differ', () => {
    const said = refusal({ lanes, workload: { durationMs: 2500, rps: 5000 } });
    expect(said).toMatch(/\n {2}--duration +5000ms +2500ms\n {2}--rps +– +5000\n/);
    expect(said).toMatch(/\nIf that is meant: --allow-different duration,rps$/);
  });

  test('is not offered a way round where something differs that has no option', () => {
    const said = refusal({ lanes: lanes.slice(0, 1), workload: { clients: 11 } });
    expect(said).toMatch(/--clients/);
    expect(said).not.toContain('--allow-different');
  });

  test('that only has more lanes is told how to name those of the baseline', () => {
    const more = [...lanes, { strategy: 'lua' as const }, { strategy: 'multi' as const }];
    expect(refusal({ lanes: more })).toMatch(
      /\nThis run adds lua, multi\. To measure the lanes of the baseline alone, name them:\n {2}--strategy one-by-one,pipeline$/,
    );
    for (const others of [more.slice(1), lanes.slice(1)])
      expect(refusal({ lanes: others })).not.toContain('This run adds');
  });

  test('has no baseline in a run whose settings were changed', () => {
    const tunings = [{ atMs: 5, tuning: { pipeline: 8 }, revision: 1 }] as never;
    const tuned = { file: 'tuned.json', result: { ...was.result, tunings } };
    expect(refusal({ lanes }, [], tuned)).toMatch(
      /^tuned\.json and this run cannot be compared\. Settings were changed during the earlier run: it did not measure its plan$/,
    );
  });
});

test('a file that is no result is not a mistake in the command line, and another error stays as it is', () => {
  const thrown = (error: Error) => {
    try {
      readOrFail(() => {
        throw error;
      });
    } catch (caught) {
      return caught;
    }
    return null;
  };
  const usage = new UsageError('it is not there');
  expect(thrown(usage)).toMatchObject({ message: 'it is not there', cause: usage });
  expect(thrown(usage)).not.toBeInstanceOf(UsageError);
  const other = new TypeError('broken');
  expect(thrown(other)).toBe(other);
});
