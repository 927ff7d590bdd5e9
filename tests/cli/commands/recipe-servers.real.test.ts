import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { RecipeResult } from '../../../shared/contract/recipe.ts';
import { installedPrograms } from '../../../server/redis/private/find-server.ts';
import { runCli } from '../../support/run-cli.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const shortened = ['--quick', '--duration', '200ms', '--slice', '100ms', '--warmup', '0'];

test('bench --recipe servers compares Redis and Valkey where both are installed, and says what it could not run', async () => {
  const file = join(temporaryFolder(), 'servers.json');
  const { code, stdout, stderr } = await runCli([
    ...['bench', '--recipe', 'servers', '--json', file, '--no-progress'],
    ...shortened,
  ]);
  // On a busy machine of few cores, four I/O threads may leave no slice that has a rate; the command says so and ends with 1.
  const hasRate = !stdout.includes('In no slice of it did all threads send at the same time');
  expect(code, stdout).toBe(hasRate ? 0 : 1);
  const result = JSON.parse(readFileSync(file, 'utf8')) as RecipeResult;
  const states = result.steps.map(({ step, state }) => [step, state]);
  const both = installedPrograms().length === 2;
  expect(states).toEqual([
    ['program', both ? 'completed' : 'skipped'],
    ['io-threads', hasRate ? 'completed' : 'failed'],
    ['persistence', 'completed'],
  ]);
  for (const { result: run } of result.steps)
    expect(run?.lanes.every(({ countsAgree, failed }) => countsAgree && failed === 0) ?? true).toBe(true);
  // Not the ratio: a busy machine may give these few slices no interval.
  const [program] = result.steps;
  const names = program?.result?.lanes.map(({ target }) => target?.name);
  if (both) expect(names).toEqual(expect.arrayContaining(['redis', 'valkey']));
  else expect(stdout).toMatch(/skipped, not installed: (redis|valkey)-server/);
  expect(stderr).not.toContain('roundtrip:');
});
