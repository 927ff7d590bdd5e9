import { expect, test } from 'vitest';
import { findSupplyFaults, readSupply } from '../../lint/supply-chain.js';

const good = { license: 'MIT', integrity: 'sha512-x' };
const manifest = { dependencies: { a: '^1.0.0' } };
const lockOf = (packages: object) => ({ packages: { '': manifest, ...packages } });
const faultsIn = (packages: object) => findSupplyFaults(manifest, lockOf(packages));

test.each(['', 'site/'])('the lock file of %j is as agreed', (folder) => {
  const supply = readSupply(process.cwd(), folder);
  expect(Object.keys(supply[1].packages).length).toBeGreaterThan(100);
  expect(findSupplyFaults(...supply)).toEqual([]);
});

test.each([
  [{ ...good, hasInstallScript: true }, /^node_modules\/a runs a script at install/],
  [{ ...good, license: 'GPL-3.0' }, /^node_modules\/a has the licence GPL-3\.0/],
  [{ integrity: good.integrity }, /^node_modules\/a has the licence \(none\)/],
  [{ license: 'MIT' }, /^node_modules\/a has no hash/],
  [{ ...good, dependencies: { b: '1' } }, /^node_modules\/a needs b, which the lock file lacks/],
  [{ ...good, optionalDependencies: { 'b-darwin': '1' } }, /^node_modules\/a needs b-darwin/],
])('a package %j is a fault', (entry, fault) => {
  expect(faultsIn({ 'node_modules/a': entry })).toEqual([expect.stringMatching(fault)]);
});

test('a dependency is found beside and above the one that needs it, and nowhere else', () => {
  const needs = { ...good, dependencies: { '@s/b': '1' } };
  expect(faultsIn({ 'node_modules/a': needs, 'node_modules/a/node_modules/@s/b': good })).toEqual([]);
  expect(faultsIn({ 'node_modules/a': needs, 'node_modules/@s/b': good })).toEqual([]);
  expect(faultsIn({ 'node_modules/a': needs, 'node_modules/c/node_modules/@s/b': good })).toHaveLength(1);
});

test('a script that is allowed in one folder is a fault in the other, which is named', () => {
  const lock = lockOf({ 'node_modules/esbuild': { ...good, hasInstallScript: true } });
  expect(findSupplyFaults(manifest, lock, 'site/')).toEqual([]);
  expect(findSupplyFaults(manifest, lock)).toEqual([
    expect.stringMatching(/^node_modules\/esbuild runs a script/),
  ]);
  expect(findSupplyFaults(manifest, lockOf({ 'node_modules/a': { integrity: 'x' } }), 'site/')).toEqual([
    expect.stringMatching(/^site\/node_modules\/a has the licence/),
  ]);
});

test('a lock file of another manifest is a fault', () => {
  expect(findSupplyFaults({ dependencies: { a: '^2.0.0' } }, lockOf({ 'node_modules/a': good }))).toEqual([
    'package-lock.json has other dependencies than package.json: run npm install.',
  ]);
});
