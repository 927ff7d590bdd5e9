import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { plainText } from '../../server/terminal/plain-text.ts';
import { deviationNamed } from '../../campaign/faulty/deviations.ts';
import { startFaultyServer } from '../../campaign/faulty/faulty-server.ts';
import { runCli } from '../support/run-cli.ts';
import { soon } from '../support/soon.ts';
import { startBuilt } from '../support/start-built.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** What the server sends is there, and nothing of it that a terminal obeys. */
function expectPlain(text: string): void {
  expect(text).toContain(']0;X');
  expect(plainText(text)).toBe(text);
}

async function faulty(id: string) {
  const server = await startFaultyServer({ deviation: deviationNamed(id) });
  onTestFinished(server.close);
  return server;
}

test('an error in the set-up reaches the terminal without its escapes', async () => {
  const { url } = await faulty('INFO: an error with escapes of a terminal');
  const { code, stderr } = await runCli(['bench', '-u', url]);
  expect(code).toBe(1);
  expectPlain(stderr);
});

test('what a lane was answered by reaches terminal, CSV and Markdown without its escapes', async () => {
  const { url } = await faulty('a status with escapes of a terminal');
  const folder = temporaryFolder();
  const [csv, markdown] = [join(folder, 'a.csv'), join(folder, 'a.md')];
  const words = [
    '--strategy',
    'pipeline',
    '-n',
    '100',
    '--warmup',
    '0',
    '--csv',
    csv,
    '--markdown',
    markdown,
  ];
  const { code, stdout, stderr } = await runCli(['bench', '-u', url, ...words]);
  expect(code).toBe(1);
  expectPlain(stdout);
  expectPlain(stderr);
  expectPlain(readFileSync(markdown, 'utf8'));
  const cells = readFileSync(csv, 'utf8');
  expect(plainText(cells)).toBe(cells);
});

test('the page’s server logs it without its escapes', async () => {
  const { url } = await faulty('PING: an error with escapes of a terminal');
  const { stderr, url: ready } = startBuilt(['--port', '0', '--url', url]);
  await ready;
  await soon(stderr).toContain(']0;X');
  expectPlain(stderr());
});
