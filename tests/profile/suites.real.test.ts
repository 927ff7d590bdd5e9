import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Profile } from '../../shared/contract/profile.ts';
import { useEmbedded } from '../support/embedded.ts';
import { spawnCli } from '../support/run-cli.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const embedded = useEmbedded();

async function profileOf(...command: readonly string[]): Promise<Profile> {
  const json = join(temporaryFolder(), 'profile.json');
  const { code, stderr } = await spawnCli(['profile', '--budget', '100%', '--json', json, '--', ...command], {
    REDIS_URL: `redis://127.0.0.1:${embedded().target.endpoint.port ?? 0}`,
  });
  expect(code, stderr).toBe(0);
  return JSON.parse(readFileSync(json, 'utf8')) as Profile;
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
