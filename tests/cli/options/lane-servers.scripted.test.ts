import { describe, expect, test } from 'vitest';
import { command } from '../../../server/cli/commands/bench.ts';
import { parseBenchCall } from '../../../server/cli/activities/bench-call.ts';
import { readCall } from '../../../server/terminal/options/option-words.ts';
import type { PlanInput } from '../../../shared/contract/plan.ts';
import type { Result } from '../../../shared/contract/result.ts';
import { benchLine } from '../../../shared/plan/command-lines/bench.ts';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';
import { runCli } from '../../support/run-cli.ts';

const callOf = (line: string) => {
  const { values } = readCall(line.split(' '), command);
  return parseBenchCall({ values, inFile: () => null });
};
const planOf = (line: string) => parsePlan(callOf(line).planInput);

describe('Lists of servers', () => {
  test('make the same lanes on each, crossed with strategies and with each other', () => {
    const { lanes } = planOf(
      '--strategy one-by-one,pipeline --io-threads 1,4 --persistence off,aof-always --tls 1',
    );
    expect(lanes).toHaveLength(8);
    expect(
      lanes.slice(0, 4).map(({ server }) => [server?.persistence, server?.ioThreads, server?.tls]),
    ).toEqual([
      ['off', 1, true],
      ['off', 4, true],
      ['aof-always', 1, true],
      ['aof-always', 4, true],
    ]);
    expect(lanes[4]?.strategy).toBe('pipeline');
  });

  test.each([
    '--strategy pipeline --server redis-server,valkey-server',
    '--strategy one-by-one,pipeline --persistence off,aof-always --io-threads 1,4,8 --tls 1',
    '--strategy pipeline@node-redis,wire --maxmemory 1073741824,2147483648 --access open,password',
    '--strategy pipeline,wire --target embedded,staging',
  ])('are what a plan made by them says as a command: %s', (line) => {
    const plan = callOf(line).planInput as unknown as PlanInput;
    expect(benchLine(plan)).toEqual({ line: `npx --no -- roundtrip bench ${line}`, planFile: null });
  });

  test('that are no cross of options are said as a file', () => {
    const lanes = [{ strategy: 'pipeline' }, { strategy: 'wire', server: { ioThreads: 4 } }];
    expect(benchLine({ lanes }).planFile).not.toBeNull();
  });

  test('set settings of private servers alone beside targets with a name', () => {
    const { planInput, target } = callOf('--strategy pipeline --target staging,embedded --io-threads 2,4');
    expect(target).toBe('staging');
    expect(planInput['lanes']).toEqual([
      { strategy: 'pipeline', target: 'staging' },
      { strategy: 'pipeline', target: 'embedded', server: { ioThreads: 2 } },
      { strategy: 'pipeline', target: 'embedded', server: { ioThreads: 4 } },
    ]);
  });
});

describe('A list of connections', () => {
  test('is a lane each of the callers that share them', () => {
    const { lanes, workload } = planOf('--callers 200 -c 1,5 --strategy one-by-one,auto-pipeline@node-redis');
    expect(workload).toMatchObject({ callers: 200, clients: 10 });
    expect(
      lanes.map(({ id, label, workload: { callers, clients } }) => [id, label, callers, clients]),
    ).toEqual([
      ['one-by-one-c1', 'One by one, 1 connection', 200, 1],
      ['one-by-one-c5', 'One by one, 5 connections', 200, 5],
      ['auto-pipeline-node-redis-c1', 'Auto-pipelining, node-redis, 1 connection', 200, 1],
      ['auto-pipeline-node-redis-c5', 'Auto-pipelining, node-redis, 5 connections', 200, 5],
    ]);
    expect(planOf('--callers 200 -c 5').lanes.map(({ strategy }) => strategy)).toEqual([
      'one-by-one',
      'concurrent',
      'auto-pipeline',
    ]);
  });

  test.each([
    ['-c 1,5', '-c takes a list only with --callers'],
    ['--callers 20 -c 5,5', '-c names 5 twice'],
    ['--callers 2 -c 5', 'callers: 2 callers cannot keep 5 connections busy'],
    ['--callers 20 --strategy pipeline', 'callers: callers await a single command each'],
    ['--callers 20 --workload shared/plan/written/request.json', 'callers: a unit is sent by one caller'],
  ])('%s is refused', async (words, sentence) => {
    const { code, stderr } = await runCli(['bench', ...words.split(' ')]);
    expect(code).toBe(2);
    expect(stderr).toContain(sentence);
  });
});

const quick = ['--duration', '400ms', '--warmup', '0', '--no-progress', '--strategy', 'pipeline'];
const bench = (...words: string[]) => runCli(['bench', ...quick, ...words]);

test.each([
  [['--server', 'keydb'], /--server: must be one of redis-server, valkey-server, not "keydb"/],
  [['--io-threads', '1,many'], /--io-threads takes a whole number/],
  [['--io-threads', '1,1'], /names 1 twice/],
  [['--io-threads', '1,1000'], /--io-threads: must be a number from 1 to/],
  [['--io-threads', '1,2', '--bystander', '10'], /--bystander: a bystander watches one server/],
  [['--target', 'embedded,nowhere'], /--target: there is no "nowhere"/],
  [
    ['--url', 'redis://127.0.0.1:1', '--io-threads', '1,2'],
    /^roundtrip: --io-threads: only the private server[^\n]*\n$/,
  ],
])('%j is wrong usage', async (words, message) => {
  const { code, stderr } = await bench(...words);
  expect(stderr).toMatch(message);
  expect(code).toBe(2);
});

test('Two private targets of one kind are compared, as A against A', async () => {
  const env = { ROUNDTRIP_TARGETS: '[{"id":"a","private":{}},{"id":"b","private":{}}]' };
  const { code, stdout } = await runCli(['bench', ...quick, '--target', 'a,b', '--json', '-'], env);
  expect(code).toBe(0);
  const { lanes } = JSON.parse(stdout) as Result;
  expect(lanes.map(({ id, target, countsAgree }) => [id, target?.id, countsAgree])).toEqual([
    ['pipeline-a', 'a', true],
    ['pipeline-b', 'b', true],
  ]);
});
