import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { attacks } from '../../campaign/attacks/index.ts';

const text = readFileSync('docs/reliability.md', 'utf8');

test('every promise names tests or attacks that are there', () => {
  const rows = text
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(2);
  expect(rows.length).toBeGreaterThan(10);
  for (const row of rows) {
    const holders = row.split('|')[3] ?? '';
    const files = [...holders.matchAll(/`(tests\/[^`]+)`/g)].map(([, file = '']) => file);
    const names = [...holders.matchAll(/_([a-z ]+)_/g)].map(([, name = '']) => name);
    expect(files.length + names.length, row).toBeGreaterThan(0);
    expect(
      files.filter((file) => !existsSync(file)),
      row,
    ).toEqual([]);
    expect(
      names.filter((name) => !attacks.some((attack) => attack.name === name)),
      row,
    ).toEqual([]);
  }
});
