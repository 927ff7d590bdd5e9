import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Result } from '../../../shared/contract/result.ts';
import { readForeign } from '../../../server/cli/options/foreign/index.ts';
import { splitLine } from '../../../server/cli/options/foreign/equal-line.ts';
import { runCli } from '../../support/run-cli.ts';
import { useScript } from '../../support/scripted/use-script.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

useScript();

const answerTo = async (line: string) => {
  const { code, stdout, stderr } = await runCli(['bench', ...splitLine(line)]);
  expect([code, stdout]).toEqual([2, '']);
  return stderr;
};

describe('a line of another tool is answered once, with the line that is equal', () => {
  test('redis-benchmark, whose password is not repeated', async () => {
    const answer = await answerTo('-h db.example -p 6380 -a s3cret -t SET,get -n 100000 -P 16 -q --csv');
    expect(answer).toContain('a line of redis-benchmark');
    expect(answer).toContain('-t set -n 100000 -P 16 -q --csv=- -c 50 -d 3 -r 1 --resp 2');
    expect(answer).toMatch(/ROUNDTRIP_URL='redis:\/\/.*@db\.example:6380'/);
    expect(answer).toContain('run it once more for get');
    expect(answer).not.toContain('s3cret');
  });

  test.each([
    ['a Unix socket', '-s /tmp/redis.sock -t get', '-u unix:///tmp/redis.sock -t get'],
    ['TLS in a cluster', '-p 7000 --cluster --tls --cacert ca.pem', '-u "redis'],
    ['a connection for each command', '-p 6379 -k 0 -n 10', '--keepalive 0'],
    ['RESP3', '-3 -t ping', '-t ping'],
    [
      'a command of one’s own',
      '-p 6379 -r 100 SET key:__rand_int__ __data__',
      "--command 'SET __key__ __data__'",
    ],
    ['an endless run', '-p 1 -l', 'their -l never ends'],
  ])('redis-benchmark with %s', async (_what, line, part) => {
    expect((await answerTo(line)).replaceAll("'rediss+", '"redis').replaceAll('rediss+', '"redis')).toContain(
      part,
    );
  });

  test('memtier_benchmark, whose counts are for each connection', async () => {
    const answer = await answerTo(
      '-s db.example -p 14469 -c 10 -t 2 -n 500 --pipeline=2 --data-size=1024 --ratio=1:10 --key-pattern P:P --key-maximum=4999999 --rate-limiting=1000',
    );
    expect(answer).toContain('a line of memtier_benchmark');
    expect(answer).toContain(
      '-u redis://db.example:14469 -P 2 -d 1024 --ratio 1:10 --key-pattern S -c 20 --threads 2 -n 10000 --rps 20000 -r 5000000 --resp 2',
    );
    expect(answer).toContain('their -n is for each of 20 connections');
  });

  test('its usual ten million keys become as many as can be written before reads', () => {
    expect(readForeign('memtier', '--ratio 1:1').shown).toContain('-r 5000000');
    expect(readForeign('memtier', '--ratio 1:0').shown).toContain('-r 10000001');
  });
});

test('--from takes it as it is; options beside it win', async () => {
  const { code, stdout, stderr } = await runCli([
    ...[
      'bench',
      '--from',
      'redis-benchmark',
      'redis-benchmark -t get -c 4 -n 400 -P 8',
      '--strategy',
      'pipeline',
    ],
    ...['--target', 'embedded', '--json', '-'],
  ]);
  expect(stderr).toContain('In our words: npm run bench');
  expect(code).toBe(0);
  const { plan, lanes } = JSON.parse(stdout) as Result;
  expect(plan.workload).toMatchObject({
    commands: ['get'],
    clients: 4,
    requests: 400,
    pipeline: 8,
    dataSize: 3,
  });
  expect(lanes.map(({ strategy, commands }) => [strategy, commands])).toEqual([['pipeline', 400]]);
});

test.each([
  [['--from', 'wrk', '-c 3'], '--from takes redis-benchmark, valkey-benchmark, memtier_benchmark, not "wrk"'],
  [['--from', 'redis-benchmark'], 'takes the line in quotes'],
  [['--from', 'redis-benchmark', '--bogus'], 'redis-benchmark has no option --bogus'],
  [['--precision', '3'], '--precision takes a share such as 3%, with the %, not "3"'],
  [['--pasword', 'x'], 'a password stands in the address'],
  [['--precison', '3%'], 'there is no option --precison: did you mean --precision?'],
  [['redis://127.0.0.1:6379'], 'an address is given by -u: -u redis://HOST:PORT'],
  [['--strategies', 'pipeline'], 'did you mean --strategy?'],
  [['--ratio', '1,10'], 'did you mean 1:10?'],
  [['-t', 'set,set'], '--tests names a command twice'],
  [['-t', 'sett'], 'did you mean set?'],
  [['--strategy', 'pipline'], 'did you mean pipeline?'],
  [['--command', 'set __key__ __rand_1st__'], 'there is no __rand_1st__'],
  [['-u', 'redis://:a/b@h'], 'in a password, write it as %2F'],
])('%j is refused with what would be right', async (words, sentence) => {
  const { code, stderr } = await runCli(['bench', ...words]);
  expect(code).toBe(2);
  expect(stderr).toContain(sentence);
});

test('a command that there is not is answered with the one that was meant', async () => {
  expect((await runCli(['bnech'])).stderr).toContain('no command "bnech": did you mean bench?');
});

test('-t takes capitals', async () => {
  const { code } = await runCli([
    ...['bench', '-t', 'GET', '-n', '100', '--warmup', '0', '--strategy', 'pipeline', '-q'],
  ]);
  expect(code).toBe(0);
});

test('a plan is taken out of a result, and a report is named for what it is', async () => {
  const folder = temporaryFolder();
  const at = (name: string) => join(folder, name);
  const words = ['bench', '-n', '100', '-c', '3', '--warmup', '0', '--strategy', 'pipeline,wire', '-q'];
  const outputs = [
    '--json',
    at('a.json'),
    '--csv',
    at('a.csv'),
    '--markdown',
    at('a.md'),
    '--junit',
    at('a.xml'),
  ];
  expect((await runCli([...words, ...outputs])).code).toBe(0);
  const { code, stdout } = await runCli(['bench', '--plan', at('a.json'), '--json', '-', '-q']);
  expect(code).toBe(0);
  expect((JSON.parse(stdout) as Result).plan.workload).toMatchObject({ clients: 3, requests: 100 });
  for (const [name, what] of [
    ['a.csv', 'a CSV report'],
    ['a.md', 'a Markdown report'],
    ['a.xml', 'a JUnit report'],
  ] as const) {
    const { code, stderr } = await runCli(['report', at(name)]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(`${what}: give the file of --json`)]);
  }
  writeFileSync(at('text.json'), 'nonsense');
  expect((await runCli(['report', at('text.json')])).stderr).toContain('is not a result');
});
