import { expect, test } from 'vitest';
import { judgeAssertion } from '../../../../server/cli/gate/assertions/evaluate.ts';
import { parseAssertion } from '../../../../server/cli/gate/assertions/parse.ts';
import type { Result } from '../../../../shared/contract/result.ts';
import { parsePlan } from '../../../../shared/plan/parse-plan.ts';
import { summariseThroughput } from '../../../../shared/statistics/throughput.ts';
import { laneOf, sampleResult } from '../../../support/sample-result.ts';

/** Of a machine that was slow in every third round, for both lanes. */
const machine = [1, 0.5, 1.02, 0.98, 0.5, 1, 1.01, 0.5, 0.99, 1];
const result: Result = {
  ...sampleResult,
  plan: parsePlan({ lanes: [{ strategy: 'one-by-one' }, { strategy: 'pipeline' }] }),
  lanes: [
    laneOf('one-by-one', 0, { throughput: summariseThroughput(machine.map((by) => 1000 * by)), commands: 0 }),
    laneOf('pipeline', 0, {
      throughput: summariseThroughput(machine.map((by, round) => 5200 * by * (round % 2 ? 1.01 : 0.99))),
      failed: 3,
      effectiveBatch: null,
      client: { cpu: 0.875, eventLoopUtilisation: 0.9 },
    }),
  ],
};
const judge = (text: string) => judgeAssertion(parseAssertion(text, result.plan), result);

test.each([
  ['pipeline.p99 < 1ms', true, '0.375 ms'],
  ['pipeline.p99 < 375us', false, '0.375 ms'],
  ['pipeline.p99 <= 375us', true, '0.375 ms'],
  ['pipeline.failed == 0', false, '3'],
  ['pipeline.failed != 0', true, '3'],
  ['pipeline.cpu > 80%', true, '87.5 %'],
  ['pipeline.p99 / pipeline.p50 > 2', true, '3'],
  ['pipeline.p99 < 4 * pipeline.p50', true, '0.375 ms, against 0.500 ms'],
  ['pipeline.effectiveBatch > 1', false, 'pipeline.effectiveBatch was not measured'],
  ['pipeline.failed / one-by-one.commands < 1', false, 'cannot be worked out: something is divided by 0'],
])('%s: passed is %s, with "%s"', (text, passed, message) => {
  expect(judge(text)).toEqual({ name: text, passed, message });
});

test('a command of a mix is judged by its own latency, and fails where none of it was answered', () => {
  const mix = { commands: ['get', 'set'] as const, ratio: [1, 1] };
  const plan = parsePlan({ lanes: [{ strategy: 'pipeline' }], workload: mix });
  const of = (p99: number) => ({ mean: 1, min: 1, p50: 1, p95: 1, p99, p999: 9, max: 9 });
  const byCommand = [
    { command: 'GET', answered: 5, latencyMs: of(2) },
    { command: 'SET', answered: 0, latencyMs: null },
  ];
  const mixed = { ...sampleResult, plan, lanes: [laneOf('pipeline', 0, { byCommand })] };
  const judged = (text: string) => judgeAssertion(parseAssertion(text, plan), mixed);
  expect(judged('pipeline.get.p99 < 5ms')).toMatchObject({ passed: true, message: '2.000 ms' });
  expect(judged('pipeline.GET.p99 < 2ms').passed).toBe(false);
  expect(judged('pipeline.set.p99 < 5ms').message).toBe('pipeline.set.p99 was not measured');
});

test('a ratio of throughputs is that of slices of the same rounds, so that a slow round does not blur it', () => {
  const { passed, message } = judge('pipeline.throughput / one-by-one.throughput > 5');
  expect(passed).toBe(true);
  expect(message).toMatch(/^5\.2 \(95 %: 5\.1\d – 5\.2\d\)$/);
});

test('a throughput alone carries its interval, and a bound inside of it is not clear', () => {
  expect(judge('pipeline.throughput > 5k').message).toMatch(
    /^5,1\d\d \(95 %: .*\); passed, but not clearly$/,
  );
  expect(judge('pipeline.throughput > 5.2k')).toMatchObject({ passed: false });
  expect(judge('pipeline.throughput > 5.2k').message).toMatch(/failed, but not clearly$/);
  expect(judge('pipeline.throughput > 1k').message).not.toMatch(/clearly/);
});

test.each([
  ['pipeline.throughput > 5 * one-by-one.throughput', true, true],
  ['pipeline.throughput > 5.2 * one-by-one.throughput', false, false],
  ['5 * one-by-one.throughput < pipeline.throughput', true, true],
])('%s: judged like the ratio; passed %s, clear %s', (text, passed, clear) => {
  const check = judge(text);
  expect([check.passed, !check.message.includes('not clearly')]).toEqual([passed, clear]);
});
