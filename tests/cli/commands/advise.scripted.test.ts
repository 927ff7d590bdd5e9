import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SearchResult } from '../../../shared/contract/search.ts';
import { describeAnswer } from '../../../shared/search/describe.ts';
import { search } from '../../../shared/words/en/search.ts';
import { adviseOptions } from '../../../server/cli/options/advise.ts';
import { runCli } from '../../support/run-cli.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'advise-test-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const short = ['advise', '--strategy', 'pipeline', '-P', '4', '-c', '2', '--budget', '7s'];

test('prints the curve, the answer and the code, and writes the advice', { timeout: 120_000 }, async () => {
  const file = join(folder, 'advice.json');
  const { code, stdout, stderr } = await runCli([...short, '--json', file]);
  expect(stderr).toMatch(/^Searching for about 7 s: pipeline against one-by-one\.\n/);
  expect(code).toBe(0);
  expect(stdout).toMatch(/one by one +1 +[█▏▎▍▌▋▊▉]+ +[\d,]+/);
  expect(stdout).toContain('◀ advised');
  expect(stdout).toContain('▶ ');
  const advice = JSON.parse(readFileSync(file, 'utf8')) as SearchResult;
  expect(advice).toMatchObject({ schema: 2, state: 'completed' });
  if (!advice.recommendation) throw new Error('there is no answer');
  const { answer, more } = describeAnswer(advice.order, advice.recommendation, search);
  for (const sentence of [answer.join(' '), ...more]) expect(stdout.replace(/\s+/g, ' ')).toContain(sentence);
  expect(stdout.endsWith(advice.snippet ?? 'none')).toBe(true);
});

test('a bound that nothing keeps is said to be out of reach; stdout is for the JSON alone when asked', async () => {
  const { code, stdout, stderr } = await runCli([
    ...short,
    '--p99',
    '< 0.001ms',
    '--rtt',
    '10ms',
    '--json',
    '-',
    '--no-progress',
  ]);
  expect(code).toBe(0);
  const { recommendation, snippet } = JSON.parse(stdout) as SearchResult;
  expect([recommendation?.worth, snippet]).toEqual(['bound out of reach', null]);
  expect(stderr).toMatch(
    /Nothing that was compared keeps p99 under\s+0\.001\s+ms\.\s+The\s+lowest\s+p99\s+is/,
  );
});

test('with another client library, its lanes are measured, and its code is printed', async () => {
  const { code, stdout, stderr } = await runCli([
    ...short,
    '--client',
    'node-redis',
    '--rtt',
    '20ms',
    '--json',
    '-',
  ]);
  expect([code, stderr]).toEqual([0, expect.stringMatching(/ · 2 connections · node-redis\n/)]);
  const { order, points, snippet, recommendation } = JSON.parse(stdout) as SearchResult;
  expect(order.client).toBe('node-redis');
  expect(points.map(({ unusable }) => unusable)).toEqual(points.map(() => null));
  expect(recommendation?.worth === 'inconclusive' ? 'noise' : snippet).toMatch(
    /from '@redis\/client';|noise/,
  );
});

test('what a configuration says of workload and network holds, and the command line wins', async () => {
  const here = join(folder, 'configured');
  mkdirSync(here);
  const config = {
    tests: 'incr',
    clients: 3,
    rtt: '10ms',
    client: 'node-redis',
    'no-progress': true,
    // For bench alone.
    ...{
      strategy: ['lua', 'wire'],
      pipeline: 16,
      duration: '1s',
      assert: 'lua.failed == 0',
      json: 'result.json',
    },
  };
  writeFileSync(join(here, 'roundtrip.config.json'), JSON.stringify(config));
  const { code, stdout, stderr } = await runCli([...short, '--json', '-', '-q'], {}, here);
  expect([code, stderr]).toEqual([0, '']);
  const { order } = JSON.parse(stdout) as SearchResult;
  expect(order.workload).toMatchObject({ commands: ['incr'], clients: 2 });
  expect(order.network).toMatchObject({ rttMs: 10 });
  expect([order.client, order.strategies, order.deepest]).toEqual(['node-redis', ['pipeline'], 4]);
  expect(readdirSync(here)).toEqual(['roundtrip.config.json']);
});

test.each<[string, object, RegExp]>([
  ['a field that is none', { speed: 5 }, /config\.json: there is no option "speed"/],
  ['a value out of range', { clients: 0 }, /config\.json: clients: must be a number from 1 to 1000/],
  [
    'several client libraries',
    { client: ['ioredis', 'glide'] },
    /config\.json: client takes ioredis, node-redis, glide, not "ioredis,glide"/,
  ],
  ['a value of bench that cannot be read', { duration: 'long' }, /config\.json: duration/],
])('a configuration with %s is refused, with its file and field', async (_what, config, message) => {
  const here = mkdtempSync(join(folder, 'refused-'));
  writeFileSync(join(here, 'roundtrip.config.json'), JSON.stringify(config));
  const { code, stdout, stderr } = await runCli(['advise', '-P', '4'], {}, here);
  expect(stderr).toMatch(message);
  expect([code, stdout]).toEqual([2, '']);
});

test('help tells every option, and none that the search decides itself', async () => {
  const { code, stdout } = await runCli(['advise', '--help']);
  expect(code).toBe(0);
  for (const { name } of adviseOptions) expect(stdout).toContain(`--${name}`);
  expect(stdout).not.toMatch(/--(duration|warmup|slice|requests|schedule|plan|recipe|quick|move-slots)\b/);
  expect(stdout).toMatch(/Exit codes: 0 .*1 .*2 /s);
});

describe('wrong usage', () => {
  test.each([
    ['a bound without a unit', ['--p99', '< 5'], /--p99 takes a bound such as "< 5ms", not "< 5"/],
    ['a bound the wrong way round', ['--p99', '> 5ms'], /--p99 takes a bound/],
    ['a bound of nothing', ['--p99', '< 0ms'], /--p99 takes a bound/],
    ['an unknown strategy', ['--strategy', 'wire'], /--strategy: must be of one-by-one, .*, not "wire"/],
    ['an unknown library', ['--client', 'jedis'], /--client takes ioredis, node-redis, glide, not "jedis"/],
    [
      'what a library cannot carry out',
      ['--client', 'node-redis', '--strategy', 'pipeline,nagle'],
      /--client: node-redis cannot do nagle, because it sends together what/,
    ],
    [
      'a library without a cluster',
      ['--client', 'node-redis', '--target', 'cluster'],
      /--client: lanes with node-redis measure no cluster/,
    ],
    [
      'nothing to compare',
      ['--strategy', 'one-by-one'],
      /--strategy: one-by-one is what batching is compared with/,
    ],
    ['MSET for what has no such form', ['--strategy', 'multi-key', '-t', 'incr'], /--strategy: multi-key/],
    [
      'a budget that is too short',
      ['--budget', '1s'],
      /--budget: 1 s are too short for this search: at least/,
    ],
    ['a search without a batch size', ['-P', '1'], /-P, --pipeline: .*from 2 to 100000 commands, not 1/],
    ['a time that is not for it to say', ['--duration', '5s'], /there is no option --duration/],
    ['a workload out of bounds', ['-c', '0'], /-c, --clients: must be a number from 1/],
    [
      'a folder that is not there',
      ['--json', '/nonexistent/a.json'],
      /--json \/nonexistent\/a\.json: the folder/,
    ],
  ])('%s', async (_what, words, message) => {
    const { code, stdout, stderr } = await runCli(['advise', ...words]);
    expect(stderr).toMatch(message);
    expect(code).toBe(2);
    expect(stdout).toBe('');
  });
});
