import { execFileSync } from 'node:child_process';
import fs, { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ownerOf } from '../../server/profile/program-frames.ts';
import { Sources } from '../../server/profile/sources.ts';
import type { Frame } from '../../shared/contract/profile-trace.ts';
import { folderForAll } from '../support/temporary-folder.ts';

const folder = folderForAll();

/** A root with a source in it, one beside it, and what is no source. */
function roots(): string {
  const root = join(folder(), 'app');
  mkdirSync(root, { recursive: true });
  writeFileSync(join(root, 'a.js'), 'f();\n');
  writeFileSync(join(folder(), 'beside.js'), 'f();\n');
  return root;
}

const isRead = (sources: Sources, file: string): boolean => sources.sourceOf(file) !== null;

test('Sources of a trace from elsewhere are opened below its root alone, those of an own program also beside it', () => {
  const root = roots();
  symlinkSync(join(folder(), 'beside.js'), join(root, 'link.js'));
  const [foreign, own] = [new Sources(root), new Sources(root, { isOwn: true })];
  for (const file of ['../beside.js', join(folder(), 'beside.js'), 'link.js'])
    expect([file, isRead(foreign, file), isRead(own, file)]).toEqual([file, false, true]);
  expect([isRead(foreign, 'a.js'), isRead(own, 'a.js')]).toEqual([true, true]);
});

test.each([false, true])(
  'A pipe, a device and a source of more than 5 MB are not read (own program: %s)',
  (isOwn) => {
    const root = join(roots(), `odd-${isOwn}`);
    mkdirSync(root);
    execFileSync('mkfifo', [join(root, 'pipe.js')]);
    symlinkSync('/dev/zero', join(root, 'zero.js'));
    writeFileSync(join(root, 'large.js'), '');
    truncateSync(join(root, 'large.js'), 5 * 1_048_576 + 1);
    writeFileSync(join(root, 'mapped.js'), 'f();\n//# sourceMappingURL=/dev/zero\n');
    const sources = new Sources(root, { isOwn });
    for (const file of ['pipe.js', 'zero.js', '/dev/zero', 'large.js'])
      expect([file, isRead(sources, file)]).toEqual([file, false]);
    const frame: Frame = ['mapped.js', 1, 1, 'f'];
    const site = `${JSON.stringify({ k: 'site', id: 1, frames: [frame], owner: 'app' })}\n`;
    expect(sources.inOriginals(site)).toBe(site);
  },
);

test('A line of a place that is cut off stays as it is', () => {
  const text = '{"k":"site","id":1,"fra\n{"k":"site","id":2,"frames":[],"owner":"app"}\n';
  expect(new Sources(roots()).inOriginals(text)).toBe(text);
});

test.each([
  ['webpack://shop/./src/cart.js', 'src/cart.js'],
  ['webpack:///./src/cart.js?1a2b', 'src/cart.js'],
  ['turbopack:///[project]/src/cart.js', 'src/cart.js'],
  ['webpack://shop/./gone/cart.js', 'gone/cart.js'],
  ['webpack://shop/./no\0file.js', 'no\0file.js'],
])('The place of a source that a bundler names %s is %s', (source, place) => {
  const root = roots();
  for (const one of ['src', 'built']) mkdirSync(join(root, one), { recursive: true });
  writeFileSync(join(root, 'src/cart.js'), 'f();\n');
  const map = { version: 3, sources: [source], names: [], mappings: 'AAAA' };
  const inline = Buffer.from(JSON.stringify(map)).toString('base64');
  const url = `//# sourceMappingURL=data:application/json;base64,${inline}`;
  writeFileSync(join(root, 'built/app.js'), `f();\n${url}\n`);
  const line = (file: string) =>
    `${JSON.stringify({ k: 'site', id: 1, frames: [[file, 1, 1, 'f']], owner: 'app' })}\n`;
  expect(new Sources(root).inOriginals(line('built/app.js'))).toBe(line(place));
});

test('Of the sources of a bundle, only those that send a command are looked for', () => {
  const root = roots();
  const sources = Array.from({ length: 500 }, (_, at) => `webpack://shop/./gone/${at}.js`);
  const texts = sources.map(() => 'f();\n');
  const map = { version: 3, sources, sourcesContent: texts, names: [], mappings: 'AAAA' };
  const inline = Buffer.from(JSON.stringify(map)).toString('base64');
  writeFileSync(join(root, 'many.js'), `f();\n//# sourceMappingURL=data:application/json;base64,${inline}\n`);
  const usual = fs.statSync;
  const looked: unknown[] = [];
  Object.assign(fs, {
    statSync: (path: string) => {
      looked.push(path);
      return usual(path);
    },
  });
  syncBuiltinESMExports();
  try {
    const read = new Sources(root);
    const frames: Frame[] = [['many.js', 1, 1, 'f']];
    read.inOriginals(`${JSON.stringify({ k: 'site', id: 1, frames, owner: 'app' })}\n`);
    expect(looked.length).toBeGreaterThan(0);
    expect(looked.every((path) => String(path).endsWith('/gone/0.js'))).toBe(true);
    expect(isRead(read, 'gone/0.js')).toBe(true);
  } finally {
    Object.assign(fs, { statSync: usual });
    syncBuiltinESMExports();
  }
});

test('Files of a program that are named as those of a library are its own', () => {
  expect(
    [
      'built/utils.js',
      'dist/lib/client.js',
      'node_modules/ioredis/built/Redis.js',
      '@redis/client/dist/lib/client/index.js',
    ].map((file) => ownerOf(file).isClient),
  ).toEqual([false, false, true, true]);
});
