import { expect, onTestFinished, test } from 'vitest';
import type { Result } from '../../../shared/contract/result.ts';
import { openAdmin } from '../../../server/redis/connection/connect.ts';
import { newRunId, recordKeyOf, runPrefixOf } from '../../../server/redis/keys/run-id.ts';
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

test('clean --prefix shows what a crashed run has left there, and removes that alone, with --yes', async () => {
  const { url, redis } = await limitedServer();
  const theirs = ['app:users:1', 'app:items:1', 'app:a1b2c:as00001', 'other:1'];
  const run = { root: 'app:', id: newRunId() };
  const prefix = runPrefixOf(run);
  const record = JSON.stringify({ ...run, lanes: [`${prefix}a`, `${prefix}{t}b`] });
  const ours = [`${prefix}as00001`, `${prefix}a:of:a:program`, `${prefix}{t}bs00001`];
  await redis.mset([...theirs, ...ours].flatMap((key) => [key, 'x']));
  await redis.set(recordKeyOf(prefix), record);
  const clean = ['clean', '-u', url, '--prefix', 'app:'];
  const asked = await runCli(clean);
  expect(asked).toMatchObject({ code: 1, stderr: '' });
  expect(asked.stdout.split('\n').slice(0, 3)).toEqual([
    `Left by the crashed run ${prefix} 3 keys below ${prefix}a, ${prefix}{t}b`,
    'Left alone, for no run under app: has recorded them: 3 other keys',
    'Nothing was removed: add --yes if all of these may go.',
  ]);
  expect(await redis.dbsize()).toBe(8);
  const removed = await runCli([...clean, '--yes']);
  expect([removed.code, removed.stdout]).toEqual([
    0,
    expect.stringContaining('3 keys of 1 crashed run removed.'),
  ]);
  expect((await redis.keys('*')).sort()).toEqual(theirs.toSorted());
  expect((await runCli(clean)).code).toBe(0);
});
