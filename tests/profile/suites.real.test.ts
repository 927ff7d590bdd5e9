import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Profile } from '../../shared/contract/profile.ts';
import { useEmbedded } from '../support/embedded.ts';
import { projectRoot } from '../support/project-root.ts';
import { spawnCli } from '../support/run-cli.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const embedded = useEmbedded();

async function profileOf(...command: readonly string[]): Promise<Profile> {
  const json = join(temporaryFolder(), 'profile.json');
  const { code, stderr } = await spawnCli(['profile', '--budget', '100%', '--json', json, '--', ...command], {
    REDIS_URL: url(),
  });
  expect(code, stderr).toBe(0);
  return JSON.parse(readFileSync(json, 'utf8')) as Profile;
}

const url = () => `redis://127.0.0.1:${embedded().target.endpoint.port ?? 0}`;

/** Runs a program of Node; it ends by itself, so nothing keeps it alive. */
async function run(command: readonly string[]): Promise<{ code: number; output: string }> {
  const [program = '', ...words] = command;
  const env = { ...process.env, REDIS_URL: url() };
  return new Promise((resolve) => {
    execFile(program, words, { cwd: projectRoot, env }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr });
    });
  });
}

// Jest and mocha: `npm run test:starts`.
test.each([
  ['node --test', ['node', '--test', 'tests/profile/suites/node.mjs']],
  ['Vitest', ['npx', 'vitest', 'run', '--root', 'tests/profile/suites']],
])('under %s, each test is a unit, and so is a request within one', async (_runner, command) => {
  const { units, findings } = await profileOf(...command);
  expect(units.map(({ kind, name, commands }) => [kind, name, commands])).toEqual(
    expect.arrayContaining([
      ['test', 'carts > of ann', 8],
      ['test', 'carts > of bob', 8],
      ['test', 'carts > of eve', 8],
      ['test', 'carts > over HTTP', 1],
      ['http', 'GET /*', 8],
    ]),
  );
  expect(units).toHaveLength(5);
  expect(
    findings.map(({ code, units: count, perUnit, site: { line } }) => [code, count, perUnit, line]),
  ).toEqual(
    expect.arrayContaining([
      ['independent-sequence', 3, 8, 8],
      ['independent-sequence', 1, 8, 8],
    ]),
  );
  expect(findings).toHaveLength(2);
});

test('what tests send that are in progress at once belongs to none of them', async () => {
  const { units } = await profileOf('node', '--test', 'tests/profile/suites/side-by-side.mjs');
  expect(units.map(({ kind, commands }) => [kind, commands])).toEqual([['program', 2]]);
});

test.each([
  ['node --test', ['node', '--test', 'tests/profile/trips/node.mjs']],
  ['node:test by itself, and require', ['node', 'tests/profile/trips/node.cjs']],
  ['Vitest', ['npx', 'vitest', 'run', '--root', 'tests/profile/trips']],
])('trips() fails a loop under %s, and names its line', async (_runner, command) => {
  const { code, output } = await run(command);
  expect(code, output).toBe(1);
  expect(output).toMatch(
    /8 round trips, at most 3 allowed:\s+(?:tests\/profile\/trips\/)?shop\.mjs:11:56 +8 × GET in 8 round trips/,
  );
  expect(output).toMatch(/pass 1\b|1 passed/);
});

test('trips() without a client is an error that says what was looked for', async () => {
  const { code, output } = await run(['node', 'tests/profile/trips/no-client.mjs']);
  expect(code).toBe(1);
  expect(output).toMatch(/no client of Redis was found.* ioredis 4 to 6 and of redis or @redis\/client/);
});

test('trips() counts beside the profiler as without it', async () => {
  const { code, stdout } = await spawnCli(
    ['profile', '-q', '--', 'node', '--test', 'tests/profile/trips/node.mjs'],
    { REDIS_URL: url() },
  );
  expect([code, stdout]).toEqual([1, expect.stringMatching(/shop\.mjs:11:56 +8 × GET in 8 round trips/)]);
});
