import { expect, onTestFinished, test } from 'vitest';
import type { Result } from '../../../shared/contract/result.ts';
import { openAdmin } from '../../../server/redis/connection/connect.ts';
import { newRunId, recordKeyOf, runPrefixOf } from '../../../server/redis/keys/run-id.ts';
import { useEmbedded } from '../../support/embedded.ts';
import { runCli } from '../../support/run-cli.ts';

const embedded = useEmbedded();

/** The server with no users but its own, and the address of the user that `acl` prints for a run with these words. */
async function guarded() {
  const { target } = embedded();
  const redis = await openAdmin(target);
  onTestFinished(() => redis.disconnect());
  await redis.call('ACL', 'DELUSER', 'bench');
  await redis.call('ACL', 'LOG', 'RESET');
  await redis.flushall();
  const urlOfUser = async (words: readonly string[]) => {
    const printed = await runCli(['acl', ...words]);
    expect(printed.code).toBe(0);
    await redis.call('ACL', ...printed.stdout.trim().replace('PASSWORD', 'secret').split(' ').slice(1));
    return `redis://bench:secret@127.0.0.1:${target.endpoint.port ?? 0}`;
  };
  return { redis, urlOfUser };
}

const lanes = 'one-by-one,auto-pipeline,pipeline,multi,lua,wire';

test.each([
  ['set', ['-t', 'set', '--strategy', `${lanes},multi-key`]],
  ['get', ['-t', 'get', '--strategy', `${lanes},multi-key`, '--bystander', '20']],
  ['lrange', ['-t', 'lrange', '--strategy', lanes]],
  ['hget', ['-t', 'hget', '--strategy', lanes, '--prefix', 'app:bench:']],
  ['expire', ['-t', 'expire', '--strategy', lanes]],
  ['set,get', ['-t', 'set,get', '--ratio', '1:10', '--strategy', lanes]],
  ['a written workload', ['--workload', 'shared/plan/written/request.json']],
])('the user that is printed for %s can carry it out, and nothing is missing', async (_what, load) => {
  const { redis, urlOfUser } = await guarded();
  const words = ['-c', '2', ...(load.includes('-t') ? ['-r', '50', '-d', '10'] : []), ...load];
  const url = await urlOfUser(words);
  const run = ['--warmup', '0', '-n', '60', '--json', '-', '-q'];
  const { code, stdout, stderr } = await runCli(['bench', '-u', url, ...words, ...run]);
  expect([code, stderr]).toEqual([0, '']);
  const { lanes: measured, warnings } = JSON.parse(stdout) as Result;
  expect(
    warnings.map(({ code }) => code).filter((code) => /^(run-not-marked|keys-left)$/.test(code)),
  ).toEqual([]);
  expect(measured.map(({ failed }) => failed)).toEqual(measured.map(() => 0));
  expect(await redis.keys('*')).toEqual([]);
  // Whatever else the server refused would show here.
  const log = (await redis.call('ACL', 'LOG')) as unknown[][];
  expect(log.map((entry) => entry[5])).toEqual([]);
});

test('the user that is printed for a run can clean up after it', async () => {
  const { redis, urlOfUser } = await guarded();
  const url = await urlOfUser(['-t', 'lrange', '--prefix', 'app:bench:']);
  const run = { root: 'app:bench:', id: newRunId() };
  const lane = `${runPrefixOf(run)}a`;
  const record = { ...run, lanes: [lane] };
  await redis.mset(
    recordKeyOf(runPrefixOf(run)),
    JSON.stringify(record),
    `${lane}s1`,
    'x',
    'app:bench:1',
    'x',
  );
  const { code, stdout } = await runCli(['clean', '-u', url, '--prefix', 'app:bench:', '--yes']);
  expect(stdout).toContain('1 key of 1 crashed run removed.');
  expect(code).toBe(0);
  expect(await redis.keys('*')).toEqual(['app:bench:1']);
});
