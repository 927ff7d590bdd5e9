import { expect, onTestFinished, test } from 'vitest';
import type { Result } from '../../../shared/contract/result.ts';
import { openAdmin } from '../../../server/redis/connection/connect.ts';
import { startEmbedded } from '../../../server/redis/private/embedded.ts';
import { runCli } from '../../support/run-cli.ts';

/** A user who may touch keys of one application alone. */
async function limitedServer() {
  const server = await startEmbedded();
  const redis = await openAdmin(server.target);
  onTestFinished(async () => {
    redis.disconnect();
    await server.stop();
  });
  await redis.acl('SETUSER', 'bench', 'on', '>secret', '~app:*', '+@all');
  return { redis, url: `redis://bench:secret@127.0.0.1:${server.target.endpoint.port ?? 0}` };
}

const words = ['bench', '-n', '200', '--warmup', '0', '--strategy', 'one-by-one,multi', '-q'];

test('a user who may not write our keys is refused before the first, with the option that helps', async () => {
  const { url } = await limitedServer();
  const { code, stderr } = await runCli([...words, '-u', url]);
  expect(code).toBe(1);
  expect(stderr).toContain('may not write keys that begin with roundtrip:');
  expect(stderr).toContain('--prefix app:bench:');
});

test('--prefix puts the keys where the user may, and takes them away', async () => {
  const { url, redis } = await limitedServer();
  await redis.mset('app:bench:kept', '1', 'app:bench:abcde', '2');
  const { code, stdout } = await runCli([...words, '-u', url, '--prefix', 'app:bench:', '--json', '-']);
  expect(code).toBe(0);
  const { plan, lanes } = JSON.parse(stdout) as Result;
  expect(plan.prefix).toBe('app:bench:');
  expect(lanes.map(({ commands, failed }) => [commands, failed])).toEqual([
    [200, 0],
    [200, 0],
  ]);
  expect((await redis.keys('*')).sort()).toEqual(['app:bench:abcde', 'app:bench:kept']);
});

test('clean --prefix removes what crashed runs left there, and nothing without the id of a run', async () => {
  const { url, redis } = await limitedServer();
  await redis.mset('app:bench:a1b2c:as00001', '1', 'app:bench:kept', '2', 'app:other:a1b2c:x', '3');
  const { code, stdout } = await runCli(['clean', '-u', url, '--prefix', 'app:bench:']);
  expect([code, stdout]).toEqual([0, expect.stringContaining('1 key of 1 crashed run removed')]);
  expect((await redis.keys('*')).sort()).toEqual(['app:bench:kept', 'app:other:a1b2c:x']);
});
