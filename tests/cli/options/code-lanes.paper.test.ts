import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { codeLanesOf } from '../../../server/cli/options/code-lanes.ts';
import { folderForAll } from '../../support/temporary-folder.ts';

const folder = folderForAll();

/** Lanes of files that are there, by their ids and labels; `NAME=` stands before the path. */
function lanesOf(...given: readonly string[]) {
  const words = given.map((text) => {
    const [, name = '', path = ''] = /^([a-z]+=)?(.*)$/s.exec(text) ?? [];
    const file = join(folder(), path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, 'export default () => 1;');
    return name + file;
  });
  const { lanes, code } = codeLanesOf(words);
  expect([...code.keys()]).toEqual(lanes.map(({ id }) => id));
  return lanes.map(({ id, label, file }) => `${id}: ${label ?? file}`);
}

test.each([
  [
    ['before.mjs', 'after.mjs'],
    ['before: before.mjs', 'after: after.mjs'],
  ],
  [
    ['was=bench/cart.mjs', 'bench/front.mjs'],
    ['was: was', 'front: front.mjs'],
  ],
  [
    ['was=was/cart.mjs', 'now=now/cart.mjs'],
    ['was: was', 'now: now'],
  ],
  [
    ['was/bench/cart.mjs', 'now/bench/cart.mjs'],
    ['was: was', 'now: now'],
  ],
  [
    ['a/was/bench/x/cart.mjs', 'a/now/bench/x/cart.mjs'],
    ['was: was', 'now: now'],
  ],
  [
    ['bench/cart.mjs', 'was/bench/cart.mjs'],
    ['cart: cart', 'was: was'],
  ],
  [
    ['was/cart.mjs', 'now/cart.mjs', 'was/front.mjs', 'now/front.mjs', 'other.mjs'],
    [
      'was-cart: was-cart',
      'now-cart: now-cart',
      'was-front: was-front',
      'now-front: now-front',
      'other: other.mjs',
    ],
  ],
  [
    ['same.mjs', 'same.mjs'],
    ['same: same.mjs', 'same-2: same.mjs'],
  ],
])('%j have names of their own: %j', (given, lanes) => {
  expect(lanesOf(...given)).toEqual(lanes);
});

test('two lanes of one name are refused by it', () => {
  expect(() => lanesOf('n=a.mjs', 'm=b.mjs', 'n=c.mjs')).toThrow(
    '--lane n=…: two lanes have this name; each needs one of its own',
  );
});

test('a whole path that exists is a file, also one with = in it', () => {
  const file = join(folder(), 'a=b.mjs');
  writeFileSync(file, 'export default () => 1;');
  const before = process.cwd();
  process.chdir(folder());
  try {
    expect(codeLanesOf(['a=b.mjs']).lanes).toMatchObject([{ id: 'ab', file: 'a=b.mjs' }]);
  } finally {
    process.chdir(before);
  }
});

test.each([
  ['', /--lane "": a file is missing, or a program, as in --lane now=cart\.mjs$/],
  ['n=', /--lane n=: a file is missing, or a program, as in --lane n=cart\.mjs$/],
  [tmpdir(), /^--lane .*: it is a folder, and a file is wanted$/],
  [`n=${tmpdir()}`, /^--lane .*: it is a folder, and a file is wanted$/],
  [`cmd:${tmpdir()} x`, /^--lane cmd:.*: there is no program/],
  ['now=gone/cart.mjs', /--lane gone\/cart\.mjs: there is no such file$/],
  ['Now=gone/cart.mjs', /no such file\. A name before = has small letters.*--lane now=now\/cart\.mjs/],
])('%s is refused with what would be right', (text, said) => {
  expect(() => codeLanesOf([text])).toThrow(said);
});
