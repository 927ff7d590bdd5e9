import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readPrograms, readRoot } from '../../../server/cli/options/programs.ts';
import { folderForAll, temporaryFolder } from '../../support/temporary-folder.ts';

const folder = folderForAll();

test('A command is parted into words as a shell does', () => {
  writeFileSync(join(folder(), 'job.mjs'), '');
  const [program] = readPrograms([`job=node ./job.mjs "two words" --a=b $HOME | x`], folder());
  expect(program).toEqual({
    name: 'job',
    command: ['node', './job.mjs', 'two words', '--a=b', '$HOME', '|', 'x'],
  });
});

test.each([
  ['none', [], 'there has to be one'],
  ['without a name', ['node job.mjs'], 'takes NAME="COMMAND"'],
  ['with a name that is a path', ['../job=node job.mjs'], 'takes NAME="COMMAND"'],
  ['without a command', ['job='], 'a command is missing'],
  ['with an open quote', ['job=node "job'], 'a quote is not closed'],
  ['given twice', ['job=node', 'job=npm'], 'is given twice'],
  ['one too many', Array.from({ length: 21 }, (_, n) => `job-${n}=node`), 'at most 20'],
  ['above the root', ['job=node ../job.mjs'], '../job.mjs is not below the root'],
  ['elsewhere', ['job=node /etc/job.js'], '/etc/job.js is not below the root'],
  ['that is not there', ['job=node none.mjs'], 'none.mjs is not below the root'],
])('A program %s is refused', (_what, given, message) => {
  expect(() => readPrograms(given, folder())).toThrow(message);
});

test('A script that is a link to the outside is refused', () => {
  const outside = join(temporaryFolder(), 'job.mjs');
  writeFileSync(outside, '');
  symlinkSync(outside, join(folder(), 'link.mjs'));
  expect(() => readPrograms(['job=node link.mjs'], folder())).toThrow('link.mjs is not below the root');
});

test.each([
  ['/', 'everything on this machine is below this one'],
  ['/no/such/folder', 'ENOENT'],
  [new URL(import.meta.url).pathname, 'it is not a folder'],
])('%s is no root', (path, message) => {
  expect(() => readRoot(path)).toThrow(message);
});
