import { expect, test } from 'vitest';
import type { Result } from '../../../shared/contract/result.ts';
import { Measured } from '../../../shared/sweep/measured.ts';
import type { StepOutcome } from '../../../shared/contract/recipe.ts';
import { throughputOf } from '../../../calibration/synthetic-result.ts';

const outcome = (step: string, lanes: Record<string, number[]>): StepOutcome => ({
  step,
  label: step,
  state: 'completed',
  error: null,
  result: {
    lanes: Object.entries(lanes).map(([id, slices]) => ({ id, throughput: throughputOf(slices) })),
    environment: { sharedMachine: true, pingMs: 0.05 },
  } as unknown as Result,
});
const drifting = [100, 200, 300, 400, 500, 600, 700, 800];
const measured = new Measured([
  outcome('one', { slow: drifting, fast: drifting.map((rate) => 2 * rate), idle: [] }),
  outcome('two', { fast: drifting.map((rate) => 4 * rate) }),
  { step: 'three', label: 'three', state: 'failed', error: null, result: null },
]);

test('lanes of one step are compared slice by slice', () => {
  expect(measured.ratio(['one', 'fast'], ['one', 'slow'])).toMatchObject({
    ratio: expect.closeTo(2, 9),
    ci95: [expect.closeTo(2, 9), expect.closeTo(2, 9)],
  });
});

test('lanes of two steps are compared by their whole intervals', () => {
  const ratio = measured.ratio(['two', 'fast'], ['one', 'slow']);
  expect(ratio?.ratio).toBeCloseTo(4, 9);
  expect(ratio?.ci95?.[0]).toBeLessThan(2);
  expect(ratio?.ci95?.[1]).toBeGreaterThan(8);
});

test.each([
  ['a lane that measured nothing', ['one', 'idle']],
  ['a lane that there is not', ['one', 'other']],
  ['a step that failed', ['three', 'fast']],
] as const)('%s is not there', (_what, place) => {
  expect(measured.lane(place)).toBeNull();
  expect(measured.rate(place)).toBeNull();
  expect(measured.ratio(place, ['one', 'slow'])).toBeNull();
  expect(measured.ratio(['one', 'slow'], place)).toBeNull();
});
