import { expect, test, vi } from 'vitest';
import { check, compare } from '../../server/library/judge.ts';
import { matchers } from '../../server/library/matchers.ts';
import { aResult } from '../support/a-result.ts';

/** A pipeline that is so many times as fast as one by one. */
const measured = (ratio: number, cv = 0.02) =>
  aResult({ rounds: 10, lanes: { 'one-by-one': 1000, pipeline: { perSecond: 1000 * ratio, cv } } });
const asIs = { isNot: false };
const wide = measured(5, 0.5);

test.each([
  ['the whole interval lies above', measured(5), 2, {}, true],
  ['the whole interval lies below', measured(5), 6, {}, false],
  ['the interval holds the factor, which fails when strict', wide, 5, { strict: true }, false],
])('toRunFasterThan, where %s', (_where, result, by, options, pass) => {
  const { message, ...found } = matchers.toRunFasterThan.call(asIs, result, 'one-by-one', { by, ...options });
  expect(found).toEqual({ pass });
  expect(message()).toMatch(new RegExp(`pipeline\\.throughput > ${by} \\* one-by-one\\.throughput: `));
});

test.each([false, true])('what is not judged passes with a warning, also where isNot is %s', (isNot) => {
  const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
  const { pass } = matchers.toRunFasterThan.call({ isNot }, wide, 'one-by-one', { by: 5 });
  expect(pass).toBe(!isNot);
  expect(warn).toHaveBeenCalledWith(expect.stringMatching(/^Not judged, measure longer/), 'RoundtripWarning');
  warn.mockRestore();
});

test.each([
  [5, true],
  [3, false],
])('toKeepRatio: × 5 that is now × %s is kept: %s', (now, pass) => {
  expect(matchers.toKeepRatio.call(asIs, measured(now), measured(5)).pass).toBe(pass);
});

test('check and compare say what they found', () => {
  expect(
    check(measured(5), ['pipeline.throughput / one-by-one.throughput > 3', 'pipeline.failed != 0']),
  ).toEqual([
    expect.objectContaining({ passed: true }),
    expect.objectContaining({ name: 'pipeline.failed != 0', passed: false }),
  ]);
  const { figure, lanes, checks } = compare(measured(5), measured(4), { maxRegression: 0.1 });
  expect([figure, lanes.length, checks.length]).toEqual(['ratios', 1, 1]);
  expect(lanes[0]).toMatchObject({ state: 'compared', lane: 'pipeline', outcome: 'worse' });
});

test('an assertion that cannot be read is shown with its place', () => {
  expect(() => check(measured(5), ['pipeline.speed > 1'])).toThrow('pipeline.speed > 1');
});

test('a lane that is not there is named', () => {
  expect(() => matchers.toRunFasterThan.call(asIs, measured(5), 'lua')).toThrow('lua');
});

test.each([
  [
    'an option that is not there',
    () => check(measured(5), [], { stric: true } as never),
    /check: there is no option stric/,
  ],
  ['assertions that are no list', () => check(measured(5), 'pipeline.failed == 0' as never), /are a list/],
  ['what is no result', () => check({} as never, []), /check: this is not a result of run/],
  [
    'a baseline that is missing',
    () => compare(undefined as never, measured(5)),
    /the earlier one is not a result/,
  ],
  [
    'per cent',
    () => compare(measured(5), measured(5), { maxRegression: 10 }),
    /a share, as in 0\.1 for 10 %, not 10/,
  ],
  [
    'a figure',
    () => compare(measured(5), measured(5), { figure: 'ratio' as never }),
    /throughput or ratios, not ratio/,
  ],
  [
    'an option of a matcher',
    () => matchers.toRunFasterThan.call(asIs, measured(5), 'one-by-one', { bye: 3 } as never),
    /toRunFasterThan: there is no option bye; known are by, lane, strict/,
  ],
])('%s is refused', (_what, call, message) => {
  expect(call).toThrow(message);
});

test('a single slice has no interval: its ratio is not judged', () => {
  const once = aResult({ rounds: 1, lanes: { 'one-by-one': 1000, pipeline: 5000 } });
  const ask = (strict: boolean) =>
    check(once, ['pipeline.throughput / one-by-one.throughput > 2'], { strict });
  expect(ask(false)).toMatchObject([
    { passed: null, message: expect.stringMatching(/a single slice has no interval/) },
  ]);
  expect(ask(true)).toMatchObject([{ passed: false }]);
});

test('a loss is not judged where other programs took much more of the CPU in one of the runs', () => {
  const beside = (coreWait: number, ratio: number) => {
    const result = measured(ratio);
    return {
      ...result,
      lanes: result.lanes.map((lane) => ({ ...lane, client: { ...lane.client, cpu: 0.5, coreWait } })),
    };
  };
  const judged = (was: number, is: number) => compare(beside(was, 5), beside(is, 3), { maxRegression: 0.1 });
  expect(judged(0.4, 0.5).checks).toMatchObject([{ passed: false }]);
  const { warnings, checks } = judged(0.01, 0.5);
  expect(checks).toMatchObject([
    { passed: null, message: expect.stringMatching(/^× 0\.60 .*, but other programs/) },
  ]);
  expect(warnings).toContain(
    'other programs had 50 % of the CPU time that one-by-one wanted, and 2 % in the earlier run',
  );
});
