import { readdirSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import type { Result } from '../../../shared/contract/result.ts';
import { openBookkeeping } from '../../../server/redis/keys/bookkeeping.ts';
import { isRunId, markerOf, runPrefixOf } from '../../../server/redis/keys/run-id.ts';
import { useEmbedded } from '../../support/embedded.ts';
import { eventually } from '../../support/eventually.ts';
import { useCluster } from '../../support/private-cluster.ts';
import { runCli, startCli } from '../../support/run-cli.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const cluster = useCluster();
const embedded = useEmbedded();

const short = ['bench', '--duration', '500ms', '--warmup', '0', '--slice', '250ms', '--no-progress'];

test('bench starts a cluster with a replica, counts the commands of each master, and leaves nothing', async () => {
  const folder = temporaryFolder();
  const words = ['--target', 'cluster', '--cluster-replicas', '1', '--strategy', 'one-by-one,pipeline'];
  const bench = startCli([...short, ...words, '--json', '-'], { TMPDIR: folder });
  await eventually('four nodes have been started', () => readdirSync(folder).length === 4);
  const { code, stdout, stderr } = await bench.finished;
  expect({ code, stderr }).toMatchObject({ code: 0 });
  const result = JSON.parse(stdout) as Result;
  expect(result).toMatchObject({ state: 'completed', plan: { target: 'cluster' } });
  expect(result.lanes.map(({ id }) => id)).toEqual(['one-by-one', 'pipeline']);
  for (const lane of result.lanes) {
    expect(lane).toMatchObject({ failed: 0, countsAgree: true });
    const calls = lane.server.cluster?.nodes.map((node) => node.calls ?? 0) ?? [];
    expect(calls.filter((count) => count > 0)).toHaveLength(3);
    expect(calls.reduce((sum, count) => sum + count, 0)).toBe(lane.commands);
  }
  expect(readdirSync(folder)).toEqual([]);
});

test.each([
  ['a private server that is no cluster', () => []],
  ['somebody else’s server', () => ['-u', `redis://127.0.0.1:${embedded().target.endpoint.port ?? 0}`]],
  ['somebody else’s cluster', () => ['-u', `redis+cluster://${addresses()[0] ?? ''}`]],
])('bench moves no slots of %s', async (_, where) => {
  const words = [...short, '--strategy', 'pipeline', '--move-slots', '100ms', ...where()];
  const { code, stdout, stderr } = await runCli(words);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toBe(
    'roundtrip: --move-slots: slots can only be moved in the private cluster (target "cluster")\n',
  );
});

const idIn = (key: string) => key.split(':')[1] ?? '';

const addresses = () =>
  (cluster().target.endpoint.cluster?.nodes ?? []).map(({ host, port }) => `${host}:${port}`);

test('clean removes what a killed run has left on all masters, and nothing else', async () => {
  const url = `redis+cluster://${addresses()[1] ?? ''}`;
  const { nodes, send, close } = await openBookkeeping(cluster().target);
  onTestFinished(close);
  const names = ['user', 'roundtrip:config', 'roundtripped:x', 'Roundtrip:abcde:as'];
  const theirs = names.flatMap((name) => Array.from({ length: 10 }, (_, index) => `${name}:${index}`));
  await send(theirs.map((key) => ['SET', key, key]));
  const keysByMaster = () => Promise.all(nodes.map(({ redis }) => redis.keys('*')));
  const before = (await keysByMaster()).map((keys) => keys.sort());
  expect(before.filter((keys) => keys.length > 0)).toHaveLength(3);

  const words = ['bench', '-u', url, '--strategy', 'pipeline', '-r', '3000', '--duration', '30s'];
  const bench = startCli([...words, '--warmup', '0', '--no-progress']);
  onTestFinished(() => void bench.child.kill('SIGKILL'));
  const leftByMaster = async () =>
    (await keysByMaster()).map((keys) => keys.filter((key) => isRunId(idIn(key))));
  await eventually(
    'the run has keys on every master',
    async () => (await leftByMaster()).every((keys) => keys.length > 500),
    15_000,
  );
  bench.child.kill('SIGKILL');
  await bench.finished;
  const left = (await leftByMaster()).flat();
  const [id = ''] = new Set(left.map(idIn));
  // It would pass by itself, 9 s after it was last renewed.
  await send([['DEL', markerOf(runPrefixOf({ root: 'roundtrip:', id }))]]);

  const { code, stdout, stderr } = await runCli(['clean', '--url', url]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const [, removed] = /(\d+) keys of 1 crashed run removed/.exec(stdout) ?? [];
  // Without its record and its mark.
  expect(Number(removed)).toBeGreaterThanOrEqual(left.length - 2);
  expect(stdout).toContain('no run under roundtrip: has recorded them: 10 other keys');
  expect((await keysByMaster()).map((keys) => keys.sort())).toEqual(before);
  expect(await send(theirs.map((key) => ['GET', key]))).toEqual(theirs);
});
