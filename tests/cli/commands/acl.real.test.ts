import { expect, onTestFinished, test } from 'vitest';
import type { Result } from '../../../shared/contract/result.ts';
import { openAdmin } from '../../../server/redis/connection/connect.ts';
import { startEmbedded } from '../../../server/redis/private/embedded.ts';
import { runCli } from '../../support/run-cli.ts';

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
  const server = await startEmbedded();
  const redis = await openAdmin(server.target);
  onTestFinished(async () => {
    redis.disconnect();
    await server.stop();
  });
  const words = ['-c', '2', ...(load.includes('-t') ? ['-r', '50', '-d', '10'] : []), ...load];
  const printed = await runCli(['acl', ...words]);
  expect(printed.code).toBe(0);
  await redis.call('ACL', ...printed.stdout.trim().replace('PASSWORD', 'secret').split(' ').slice(1));
  const url = `redis://bench:secret@127.0.0.1:${server.target.endpoint.port ?? 0}`;
  const run = ['--warmup', '0', '--duration', '200ms', '--slice', '100ms', '--json', '-', '-q'];
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
