import { expect, test } from 'vitest';
import { parseCount, parseDuration, parseSize, parseSizeRange } from '../../../server/cli/options/units.ts';
import { UsageError } from '../../../server/cli/usage/usage-error.ts';

test.each([
  ['5s', 5000],
  ['500ms', 500],
  ['1.5m', 90_000],
  ['2', 2000],
  ['0', 0],
  ['178.6ms', 178.6],
])('the time %s is %d ms', (text, ms) => {
  expect(parseDuration(text, '--x')).toBe(ms);
});

test.each([
  ['100', 100],
  ['4k', 4096],
  ['1MB', 1_048_576],
  ['2MiB', 2_097_152],
])('the size %s is %d bytes', (text, bytes) => {
  expect(parseSize(text, '--x')).toBe(bytes);
});

test.each([
  ['10k', 10_000],
  ['1.5k', 1500],
  ['2.3k', 2300],
  ['2m', 2_000_000],
])('the count %s is %d', (text, count) => {
  expect(parseCount(text, '--x')).toBe(count);
});

test.each([
  () => parseDuration('soon', '--x'),
  () => parseDuration('-5s', '--x'),
  () => parseSize('1.5', '--x'),
  () => parseCount('1.0001k', '--x'),
  () => parseSizeRange('10', '--x'),
  () => parseSizeRange('1-2-3', '--x'),
])('what is no such thing is refused', (parse) => {
  expect(parse).toThrow(UsageError);
});

test('a range has two ends', () => {
  expect(parseSizeRange('10-2k', '--x')).toEqual([10, 2048]);
});
