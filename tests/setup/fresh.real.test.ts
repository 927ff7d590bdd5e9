import { mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { dependenciesAreMissing } from '../../server/setup/dependencies.mjs';
import { buildIsStale, fingerprintOf, fingerprintPath } from '../../server/setup/freshness.mjs';
import { temporaryFolder } from '../support/temporary-folder.ts';

function project(files: Record<string, string>): string {
  const root = temporaryFolder();
  for (const [path, text] of Object.entries(files)) write(root, path, text);
  return root;
}

function write(root: string, path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

const sources = {
  'server/a.ts': 'a',
  'shared/b.ts': 'b',
  'client/src/App.svelte': 'c',
  'package-lock.json': '{}',
};

test('a build is stale until it was made from these very sources', () => {
  const root = project(sources);
  expect(buildIsStale(root)).toBe(true);
  write(root, 'dist/.keep', '');
  writeFileSync(fingerprintPath(join(root, 'dist')), fingerprintOf(root));
  expect(buildIsStale(root)).toBe(false);
});

test.each<[string, (root: string) => void]>([
  ['other content', (root) => write(root, 'server/a.ts', 'A')],
  ['a new file', (root) => write(root, 'shared/new.ts', '')],
  ['a file that is gone', (root) => rmSync(join(root, 'shared/b.ts'))],
  ['a new name', (root) => renameSync(join(root, 'server/a.ts'), join(root, 'server/z.ts'))],
  ['other versions of packages', (root) => write(root, 'package-lock.json', '{ }')],
  [
    'content that moved from one file to the next',
    (root) => {
      write(root, 'server/a.ts', 'ab');
      write(root, 'shared/b.ts', '');
    },
  ],
])('%s is another source', (_, change) => {
  const root = project(sources);
  const before = fingerprintOf(root);
  change(root);
  expect(fingerprintOf(root)).not.toBe(before);
});

test.each<[string, (root: string) => void]>([
  ['another time of change', (root) => utimesSync(join(root, 'server/a.ts'), 1, 1)],
  ['a file outside the sources', (root) => write(root, 'docs/x.md', 'text')],
  ['what is installed', (root) => write(root, 'client/node_modules/x.js', 'text')],
])('%s is not', (_, change) => {
  const root = project(sources);
  const before = fingerprintOf(root);
  change(root);
  expect(fingerprintOf(root)).toBe(before);
});

const lock = (packages: Record<string, unknown>) => JSON.stringify({ packages });
const wanted = lock({
  '': { name: 'roundtrip' },
  'node_modules/a': { version: '1.0.0' },
  'node_modules/b': { version: '2.0.0', dev: true },
  'node_modules/for-another-system': { version: '3.0.0', optional: true },
});
const a = { 'node_modules/a': { version: '1.0.0' } };
const b = { 'node_modules/b': { version: '2.0.0' } };

test.each([
  ['nothing is installed, or only half', null, true],
  ['a package is not there', lock(a), true],
  ['a package has another version', lock({ ...a, 'node_modules/b': { version: '1.9.0' } }), true],
  ['the list cannot be read', '{', true],
  ['all are there that this system can have', lock({ ...a, ...b }), false],
  ['there are more than needed', lock({ ...a, ...b, 'node_modules/c': { version: '1.0.0' } }), false],
])('packages are missing when %s: %#', (_, installed, missing) => {
  const root = project({
    'package-lock.json': wanted,
    ...(installed === null ? {} : { 'node_modules/.package-lock.json': installed }),
  });
  expect(dependenciesAreMissing(root)).toBe(missing);
});
