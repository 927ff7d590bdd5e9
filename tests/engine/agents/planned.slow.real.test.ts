import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { urlOf } from '../../../bench/agents/load-machines.ts';
import type { Result } from '../../../shared/contract/result.ts';
import type { RecipeResult } from '../../../shared/contract/recipe.ts';
import { runCli } from '../../support/run-cli.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { joinAgent, useServers } from './agents-of-a-test.ts';

const servers = useServers();
const workload = { clients: 4, warmupMs: 0, durationMs: 600, rps: 200 };
const plan = { target: 'shop', agents: 2, workload, lanes: [{ strategy: 'one-by-one' }] };

function planFile(document: object): string {
  const file = join(temporaryFolder(), 'plan.json');
  writeFileSync(file, JSON.stringify(document));
  return file;
}

test('a plan in a file brings its agents along, and so does its result', async () => {
  const at = servers();
  await Promise.all(['a', 'b'].map((name) => joinAgent(at, name)));
  const where = ['--join', urlOf(at.control), '--target', `shop=${urlOf(at.target)}`];
  const { code, stdout, stderr } = await runCli([
    'bench',
    ...['--plan', planFile(plan)],
    ...where,
    ...['--quiet', '--json', '-'],
  ]);
  expect([code, stderr]).toEqual([0, '']);
  const result = JSON.parse(stdout) as Result;
  expect(result.plan).toMatchObject({ agents: 2, target: 'shop' });
  expect(result.environment.agents?.map(({ name }) => name).sort()).toEqual(['a', 'b']);
  expect(result.lanes[0]?.countsAgree).toBe(true);
  // The plan of the result is one to run again.
  const again = await runCli(['bench', '--plan', planFile(result.plan), ...where, '--quiet']);
  expect([again.code, again.stderr]).toEqual([0, '']);
});

test('agents measure a load curve, a run a rate', async () => {
  const at = servers();
  await Promise.all(['a', 'b'].map((name) => joinAgent(at, name)));
  const { code, stdout } = await runCli([
    'bench',
    ...['--agents', '2', '--join', urlOf(at.control), '--target', `shop=${urlOf(at.target)}`],
    ...['--strategy', 'one-by-one', '-c', '4', '--warmup', '0', '--duration', '1s'],
    ...['--load-curve', '100,300', '--quiet', '--json', '-'],
  ]);
  expect(code).toBe(0);
  const { steps } = JSON.parse(stdout) as RecipeResult;
  expect(steps.map(({ result }) => result?.environment.agents?.length)).toEqual([2, 2]);
  expect(steps.map(({ result }) => result?.lanes[0]?.countsAgree)).toEqual([true, true]);
});

test.each([
  [{ ...plan, network: { rttMs: 1 } }, [], 'network: agents measure over the network that they have'],
  [plan, ['--agents', '3'], '--plan holds the whole plan: leave out --agents'],
  [{ ...plan, agents: undefined }, [], '--join is for a run by agents'],
])('bench with the plan %j and %j is wrong usage', async (document, words, says) => {
  const { code, stderr } = await runCli([
    'bench',
    ...[
      '--plan',
      planFile(document),
      '--join',
      'redis://127.0.0.1:1',
      '--target',
      'shop=redis://127.0.0.1:1',
    ],
    ...words,
  ]);
  expect(stderr).toContain(says);
  expect(code).toBe(2);
});
