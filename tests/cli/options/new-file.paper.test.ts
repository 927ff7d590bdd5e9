import { expect, test } from 'vitest';
import { newFileName } from '../../../server/cli/options/new-file.ts';

test.each([
  ['monitor.log', [], 'monitor.log'],
  ['monitor.log', ['monitor.log'], 'monitor-2.log'],
  ['monitor.log', ['monitor.log', 'monitor-2.log'], 'monitor-3.log'],
])('the command of a hint writes %s where %j exist to %s', (name, existing, free) => {
  expect(newFileName(name, (one) => existing.includes(one))).toBe(free);
});
