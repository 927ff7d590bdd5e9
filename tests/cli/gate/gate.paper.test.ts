import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { UsageError } from '../../../server/cli/exit-codes.ts';
import { Gate, readGateCall, type GateCall } from '../../../server/cli/gate/gate.ts';
import { appendToTrend } from '../../../server/cli/gate/trend/file.ts';
import { trendLineOf } from '../../../server/cli/gate/trend/line.ts';
import type { Result } from '../../../shared/contract/result.ts';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';
import { aResult } from '../../support/a-result.ts';
import { folderForAll, temporaryFolder } from '../../support/temporary-folder.ts';

const folder = folderForAll();
const read = (values: Record<string, string[]>) =>
  readGateCall({ values: new Map(Object.entries(values)), inFile: () => null });

test.each([
  ['max-regression', '10%', '--baseline FILE, or earlier runs: --trend FILE'],
  ['compare', 'ratios', '--baseline FILE, or earlier runs: --trend FILE'],
  ['allow-different', 'clients', '--baseline FILE'],
])('--%s needs something to compare with', (name, value, needed) => {
  expect(() => read({ [name]: [value] })).toThrow(
    new UsageError(`--${name} needs something to compare with: ${needed}`),
  );
  expect(read({ [name]: [value], baseline: ['was.json'] }).baseline).toBe('was.json');
});

test.each(['compare', 'trend-last'])(
  '--%s of a trend does nothing without a bound, and is refused',
  (name) => {
    const value = { compare: 'ratios', 'trend-last': '5' }[name] ?? '';
    expect(() => read({ [name]: [value], trend: ['t.jsonl'] })).toThrow(
      new UsageError(`--${name} does nothing without --max-regression: leave it out, or give a bound`),
    );
  },
);

test('a trend counts the last ten runs, or as many as are asked for, and three at least', () => {
  const trend = (...last: string[]) =>
    read({ trend: ['t.jsonl'], 'max-regression': ['10%'], ...(last.length > 0 && { 'trend-last': last }) })
      .trend;
  expect([trend(), trend('5')]).toEqual([
    { file: 't.jsonl', last: 10 },
    { file: 't.jsonl', last: 5 },
  ]);
  expect(() => trend('2')).toThrow(/^--trend-last takes 3 runs or more, not "2"/);
});

test('a call without options is no gate', () => {
  expect(read({})).toEqual({
    ...{ assertions: [], assertionLabel: '--assert', baseline: null, confirm: false, trend: null },
    ...{ figure: null, maxRegression: null, strict: false, allowDifferent: [] },
  });
  expect(read({ assert: ['a', 'b'] }).assertions).toEqual(['a', 'b']);
});

const resultOf = (pipeline: number) => aResult({ lanes: { 'one-by-one': 1000, pipeline } });
const { plan } = resultOf(5000);
const gateOf = (more: Partial<GateCall>, of = plan) =>
  new Gate({ ...read({}), assertions: ['pipeline.throughput > 5k'], ...more }, { plan: of });
const baseline = () => {
  const file = join(folder(), 'was.json');
  writeFileSync(file, JSON.stringify(resultOf(5000)));
  return file;
};

test('a run is held against its assertions; strictly, what is not judged fails', () => {
  const judged = (strict: boolean) => gateOf({ strict }).judge(resultOf(5000));
  expect(judged(false)).toMatchObject({ checks: [{ passed: null }], comparison: null });
  expect(judged(true)).toMatchObject({ checks: [{ passed: false }], comparison: null });
  expect(() => gateOf({ assertions: ['pipe.p99 < 5ms'] })).toThrow(/there is no lane "pipe"/);
});

test('a run is held against its baseline as well, whose checks stand once', () => {
  const gate = gateOf({ baseline: baseline(), maxRegression: 0.1 });
  const { checks, comparison } = gate.judge(resultOf(2500));
  expect(checks.map(({ name, passed }) => [name.split(':')[0], passed])).toEqual([
    ['pipeline.throughput > 5k', false],
    ['pipeline', false],
  ]);
  expect(comparison?.blocks.map(({ type }) => type)).toContain('table');
  expect(JSON.stringify(comparison)).not.toContain('at most 10 %');
});

test('a plan that is not that of the baseline is refused before it is measured', () => {
  const other = parsePlan({
    lanes: plan.lanes.map(({ strategy }) => ({ strategy })),
    workload: { clients: 3 },
  });
  const file = baseline();
  expect(() => {
    gateOf({ baseline: file }).check(plan);
    gateOf({}).check(other);
    gateOf({ baseline: file, allowDifferent: ['clients'] }).check(other);
  }).not.toThrow();
  expect(() => {
    gateOf({ baseline: file }).check(other);
  }).toThrow(/was\.json and this run cannot be compared/);
  const alone = parsePlan({ lanes: [{ strategy: 'pipeline' }] });
  const needsTwo = new UsageError('--compare ratios needs a second lane: this plan has one');
  expect(() => gateOf({ baseline: file, figure: 'ratios' }, alone)).toThrow(needsTwo);
  expect(() => gateOf({ baseline: file, figure: 'throughput' }, alone)).not.toThrow();
  expect(() => gateOf({ baseline: file, figure: 'ratios' })).not.toThrow();
});

describe('a gate that confirms', () => {
  const slow = resultOf(2500);
  const inDoubt = (more: Partial<GateCall>, result = slow) =>
    gateOf({ confirm: true, ...more }).secondPlan(result, false);

  test('measures again where something failed that was measured, and says for what', () => {
    expect(inDoubt({})?.checks).toEqual(['pipeline.throughput > 5k']);
    expect(inDoubt({ assertions: [], baseline: baseline(), maxRegression: 0.1 })?.checks).toEqual([
      expect.stringMatching(/^pipeline: ratio to the first lane at most 10 % below /) as string,
    ]);
    expect(inDoubt({ strict: true }, resultOf(5000))?.checks).toHaveLength(1);
  });

  test.each<[string, Partial<GateCall>, Partial<Result>?]>([
    ['nothing failed', { assertions: ['pipeline.throughput > 1k'] }],
    ['it is not asked to', { confirm: false }],
    ['something was counted wrong', { assertions: ['pipeline.throughput > 5k', 'pipeline.failed > 3'] }],
    ['a number was to be met exactly', { assertions: ['pipeline.p99 == 3ms'] }],
    ['a figure is missing', { assertions: ['pipeline.serverCpu < 1%'] }, { lanes: [] }],
  ])('does not where %s', (_why, more, result = {}) => {
    expect(inDoubt(more, { ...slow, ...result })).toBeNull();
  });

  const judged = (second: number, more: Partial<GateCall> = {}) =>
    gateOf({ confirm: true, ...more }).judge(slow, { result: resultOf(second), was: null }).checks;

  test.each<[number, boolean | null, string]>([
    [2500, false, 'failed, and again in a second run: first '],
    [8000, true, 'failed at first, passed in a second run: first '],
  ])('and a second run of %i commands/s decides', (second, passed, words) => {
    expect(judged(second)).toEqual([
      {
        ...{ name: 'pipeline.throughput > 5k', passed },
        message: expect.stringContaining(words) as string,
        tookTwo: true,
      },
    ]);
  });

  test('and where that one cannot judge, both together do', () => {
    const [check] = judged(5000, { assertions: ['pipeline.throughput > 4990'] });
    expect(check).toMatchObject({
      passed: false,
      message: expect.stringMatching(
        /^failed at first, not judged in a second run: first .*; then .*; both together: /,
      ) as string,
    });
  });

  test('leaves what passed at first as it was', () => {
    const checks = judged(2500, { assertions: ['pipeline.throughput > 2k', 'pipeline.throughput > 5k'] });
    expect(checks.map(({ passed, message }) => [passed, message.includes('second run')])).toEqual([
      [true, false],
      [false, true],
    ]);
  });
});

describe('a gate with a trend', () => {
  const trend = (runs: number, pipeline = (run: number) => 5000 + 20 * (run % 3)) => {
    const file = join(temporaryFolder(), 't.jsonl');
    for (let run = 0; run < runs; run++)
      appendToTrend(file, trendLineOf(resultOf(pipeline(run)), { commit: null, failed: false }));
    return { file, last: 10 };
  };
  const judged = (pipeline: number, more: Partial<GateCall>) =>
    gateOf({ assertions: [], maxRegression: 0.1, ...more }).judge(resultOf(pipeline));

  test('holds each lane but the first against the last runs, by its ratio', () => {
    const of = trend(12);
    expect(judged(2500, { trend: of }).checks).toEqual([
      {
        name: `pipeline: ratio to the first lane at most 10 % below the last 10 runs of ${of.file}`,
        passed: false,
        message: expect.stringMatching(/^× 0\.50 of the mean of 10 runs \(95 %: .*\): worse by 50/) as string,
      },
    ]);
    expect(judged(5000, { trend: of }).checks).toMatchObject([{ passed: true }]);
    expect(judged(5000, { trend: of }).comparison).toBeNull();
  });

  test('holds nothing without a bound', () => {
    expect(judged(2500, { trend: trend(12), maxRegression: null }).checks).toEqual([]);
  });

  test('does not judge by fewer than three runs, and does not fail for it, also strictly', () => {
    const of = trend(2);
    expect(judged(2500, { trend: of, strict: true }).checks).toMatchObject([
      {
        passed: null,
        message: `${of.file} has 2 earlier runs of this plan on this kind of machine; 3 are needed`,
      },
    ]);
  });

  test('fails strictly where its interval reaches across the bound', () => {
    const scattered = trend(4, (run) => 4000 + 1000 * (run % 2));
    expect(judged(3500, { trend: scattered, strict: true }).checks).toMatchObject([{ passed: false }]);
    expect(judged(3500, { trend: scattered }).checks).toMatchObject([{ passed: null }]);
  });
});
