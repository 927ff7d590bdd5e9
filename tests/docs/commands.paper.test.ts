import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { commands } from '../../server/cli/commands/index.ts';
import { readCall } from '../../server/terminal/options/option-words.ts';
import { readOptions } from '../../server/http/options.ts';
import { projectRoot } from '../support/project-root.ts';
import { shellLinesOf, wordsOf } from '../support/shell-words.ts';

const pages = [
  'README.md',
  ...readdirSync(join(projectRoot, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];
const textOf = (page: string) => readFileSync(join(projectRoot, page), 'utf8');

/** The calls of a page's shell blocks: a command of Roundtrip, and its words. */
const callsOf = (page: string) =>
  shellLinesOf(textOf(page)).flatMap((line) => {
    const [, script, byName, words = ''] =
      /(?:npm (?:run (?:-s )?)?(\w+)(?: --)?|\broundtrip ([a-z]\w*))(?: (.*))?$/.exec(line) ?? [];
    const name = byName ?? script ?? '';
    // What a shell does with its output is not for us.
    const all = wordsOf(words.replace(/ ?&$|; .*/, ''));
    const end = all.findIndex((word) => /^(?:&&|\||2?>.*|#)$/.test(word));
    const isOurs = name === 'start' || commands.some((one) => one.name === name);
    return isOurs ? [{ name, words: end === -1 ? all : all.slice(0, end) }] : [];
  });

describe.each(pages.filter((page) => callsOf(page).length > 0))('%s', (page) => {
  test.each(callsOf(page))('roundtrip $name $words is understood', async ({ name, words }) => {
    if (name === 'start') {
      expect(() => readOptions(words, {})).not.toThrow();
      return;
    }
    const entry = commands.find((one) => one.name === name);
    if (!entry) throw new Error(`there is no command ${name}`);
    const command = await entry.load();
    expect(() => readCall(words, command)).not.toThrow();
  });
});

/** A figure that is shown was measured on a machine, on a day. */
test.each(pages.filter((page) => /```text\n[^`]*\d (?:ms|commands\/s|units\/s)/.test(textOf(page))))(
  '%s says on which machine and day its outputs were made',
  (page) => {
    expect(textOf(page)).toMatch(/[(（][^)）\n]*Node \d[^)）\n]*20\d\d-\d\d-\d\d[^)）\n]*[)）]/);
  },
);
