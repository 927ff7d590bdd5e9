import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Result } from '../../../../shared/contract/result.ts';
import { splitLine } from '../../../../server/cli/options/foreign/shell-line.ts';
import { runCli } from '../../../support/run-cli.ts';
import { useScript } from '../../../support/scripted/use-script.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

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
    expect(answer).toContain('-n 100000 -P 16 -q --csv=- -c 50 -t set -d 3 -r 1 --resp 2');
    expect(answer).toMatch(/ROUNDTRIP_URL='redis:\/\/.*@db\.example:6380'/);
    expect(answer).toContain('run it once more for get');
    expect(answer).not.toContain('s3cret');
  });

  test('a line whose first words start the tool, as in a shell', async () => {
    const answer = await answerTo('docker exec -it kv redis-benchmark -t get -r 100 -P 8');
    expect(answer).toContain('a line of redis-benchmark');
    expect(answer).toContain('-P 8 -c 50 -n 100000 -t get -d 3 -r 100 --resp 2');
    expect(answer).toContain('docker exec -it kv: the load is sent from here');
  });

  test('memtier_benchmark, whose counts are for each connection', async () => {
    const answer = await answerTo(
      '-s db.example -p 14469 -c 10 -t 2 -n 500 --pipeline=2 --data-size=1024 --ratio=1:10 --key-pattern P:P --key-maximum=4999999 --rate-limiting=1000',
    );
    expect(answer).toContain('a line of memtier_benchmark');
    expect(answer).toContain(
      '-u redis://db.example:14469 -P 2 -d 1024 -c 20 --threads 2 --key-pattern S -t set,get --ratio 1:10 -r 5000000 -n 10000 --rps 20000 --resp 2',
    );
    expect(answer).toContain('their -n is for each of 20 connections');
  });

  test('redis-benchmark-go, by options that no other tool has', async () => {
    const answer = await runCli(['bench', '-cmd', 'SET __key__ __data__', '-cmd-ratio', '1', '-r', '100']);
    expect([answer.code, answer.stderr]).toEqual([
      2,
      expect.stringContaining('a line of redis-benchmark-go'),
    ]);
    expect(answer.stderr).toContain("--command 'SET __key__ __data__' -r 100 -d 3");
  });

  test.each([
    ['-h db -c 2000 -t set', '-c, --clients: must be a number from 1 to 1000 connections, not 2000'],
    ['-s db -p 1 -t 4 -c 1 -n 10 --command="INFO"', 'INFO names no key'],
  ])('%s is no line here, and is not shown as one', async (line, why) => {
    const answer = await answerTo(line);
    expect(answer).toContain('cannot be had here: ');
    expect(answer).toContain(why);
    expect(answer).not.toContain('The same run here');
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

test('--from shows the line with the options beside it, without a password', async () => {
  const { code, stderr } = await runCli([
    ...['bench', '--from', 'memtier_benchmark', '-a s3cret -s db --ratio=1:0 -c 300 -n 10 --test-time 5'],
    ...['-c', '5', '-n', '100', '-t', 'incr', '-u', 'redis://me:hunter2@127.0.0.1:1', '--dry-run'],
  ]);
  expect([code, stderr]).toEqual([2, expect.stringContaining('-n and --test-time do not go together')]);
  const right = await runCli([
    ...['bench', '--from', 'memtier_benchmark', '-a s3cret -s db --ratio=1:0 -c 300 --test-time 5'],
    ...['-c', '5', '-n', '100', '-t', 'incr', '-u', 'redis://me:hunter2@127.0.0.1:1', '--dry-run'],
  ]);
  expect([right.code, right.stdout]).toEqual([0, expect.stringContaining('"requests": 100')]);
  expect(right.stderr).toContain(
    'npm run bench -- --threads 4 -r 10000001 -d 32 --resp 2 --tests incr --clients 5',
  );
  expect(right.stderr).not.toMatch(/s3cret|hunter2|--duration|-t set/);
});

test.each([
  [
    ['--from', 'wrk', '-c 3'],
    '--from takes redis-benchmark, valkey-benchmark, memtier_benchmark, redis-benchmark-go, not "wrk"',
  ],
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
  expect((await runCli(['report', at('text.json')])).stderr).toContain('is neither a result of Roundtrip');
});
