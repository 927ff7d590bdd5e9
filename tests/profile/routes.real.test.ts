import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Profile } from '../../shared/contract/profile.ts';
import { useEmbedded } from '../support/embedded.ts';
import { spawnCli } from '../support/run-cli.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const embedded = useEmbedded();

test('requests have the routes of the router of Koa, and else those of --route', async () => {
  const json = join(temporaryFolder(), 'profile.json');
  const options = ['--budget', '100%', '--json', json, '--route', '/stats/:name'];
  const { code, stderr } = await spawnCli(
    ['profile', ...options, '--', 'node', 'tests/profile/routes/server.mjs'],
    { REDIS_URL: `redis://127.0.0.1:${embedded().target.endpoint.port ?? 0}` },
  );
  expect(code, stderr).toBe(0);
  const { units } = JSON.parse(readFileSync(json, 'utf8')) as Profile;
  expect(units.map(({ name }) => name).toSorted()).toEqual(['GET /stats/:name', 'GET /users/:user']);
});
