import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseJson, readTextFile } from '../../../server/redis/connection/read-text-file.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

test.each(['', 'ключ 键 key', 'x'.repeat(3_000_000)])('a text is read whole (%#)', (text) => {
  const file = join(temporaryFolder(), 'text');
  writeFileSync(file, text);
  expect(readTextFile(file)).toBe(text);
});

test('a device that never ends is given up', () => {
  expect(() => readTextFile('/dev/zero', 4 * 1_048_576)).toThrow(/^it holds more than 4 MB$/);
});

test('what is not there throws as the system says it', () => {
  expect(() => readTextFile('/nowhere/file')).toThrow(/ENOENT/);
});

test('a folder is said to be one', () => {
  expect(() => readTextFile(temporaryFolder())).toThrow(/^it is a folder, and a file is wanted$/);
});

test.each(['{"url": "redis://:geheim@h" x', '{"a": geheim}', '"geheim"x', '{"geheim": 1,}', '["geheim'])(
  'a mistake in %s is told without the text around it',
  (text) => {
    expect(() => parseJson(text)).toThrow(SyntaxError);
    expect(() => parseJson(text)).not.toThrow('geheim');
  },
);
