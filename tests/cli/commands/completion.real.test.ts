import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { commands as table } from '../../../server/cli/commands/index.ts';
import { bashScript } from '../../../server/cli/commands/completion/bash.ts';
import { fishScript } from '../../../server/cli/commands/completion/fish.ts';
import { described } from '../../../server/cli/commands/completion/described.ts';
import { zshScript } from '../../../server/cli/commands/completion/zsh.ts';
import { runCli } from '../../support/run-cli.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const commands = await described(table);

/** What bash itself offers for the last of these words, with the script sourced as a user would. */
function offered(words: readonly string[], cwd = process.cwd()): string[] {
  const ask = `${bashScript(commands)}
    COMP_WORDS=("$@"); COMP_CWORD=$(( $# - 1 )); _roundtrip; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { status, stdout, stderr } = spawnSync('bash', ['--norc', '-c', ask, 'bash', ...words], {
    cwd,
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([0, '']);
  return stdout.split('\n').filter((line) => line !== '');
}

describe('in bash', () => {
  test.each([
    ['a command', ['com'], ['compare', 'completion']],
    [
      'an option',
      ['bench', '--max-'],
      ['--max-batch', '--max-batch-bytes', '--max-duration', '--max-regression'],
    ],
    ['an option of another command', ['compare', '--max'], ['--max-regression']],
    ['an option of the page', ['start', '--po'], ['--port']],
    ['a word of a few', ['bench', '--schedule', ''], ['turns', 'race']],
    ['a word behind a short option', ['bench', '-t', 'hs'], ['hset']],
    ['the next of a list', ['bench', '--strategy', 'lua,w'], ['lua,wire']],
    ['a recipe', ['bench', '--recipe', 'rt'], ['rtt']],
    ['a recipe as what a command works on', ['recipes', 'rt'], ['rtt']],
    ['a shell', ['completion', ''], ['bash', 'zsh', 'fish']],
    ['nothing where nobody can know', ['bench', '-c', ''], []],
    ['nothing for a command that is not there', ['brench', '--'], []],
  ])('%s', (_what, words, expected) => {
    expect(offered(['roundtrip', ...words]).sort()).toEqual([...expected].sort());
  });

  test.each([
    ['behind an option', ['bench', '--json', 'res']],
    ['as what a command works on', ['compare', 'res']],
    ['and a second one', ['compare', 'result 1.json', 'res']],
  ])('files %s, also with a blank in their name', (_what, words) => {
    const folder = temporaryFolder();
    for (const name of ['result 1.json', 'result2.json', 'other']) writeFileSync(join(folder, name), '');
    expect(offered(['roundtrip', ...words], folder).sort()).toEqual(['result 1.json', 'result2.json']);
  });
});

describe.each([
  ['bash', bashScript, (name: string) => `--${name}`],
  ['zsh', zshScript, (name: string) => `--${name}[`],
  ['fish', fishScript, (name: string) => `-l ${name} `],
] as const)('the script for %s', (shell, script, written) => {
  test('has every option of every command', () => {
    const text = script(commands);
    const missing = commands.flatMap(({ options }) =>
      options.filter(({ name }) => !text.includes(written(name))).map(({ name }) => name),
    );
    expect(missing).toEqual([]);
  });

  test('follows the table: an option that comes is there at once', () => {
    const [first, ...others] = commands;
    if (!first) throw new Error('no commands');
    const more = { ...first, options: [...first.options, { name: 'brand-new', help: 'new [x]: it’s' }] };
    expect(script(commands)).not.toContain('brand-new');
    expect(script([more, ...others])).toContain(written('brand-new'));
  });

  test('is what the command prints', async () => {
    expect(await runCli(['completion', shell])).toEqual({ code: 0, stdout: script(commands), stderr: '' });
  });
});

test.each([[[]], [['powershell']], [['bash', 'zsh']]])('refuses %j', async (words) => {
  const { code, stdout, stderr } = await runCli(['completion', ...words]);
  expect(stderr).toMatch(/completion takes one of bash, zsh, fish/);
  expect([code, stdout]).toEqual([2, '']);
});
