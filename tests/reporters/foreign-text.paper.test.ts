import { expect, test } from 'vitest';
import type { Result } from '../../shared/contract/result.ts';
import { reporters } from '../../server/reporters/index.ts';
import { ndjson } from '../../server/reporters/ndjson.ts';
import { plainText } from '../../server/terminal/plain-text.ts';
import { reported, shownOnTerminal } from '../support/reported.ts';
import { aLane } from '../support/a-lane.ts';
import { sampleResult } from '../support/a-result.ts';

const foreign = 'X\u001b[2J\u001b]0;X\u0007\u009b31m\u202e';
/** All that others may write in a result: a server, or who made the file. */
const hostile: Result = {
  ...sampleResult,
  id: foreign,
  environment: {
    ...sampleResult.environment,
    server: { name: foreign, version: foreign, mode: foreign, allocator: foreign },
  },
  warnings: [{ code: 'run-not-marked', reason: foreign }],
  lanes: [
    aLane('pipeline', 1, {
      label: foreign,
      state: 'failed',
      error: { name: 'Error', code: null, message: foreign, stack: null },
      failures: { [foreign]: 1 },
      failed: 1,
    }),
    aLane(foreign, 1),
  ],
};
const checks = [{ name: foreign, passed: false, message: foreign }];

test.each(
  reporters.filter(({ id }) =>
    ['json', 'csv', 'markdown', 'html', 'junit', 'bencher', 'bigger-is-better', 'smaller-is-better'].includes(
      id,
    ),
  ),
)('$id writes nothing that a terminal obeys', (reporter) => {
  const text = reported(reporter, { result: hostile, checks });
  expect(text).toContain('X');
  expect(plainText(text)).toBe(text);
});

test('ndjson writes nothing that a terminal obeys, and loses nothing', () => {
  const parts: string[] = [];
  ndjson.onEvent({ type: 'run-finished', result: hostile }, (text) => parts.push(text));
  expect(plainText(parts.join(''))).toBe(parts.join(''));
  expect(JSON.parse(parts.join(''))).toMatchObject({ result: { id: foreign } });
});

test('the table has no escapes but its own', () => {
  const text = shownOnTerminal({ result: hostile, checks }, 100, true);
  const own = text.replaceAll(new RegExp(`${String.fromCharCode(27)}\\[\\d+m`, 'g'), '');
  expect(own).toContain('X');
  expect(plainText(own)).toBe(own);
  const plain = shownOnTerminal({ result: hostile });
  expect(plainText(plain)).toBe(plain);
});
