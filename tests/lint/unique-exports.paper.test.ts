import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { exportedNames, findDuplicates, readSources } from '../../lint/unique-exports.js';
import { temporaryFolder } from '../support/temporary-folder.ts';

const namesIn = (text: string) => [...exportedNames({ file: 'x.ts', text })];

describe('what counts as an exported name', () => {
  test.each([
    ['export interface Step { id: string }', ['Step']],
    ['export type Step = string;', ['Step']],
    ['export class Step {}', ['Step']],
    ['export enum Step { a }', ['Step']],
    ['export function step() {}', ['step']],
    ['export async function* step() {}', ['step']],
    ['export const step = () => 1, other = function () {};', ['step', 'other']],
    // A schema and its inferred type are one thing.
    ['export const step = schema; export type step = Infer<typeof step>;', ['step']],
    ['export const limit = 5; export const table = { a: () => 1 };', []],
    ['interface Step {} class Other {} function third() {}', []],
    ["export { Step } from './step.ts'; export * from './other.ts';", []],
    ['export default function () {}', []],
  ])('%s', (text, names) => {
    expect(namesIn(text)).toEqual(names);
  });
});

const source = (file: string, text = 'export interface Step {}') => ({ file, text });

describe('a name in two files', () => {
  test('is reported with its files, and what to do', () => {
    const [complaint, ...more] = findDuplicates([source('shared/a.ts'), source('server/b.ts')]);
    expect(more).toEqual([]);
    expect(complaint).toBe(
      'Step is exported by 2 files:\n  shared/a.ts\n  server/b.ts\n' +
        '  Give each meaning a name of its own (docs/glossary.md), or share the one declaration.',
    );
  });

  test('is fine in the files of two languages', () => {
    const languages = ['shared/words/en/x.ts', 'shared/words/ru/x.ts', 'client/src/messages/zh.ts'];
    expect(findDuplicates(languages.map((file) => source(file)))).toEqual([]);
  });
});

test('the tree has no name twice', () => {
  const sources = readSources(process.cwd());
  expect(sources.length).toBeGreaterThan(500);
  expect(findDuplicates(sources)).toEqual([]);
});

test('as a program it complains on stderr and fails', () => {
  const root = temporaryFolder();
  for (const folder of [
    'shared',
    'server',
    'client/src',
    'bench',
    'campaign',
    'calibration',
    'lint',
    'tests',
  ])
    mkdirSync(join(root, folder), { recursive: true });
  for (const folder of ['shared', 'server'])
    writeFileSync(join(root, folder, 'x.ts'), 'export class Once {}');
  const program = join(process.cwd(), 'lint/unique-exports.js');
  const { status, stderr } = spawnSync(process.execPath, [program], { cwd: root, encoding: 'utf8' });
  expect(status).toBe(1);
  expect(stderr).toContain('Once is exported by 2 files:\n  shared/x.ts\n  server/x.ts\n');
});
