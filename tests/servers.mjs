// @ts-check
/**
 * `npm run test:servers`: the tests of what is asked of a server (every strategy and client, INFO fields, RESP3, ACL, users
 * and limits) on the redis-server of this machine, on Redis 8.2 and on Valkey 8. The latter are fetched for this alone
 * (`.ci/redis-8`, `.ci/valkey`); one that cannot be had is named and left out. The exit code is 1 when a test failed.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { projectRoot } from '../server/setup/build.mjs';

const files = [
  'tests/engine/strategies/strategies.real.test.ts',
  'tests/engine/run/lane-fails-alone.real.test.ts',
  'tests/engine/run/unusual-servers.real.test.ts',
  'tests/redis/info',
  'tests/redis/keys',
  'tests/redis/targets/probe.real.test.ts',
  'tests/redis/cluster/foreign-cluster.real.test.ts',
  'tests/cli/commands/acl.real.test.ts',
  'tests/shared/commands',
  ...process.argv.slice(2),
];

/**
 * The path that a script prints; `null`: it said why there is none.
 * @param {string} script
 */
function pathFrom(script) {
  const { status, stdout } = spawnSync(join(projectRoot, '.ci', script), {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return status === 0 ? stdout.trim() : null;
}

/** @type {[name: string, path: string | null | undefined][]} */
const servers = [
  ['the Redis of this machine', undefined],
  ['Redis 8.2', pathFrom('redis-8')],
  ['Valkey 8', pathFrom('valkey')],
];

let failed = false;
for (const [name, path] of servers) {
  if (path === null) continue;
  process.stderr.write(`\n${name}${path === undefined ? '' : ` (${path})`}:\n`);
  const env = { ...process.env, ...(path === undefined ? {} : { ROUNDTRIP_REDIS_SERVER: path }) };
  const { status } = spawnSync(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', '--project', 'real', ...files],
    { cwd: projectRoot, env, stdio: 'inherit' },
  );
  failed ||= status !== 0;
}
process.exitCode = failed ? 1 : 0;
