import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { declarations } from '../../server/library/declarations.ts';
import { projectRoot } from '../support/project-root.ts';

const page = readFileSync(join(projectRoot, 'docs/library.md'), 'utf8');
const declared = declarations();
/** What an interface of options declares: its name and `@default`, as far as it has one. */
const optionsOf = (name: string): [string, string | undefined][] => {
  const body = new RegExp(`interface ${name}[^{]*\\{(.*?)\\n\\}`, 's').exec(declared)?.[1] ?? '';
  return [...body.matchAll(/(?:@default ([^\n]*)\n(?:[^\n]*\*\/\n))?\s+(\w+)\?: /g)].map(
    ([, byDefault, option = '']) => [option, byDefault],
  );
};

test.each([
  ['RunOptions', 'run'],
  ['ProfileOptions', 'profile'],
  ['CheckOptions', 'check'],
  ['CompareOptions', 'compare'],
  ['FasterOptions', 'Matchers'],
  ['KeptOptions', 'Matchers'],
])('the page has each option of %s with its default', (name, heading) => {
  const section = page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  const options = optionsOf(name);
  expect(options.length).toBeGreaterThan(0);
  for (const [option, byDefault = ''] of options) {
    const [row = ''] = section.split('\n').filter((line) => line.startsWith(`| \`${option}\``));
    expect(row, `${option} of ${name}`).not.toBe('');
    const [value = ''] = byDefault.split(',');
    expect(row.replaceAll('`', ''), `the default of ${option}`).toContain(value.replaceAll("'", ''));
  }
});

test('the page has every function and matcher', () => {
  const functions = [
    ...new Set([...declared.matchAll(/declare function (\w+)/g)].map(([, name = '']) => name)),
  ];
  const calls = [...declared.matchAll(/^ {2}(to\w+)\(/gm)].map(([, name = '']) => name);
  expect([functions.length, calls.length]).toEqual([4, 2]);
  for (const name of [...functions, ...calls]) expect(page).toContain(`${name}(`);
});
