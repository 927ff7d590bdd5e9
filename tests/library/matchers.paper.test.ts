import { expect, test } from 'vitest';
import { matchers } from '../../server/library/matchers.ts';
import type { Result } from '../../shared/contract/result.ts';

const lanes = [
  { id: 'before', error: null },
  { id: 'after', error: null },
] as unknown as Result['lanes'];
const compared = (ci95: [number, number] | null) => ({
  lanes,
  comparisons: [{ lane: 'after', baseline: 'before', ratio: 2, ci95, outcome: 'faster' as const, pairs: 9 }],
});
const toBeFasterThan = (...given: Parameters<typeof matchers.toBeFasterThan>) =>
  matchers.toBeFasterThan(...given);

test.each<[string, [number, number] | null, number, boolean]>([
  ['the whole interval lies above', [1.6, 2.4], 1.5, true],
  ['the interval holds the factor', [1.4, 2.6], 1.5, false],
  ['the whole interval lies below', [1.6, 2.4], 3, false],
  ['there is no interval', null, 1, false],
])('toBeFasterThan, where %s', (_where, ci95, by, pass) => {
  expect(toBeFasterThan(compared(ci95), 'before', by).pass).toBe(pass);
});

test('what it says has the ratio with its interval, and the factor', () => {
  expect(toBeFasterThan(compared([1.6, 2.4]), 'before', 3).message()).toBe(
    'after is × 2.00 as fast as before (95 %: 1.60 – 2.40), held against × 3',
  );
});

test('lanes that were not compared are never faster, with the reason', () => {
  const { pass, message } = toBeFasterThan(compared([1.6, 2.4]), 'after', 1, 'before');
  expect([pass, message()]).toEqual([
    false,
    'before was not compared with after: lanes are compared with the first, before',
  ]);
  const failed = [lanes[0], { id: 'after', error: { message: 'job.mjs:3: boom' } }] as Result['lanes'];
  expect(toBeFasterThan({ lanes: failed, comparisons: [] }, 'before').message()).toBe(
    'after was not compared with before: job.mjs:3: boom',
  );
});
