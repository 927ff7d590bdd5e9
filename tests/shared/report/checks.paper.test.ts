import { expect, test } from 'vitest';
import type { Block } from '../../../shared/report/block.ts';
import { checksInWords, checksOf } from '../../../shared/report/checks.ts';

const checks = (...passed: (boolean | null)[]) =>
  passed.map((one) => ({ name: '', passed: one, message: '' }));

test.each([
  [[true, true], 'all 2 passed'],
  [[true, false, false], '2 of 3 failed'],
  [[true, true, true, null, null, false], '3 passed, 2 not judged, 1 failed'],
  [[null], '0 passed, 1 not judged, 0 failed'],
])('%j: %s', (passed, words) => {
  expect(checksInWords(checks(...passed))).toBe(words);
});

test('a document has the checks of all its blocks, or none', () => {
  const line: Block = { type: 'line', text: '' };
  const blocks = [[true], [false]].map((passed): Block => ({ type: 'checks', checks: checks(...passed) }));
  expect(checksOf([line, ...blocks])).toBe('1 of 2 failed');
  expect(checksOf([line])).toBeNull();
});
