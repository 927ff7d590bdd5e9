import { describe, expect, test } from 'vitest';
import {
  curveToJudge,
  judgeAssertion,
  runToJudge,
  settled,
} from '../../../../server/cli/gate/assertions/evaluate.ts';
import { doubtBeside1 } from '../../../../server/cli/gate/assertions/doubt.ts';
import { figureNamed } from '../../../../server/cli/gate/assertions/figures.ts';
import { parseAssertion } from '../../../../server/cli/gate/assertions/lanes.ts';
import type { LoadLane } from '../../../../shared/contract/load-curve.ts';
import type { Result } from '../../../../shared/contract/result.ts';
import { loadCurve } from '../../../../shared/sweep/load-curve.ts';
import { parsePlan } from '../../../../shared/plan/parse-plan.ts';
import { aLane, aLatency } from '../../../support/a-lane.ts';
import { aResult, sampleResult } from '../../../support/a-result.ts';

/** Of a machine that was slow in every third round, for both lanes. */
const machine = [1, 0.5, 1.02, 0.98, 0.5, 1, 1.01, 0.5, 0.99, 1];
const result = aResult({
  lanes: {
    'one-by-one': { perSecond: machine.map((by) => 1000 * by), commands: 0 },
    pipeline: {
      perSecond: machine.map((by, round) => 5200 * by * (round % 2 ? 1.01 : 0.99)),
      failures: { OOM: 3 },
      effectiveBatch: null,
      latencyMs: { command: aLatency(0.125), batch: null },
      client: { cpu: 0.875, eventLoopUtilisation: 0.9, memoryBytes: 0 },
    },
  },
});
const latencyOf = (p99: number) => ({ mean: 1, min: 1, p50: 1, p95: 1, p99, p999: p99, max: p99 });
const judge = (text: string) => judgeAssertion(parseAssertion(text, result), runToJudge(result));

test.each([
  ['pipeline.p99 < 1ms', true, '0.375 ms'],
  ['1ms > pipeline.p99', true, '0.375 ms'],
  ['300us >= pipeline.p99', false, '0.375 ms, at most 0.300 ms allowed'],
  ['pipeline.p99 < 375us', false, '0.375 ms, less than 0.375 ms allowed'],
  ['pipeline.p99 <= 375us', true, '0.375 ms'],
  ['pipeline.failed == 0', false, '3, exactly 0 wanted'],
  ['pipeline.cpu <= 80%', false, '87.5 %, at most 80.0 % allowed'],
  ['pipeline.failed != 0', true, '3'],
  ['pipeline.cpu > 80%', true, '87.5 %'],
  ['pipeline.p99 / pipeline.p50 > 2', true, '3'],
  ['pipeline.p99 < 4 * pipeline.p50', true, '0.375 ms, against 0.500 ms'],
  ['pipeline.effectiveBatch > 1', false, 'pipeline.effectiveBatch was not measured'],
  ['pipeline.failed / one-by-one.commands < 1', false, 'cannot be worked out: something is divided by 0'],
])('%s: passed is %s, with "%s"', (text, passed, message) => {
  expect(judge(text)).toEqual({ name: text, passed, message });
});

test('trips of a unit are said with their lane', () => {
  const figure = figureNamed('tripsPerUnit');
  if (!figure) throw new Error('there is no such figure');
  const number = { coefficient: 3, over: [], under: [], unit: 'number' as const };
  const left = { ...number, coefficient: 1, over: [{ lane: 'cart-2', figure, rate: null }] };
  const lanes = [aLane('cart-2', 0, { perUnit: { trips: 257, commands: 257 } })];
  expect(
    judgeAssertion({ text: '', left, comparator: '<=', right: number }, runToJudge({ ...result, lanes }))
      .message,
  ).toBe('257 trips a unit of cart-2, at most 3 allowed');
});

test('a command of a mix is judged by its own latency, and fails where none of it was answered', () => {
  const mix = { commands: ['get', 'set'] as const, ratio: [1, 1] };
  const plan = parsePlan({ lanes: [{ strategy: 'pipeline' }], workload: mix });
  const of = (p99: number) => ({ mean: 1, min: 1, p50: 1, p95: 1, p99, p999: 9, max: 9 });
  const byCommand = [
    { command: 'GET', answered: 5, latencyMs: of(2) },
    { command: 'SET', answered: 0, latencyMs: null },
  ];
  const mixed = { ...sampleResult, plan, lanes: [aLane('pipeline', 0, { byCommand })] };
  const judged = (text: string) => judgeAssertion(parseAssertion(text, { plan }), runToJudge(mixed));
  expect(judged('pipeline.get.p99 < 5ms')).toMatchObject({ passed: true, message: '2.000 ms' });
  expect(judged('pipeline.GET.p99 < 2ms').passed).toBe(false);
  expect(judged('pipeline.set.p99 < 5ms').message).toBe('pipeline.set.p99 was not measured');
});

test('a ratio of throughputs is that of slices of the same rounds, so that a slow round does not blur it', () => {
  const { passed, message } = judge('pipeline.throughput / one-by-one.throughput > 4.5');
  expect(passed).toBe(true);
  expect(message).toMatch(/^5\.2 \(95 %: 5\.1\d – 5\.2\d\)$/);
});

test('a throughput alone carries its interval, and a bound inside of it is not judged', () => {
  const open = judge('pipeline.throughput > 5k');
  expect(open.message).toMatch(
    /^5,1\d\d \(95 %: .*\), more than 5,000 wanted: its interval reaches across the bound, which is too near/,
  );
  expect(open.passed).toBe(null);
  expect(judge('pipeline.throughput > 5.2k').passed).toBe(null);
  expect(judge('pipeline.throughput > 1k').passed).toBe(true);
  expect(judge('pipeline.throughput > 20k').passed).toBe(false);
});

test('strictly, what was not judged fails', () => {
  const checks = ['pipeline.throughput > 5k', 'pipeline.throughput > 1k'].map(judge);
  expect(settled(checks, false)).toEqual(checks);
  const [failed, passed] = settled(checks, true);
  expect([failed?.passed, passed]).toEqual([false, checks[1]]);
  expect(failed?.message).toBe(`not judged: ${checks[0]?.message ?? ''}`);
});

test.each([
  ['pipeline.throughput > 4.5 * one-by-one.throughput', true],
  ['pipeline.throughput > 5.2 * one-by-one.throughput', null],
  ['4.5 * one-by-one.throughput < pipeline.throughput', true],
  // Out of the interval, and yet what another start may give.
  ['pipeline.throughput > 5 * one-by-one.throughput', null],
])('%s: judged like the ratio; passed %s', (text, passed) => {
  expect(judge(text).passed).toBe(passed);
});

test.each([
  ['pipeline.throughput > 4.5 * one-by-one.throughput', /^× 5\.20 \(95 %: 5\.1\d – 5\.2\d\)$/],
  ['pipeline.throughput > 9 * one-by-one.throughput', /^× 5\.20 \(95 %: .*\), more than × 9\.00 wanted$/],
  [
    'pipeline.throughput > 5 * one-by-one.throughput',
    /more than × 5\.00 wanted: .* another start may give: --starts 5/,
  ],
])('%s: said as a ratio', (text, message) => {
  expect(judge(text).message).toMatch(message);
});

test.each([
  ['by starts', { value: 1.05, ci95: [1.02, 1.08] as const, startedOnce: 2 }, /--starts 5 would tell/],
  [
    'by more slices',
    { value: 0.9, ci95: [0.75, 1.1] as const, startedOnce: 0 },
    /about 4 times as long \(--duration/,
  ],
  ['by another bound', { value: 1.001, ci95: [0.8, 1.2] as const, startedOnce: 0 }, /choose another bound/],
])('what is not judged is decided %s', (_how, measured, advice) => {
  expect(doubtBeside1(measured, 'command')).toMatch(advice);
  expect(doubtBeside1(measured, 'library')).not.toContain('--');
});

test.each([
  ['clearly above', 1.05, [1.02, 1.08], 0, null],
  ['clearly below', 0.92, [0.9, 0.95], 0, null],
  ['at the lower end', 1.1, [1, 1.2], 0, /would tell$/],
  ['at the upper end', 0.9, [0.8, 1], 0, /would tell$/],
  ['above, by some more slices', 1.1, [0.95, 1.3], 0, /about 3 times as long/],
  ['by as many as can be advised', Math.exp(0.01), [Math.exp(0.01 - 0.0547), 2], 0, /about 30 times/],
  ['by more than those', Math.exp(0.01), [Math.exp(0.01 - 0.055), 2], 0, /too near .* another bound$/],
] as const)('a bound of 1 is told: %s', (_what, value, ci95, startedOnce, doubt) => {
  const said = doubtBeside1({ value, ci95, startedOnce }, 'command');
  if (doubt === null) expect(said).toBeNull();
  else expect(said).toMatch(doubt);
});

test('a rate of a single slice is not judged, but for being equal or more than 0', () => {
  const lanes = ['one-by-one', 'pipeline'].map((id) => aLane(id, [1000]));
  const once = (text: string) => {
    const { passed, message } = judgeAssertion(
      parseAssertion(text, result),
      runToJudge({ ...result, lanes }),
      'library',
    );
    return [passed, message];
  };
  const open = expect.stringMatching(/: a single slice has no interval: .* \(schedule\.sliceMs\)$/) as string;
  for (const text of ['throughput > 5', 'throughput / one-by-one.throughput > 5'])
    expect(once(`pipeline.${text}`)).toEqual([null, open]);
  expect(once('pipeline.throughput > 0')[0]).toBe(true);
  expect(once('pipeline.throughput == 1000')).toEqual([true, expect.stringMatching(/^1,000\b/)]);
  expect(once('pipeline.throughput != 1000')[0]).toBe(false);
});

test('a ratio of rounds that differ by orders of magnitude is not judged', () => {
  const lanes = [aLane('one-by-one', [100, 100, 100]), aLane('pipeline', [1, 50, 8000])];
  const text = 'pipeline.throughput > 5 * one-by-one.throughput';
  expect(judgeAssertion(parseAssertion(text, result), runToJudge({ ...result, lanes }))).toMatchObject({
    passed: null,
    message: expect.stringMatching(
      /: slices that differ too much have no interval: .* --precision\)$/,
    ) as string,
  });
});

test('lanes that were started several times are not in doubt by what another start may give', () => {
  const twice = result.lanes.map((lane) => ({
    ...lane,
    throughput: lane.throughput && { ...lane.throughput, starts: [5, 5] },
  }));
  const text = 'pipeline.throughput > 5 * one-by-one.throughput';
  const judged = judgeAssertion(parseAssertion(text, result), runToJudge({ ...result, lanes: twice }));
  expect(judged.message).not.toContain('another start');
});

test.each([
  ['2 * pipeline.throughput > 20 * one-by-one.throughput', /more than × 10\.00? wanted$/],
  ['pipeline.throughput * 2 < 4k', /^10,\d{3} \(95 %: .*\), less than 4,000 allowed$/],
  ['pipeline.failed / 7 > 1', /^0\.429, more than 1 wanted$/],
  ['pipeline.failed * 1000 / 7 > 1M', /^429, more than 1,000,000 wanted$/],
  // Intervals are known of one rate and of a ratio of two, and of nothing that has more factors.
  ['pipeline.throughput * pipeline.failed < 1', /^15,\d{3}, less than 1 allowed$/],
  ['pipeline.throughput / one-by-one.throughput / pipeline.failed < 1', /^1\.7\d, less than 1 allowed$/],
  ['pipeline.throughput * pipeline.failed < one-by-one.throughput', /^15,\d{3}, against [\d.]+ \(95 %/],
  ['pipeline.throughput / pipeline.failed < one-by-one.throughput', /^1,7\d\d, against [\d.]+ \(95 %/],
  ['pipeline.failed > one-by-one.throughput', /^3, against [\d.]+ \(95 %/],
  ['pipeline.failed > pipeline.p99 / pipeline.p50', /^3, against 3$/],
  ['pipeline.failed != 3', /^3, other than 3 wanted$/],
  ['pipeline.p99 * pipeline.failed > 5ms', /^1\.125 ms, more than 5\.000 ms wanted$/],
])('%s: said with its factors', (text, message) => {
  const checked = judge(text);
  expect([checked.passed, checked.message]).toEqual([false, expect.stringMatching(message)]);
});

describe('of a load curve', () => {
  const curve = loadCurve(
    parsePlan({ lanes: [{ strategy: 'pipeline' }, { strategy: 'wire' }] }),
    [500, 5000],
  );
  const atRate = (rps: number, p99: number): Result => ({
    ...sampleResult,
    plan: parsePlan({ lanes: [{ strategy: 'pipeline' }, { strategy: 'wire' }], workload: { rps } }),
    lanes: [
      aLane('pipeline', [rps], {
        latencyMs: { command: latencyOf(1), batch: latencyOf(1), response: latencyOf(p99) },
      }),
    ],
  });
  const lane = (id: string, keptRps: number | null): LoadLane => ({
    ...{ lane: id, label: id, strategy: id, keptRps, growsRps: keptRps === null ? 500 : 5000 },
    points: [500, 5000].map((offeredRps) => ({
      offeredRps,
      state: keptRps !== null && offeredRps <= keptRps ? ('kept' as const) : ('grows' as const),
      ...{ achievedRps: null, p50Ms: null, p99Ms: null, backlog: null },
    })),
  });
  const rates = [500, 5000];
  const plan = parsePlan({ lanes: [{ strategy: 'pipeline' }, { strategy: 'wire' }], workload: { rps: 500 } });
  const [slow, fast] = rates.map((rps) => curve.steps('full').find(({ plan }) => plan.workload?.rps === rps));
  const document = {
    steps: [
      { step: slow?.id ?? '', label: '', state: 'completed' as const, error: null, result: atRate(500, 3) },
      { step: fast?.id ?? '', label: '', state: 'completed' as const, error: null, result: atRate(5000, 90) },
    ],
    load: { plan, rates, lanes: [lane('pipeline', 500), lane('wire', null)] },
  };
  const judged = (text: string) => {
    const { passed, message } = judgeAssertion(parseAssertion(text, { plan, rates }), curveToJudge(document));
    return [passed, message];
  };

  test.each([
    ['what a lane keeps', 'pipeline.kept >= 500', [true, '500']],
    ['more than it keeps', 'pipeline.kept >= 5k', [false, '500, at least 5,000 wanted']],
    ['a lane that keeps none', 'wire.kept >= 500', [false, 'wire keeps none of the rates']],
    ['a figure of the run at that rate', 'pipeline.response.p99@500 < 5ms', [true, '3.000 ms']],
    [
      'response times of a queue that grows',
      'pipeline.response.p99@5k < 100ms',
      [false, 'pipeline at 5,000/s: its queue grows there, so its response times have no fixed value'],
    ],
    // Its slices say nothing that the other rates do not.
    ['a rate of one slice', 'pipeline.throughput@500 >= 500', [true, '500']],
    ['a lane without figures', 'wire.p99@500 < 5ms', [false, 'wire.p99@500 was not measured']],
  ])('%s: %s', (_what, text, outcome) => {
    expect(judged(text)).toEqual(outcome);
  });

  test('of which some rates are inconclusive, what depends on them is not judged', () => {
    const unclear: LoadLane = { ...lane('wire', null), growsRps: 5000 };
    const [first, ...others] = unclear.points;
    const points = first ? [{ ...first, state: 'short' as const }, ...others] : [];
    const of = (text: string) =>
      judgeAssertion(
        parseAssertion(text, { plan, rates }),
        curveToJudge({
          ...document,
          load: { ...document.load, lanes: [lane('pipeline', 500), { ...unclear, points }] },
        }),
      );
    expect(of('wire.kept >= 500')).toMatchObject({
      passed: null,
      message: 'wire keeps none of the rates for certain: 500/s is inconclusive',
    });
    expect(of('pipeline.kept >= 500')).toMatchObject({ passed: true });
    expect(of('pipeline.kept >= 5k')).toMatchObject({ passed: false });
  });

  test('which failed, nothing is known, and nothing passes', () => {
    const steps = [{ step: slow?.id ?? '', label: '', state: 'failed' as const, error: null, result: null }];
    const failed = (text: string) =>
      judgeAssertion(parseAssertion(text, { plan, rates }), curveToJudge({ steps }));
    expect(failed('pipeline.kept >= 500')).toMatchObject({
      passed: false,
      message: 'pipeline keeps none of the rates',
    });
    expect(failed('pipeline.p99@500 < 5ms')).toMatchObject({
      passed: false,
      message: 'pipeline.p99@500 was not measured',
    });
    const without = curveToJudge({ steps: document.steps });
    expect(judgeAssertion(parseAssertion('pipeline.p99@500 < 5s', { plan, rates }), without).passed).toBe(
      true,
    );
  });

  test('the same figure at two rates is compared', () => {
    expect(judged('pipeline.throughput@5k / pipeline.throughput@500 > 9')[0]).toBe(true);
  });
});
