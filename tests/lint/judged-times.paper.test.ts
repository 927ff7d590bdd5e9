import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { judgedTimes, judgingFiles } from '../../lint/judged-times.js';
import { messagesOf } from './rule-under-test.ts';

/** Names of the messages of the rule about a text in a file. */
const complaintsOf = (file: string, text: string) =>
  messagesOf('judged-times', judgedTimes, file, text).map(({ messageId }) => messageId);

const paper = 'tests/x.paper.test.ts';
const real = 'tests/x.real.test.ts';
const [judging = ''] = judgingFiles.keys();

test.each([
  ['an elapsed time', paper, 'expect(performance.now() - from).toBeLessThan(9);', ['clock']],
  [
    'an elapsed time in a variable',
    real,
    'const took = Date.now() - from; expect(took).toBeLessThan(9);',
    ['clock'],
  ],
  [
    'a variable of a variable',
    real,
    'const at = performance.now(); const took = end - at; expect(took).not.toBeLessThanOrEqual(9);',
    ['clock'],
  ],
  ['CPU time', real, 'expect(process.cpuUsage(from).user).toBeCloseTo(9);', ['clock']],
  ['a percentile of a run', real, 'expect(lane?.latencyMs.command?.p99).toBeLessThan(9);', ['speed']],
  ['a ratio of a run', real, 'expect(comparison.ratio).toBeGreaterThan(2);', ['speed']],
  ['the presence of a ratio', real, 'expect(comparison.ratio).toBeGreaterThan(0);', []],
  ['a lower bound: no delay ends early', real, 'expect(performance.now() - from).toBeGreaterThan(9);', []],
  ['a percentile on virtual time', 'tests/x.scripted.test.ts', 'expect(lane.p99).toBeLessThan(9);', []],
  ['a count', real, 'expect(lane.commands).toBeLessThan(9);', []],
  ['a file of the list', judging, 'expect(lane.p99).toBeLessThan(9);', []],
  ['a file that is no test', 'tests/support/x.ts', 'expect(performance.now()).toBeLessThan(9);', []],
])('%s', (_, file, text, complaints) => {
  expect(complaintsOf(file, text)).toEqual(complaints);
});

test('the list names files that exist', () => {
  expect([...judgingFiles.keys()].filter((file) => !existsSync(file))).toEqual([]);
});
