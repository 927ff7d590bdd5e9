import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { useEmbedded } from '../support/embedded.ts';
import { runCli, spawnCli } from '../support/run-cli.ts';
import { sampleResult } from '../support/a-result.ts';
import { folderForAll } from '../support/temporary-folder.ts';

/** What only a process of its own shows: that it ends by itself, with which code, and what is in which stream. */
const embedded = useEmbedded();
const folder = folderForAll();
const url = () => `redis://127.0.0.1:${embedded().target.endpoint.port ?? 0}`;
const stored = () => {
  const file = join(folder(), 'stored.json');
  writeFileSync(file, JSON.stringify(sampleResult));
  return file;
};
const few = ['bench', '-q', '--warmup', '0', '-n', '100', '--strategy', 'pipeline'];

test.each<[number, string, () => string[]]>([
  [0, 'the list of commands', () => ['--help']],
  [0, 'a command', () => [...few, '--assert', 'pipeline.failed == 0']],
  [1, 'a server that is not there', () => [...few, '-u', 'redis://127.0.0.1:1']],
  [2, 'a word that is no command', () => ['brench']],
  [2, 'an option that is none', () => ['bench', '--fast']],
  [99, 'an assertion that does not hold', () => [...few, '--assert', 'pipeline.failed > 0']],
])('%i: %s', async (code, _what, words) => {
  const outcome = await spawnCli(words());
  expect(outcome.code).toBe(code);
  if (code !== 0) expect(outcome.stderr).not.toBe('');
});

test.each<[string, () => string[]]>([
  ['compare', () => [stored(), stored()]],
  ['report', () => [stored(), '--markdown', '-']],
  ['recipes', () => []],
  ['clean', () => ['--url', url()]],
  ['completion', () => ['bash']],
])('%s as a process writes what it writes in this one', async (command, words) => {
  const call = [command, ...words()];
  const outcome = await spawnCli(call);
  expect(outcome).toEqual(await runCli(call));
  expect(outcome.code).toBe(0);
  expect(outcome.stdout).not.toBe('');
});
