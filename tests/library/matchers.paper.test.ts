import { expect, test, vi } from 'vitest';
import { check, compare } from '../../server/library/judge.ts';
import { matchers } from '../../server/library/matchers.ts';
import { parsePlan } from '../../shared/plan/parse-plan.ts';
import { summariseThroughput } from '../../shared/statistics/throughput.ts';
import { withEstimates } from '../../shared/statistics/with-estimates.ts';
import { laneOf, sampleResult } from '../support/sample-result.ts';

const rounds = [1, 0.99, 1.02, 0.98, 1, 1, 1.01, 0.99, 0.99, 1.01];
/** A pipeline that is so many times as fast as one by one, its slices by this factor apart from each other. */
const measured = (ratio: number, scatter = 1.01) =>
  withEstimates({
    ...sampleResult,
    plan: parsePlan({ lanes: [{ strategy: 'one-by-one' }, { strategy: 'pipeline' }] }),
    lanes: [
      laneOf('one-by-one', 0, { throughput: summariseThroughput(rounds.map((by) => 1000 * by)) }),
      laneOf('pipeline', 0, {
        throughput: summariseThroughput(
          rounds.map((by, round) => 1000 * ratio * by * (round % 2 ? scatter : 1 / scatter)),
        ),
      }),
    ],
  });
const asIs = { isNot: false };
const wide = measured(5, 1.6);

test.each([
  ['the whole interval lies above', measured(5), 2, {}, true],
  ['the whole interval lies below', measured(5), 6, {}, false],
  ['the interval holds the factor, which fails when strict', wide, 5, { strict: true }, false],
])('toBeFasterThan, where %s', (_where, result, by, options, pass) => {
  const { message, ...found } = matchers.toBeFasterThan.call(asIs, result, 'one-by-one', { by, ...options });
  expect(found).toEqual({ pass });
  expect(message()).toMatch(new RegExp(`pipeline\\.throughput > ${by} \\* one-by-one\\.throughput: `));
});

test.each([false, true])('what is not judged passes with a warning, also where isNot is %s', (isNot) => {
  const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
  const { pass } = matchers.toBeFasterThan.call({ isNot }, wide, 'one-by-one', { by: 5 });
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
  expect(() => matchers.toBeFasterThan.call(asIs, measured(5), 'lua')).toThrow('lua');
});
