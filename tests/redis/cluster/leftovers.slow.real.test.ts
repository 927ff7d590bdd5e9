import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { startPrivateCluster } from '../../../server/redis/cluster/private-cluster.ts';
import { startOf } from '../../../server/redis/private/leftovers.ts';
import { eventually } from '../../support/eventually.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** A cluster in a process of its own. */
async function startOwner(root: string) {
  const words = [
    '--import',
    './tests/support/typescript.mjs',
    './tests/redis/cluster/cluster-owner.ts',
    root,
  ];
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const servers = JSON.parse(line) as { pid: number; folder: string }[];
  onTestFinished(() => {
    for (const { pid } of servers) if (startOf(pid) !== null) process.kill(pid, 'SIGKILL');
  });
  return { child, servers };
}

test('a cluster ends with the program that started it', async () => {
  const root = temporaryFolder();
  const { child, servers } = await startOwner(root);
  child.kill('SIGTERM');
  await eventually('the nodes are gone', () => servers.every(({ pid }) => startOf(pid) === null));
  await eventually('their folders are gone', () => readdirSync(root).length === 0);
});

test('what a killed program has left of a cluster is removed by the next one', async () => {
  const root = temporaryFolder();
  const { child, servers } = await startOwner(root);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(servers.map(({ pid }) => startOf(pid))).not.toContain(null);
  const next = await startPrivateCluster({ root });
  onTestFinished(() => next.stop());
  expect(servers.map(({ pid }) => startOf(pid))).toEqual([null, null, null]);
  expect(readdirSync(root)).toHaveLength(3);
});
