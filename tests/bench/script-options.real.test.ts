import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { builtFile } from '../../server/built.ts';

const run = promisify(execFile);
const script = (name: string, ...words: string[]) =>
  run(process.execPath, [fileURLToPath(builtFile(`bench/${name}.js`)), ...words]);

test.each([
  'engine/overhead',
  'engine/bulk-insert',
  'engine/memory',
  'gates/rates',
  'network/benchmark',
  'page/page-cost',
  'page/watching',
  'viewers/benchmark',
])('bench/%s says what is wrong with an option, and what there is, without a stack', async (name) => {
  await expect(script(name, '--telepathy')).rejects.toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(/^Unknown option '--telepathy'\. Options: --[^\n]+\n$/) as string,
  });
});

test.each([
  [['--pairs', 'many'], /^Option '--pairs' takes a number, not 'many'\. Options: --client ioredis, /],
  [['--pairs'], /^Option '--pairs <value>' argument missing\. Options: /],
  [['--client', 'jedis'], /^--client is one of ioredis, node-redis, glide, not "jedis"\n$/],
])('a benchmark with %j is refused', async (words, message) => {
  await expect(script('engine/overhead', ...words)).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringMatching(message) as string,
  });
});
