import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';
import { startRun } from '../../../server/engine/run/run.ts';
import { openAdmin } from '../../../server/redis/connection/connect.ts';
import { startEmbedded } from '../../../server/redis/private/embedded.ts';
import { findServer } from '../../../server/redis/private/find-server.ts';
import { freePort } from '../../../server/redis/private/free-port.ts';
import { openNamedTarget } from '../../../server/redis/targets/open-named-target.ts';
import { openTarget } from '../../../server/redis/targets/open-target.ts';
import type { Endpoint } from '../../../server/redis/connection/target.ts';
import { eventually } from '../../support/eventually.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const scheme = 'redis+sentinel://';

/** A Sentinel that watches a master by the name `main`; resolves with its port. */
async function startSentinel(
  masterPort: number,
  masterPassword: string,
  more: readonly string[] = [],
  endpoint: Partial<Endpoint> = {},
): Promise<number> {
  const folder = temporaryFolder();
  const port = await freePort();
  const file = join(folder, 'sentinel.conf');
  const lines = [
    ...(endpoint.tls ? ['port 0', `tls-port ${port}`, 'tls-replication yes'] : [`port ${port}`]),
    'bind 127.0.0.1',
    `dir ${folder}`,
    `sentinel monitor main 127.0.0.1 ${masterPort} 1`,
    `sentinel auth-pass main ${masterPassword}`,
    ...more,
  ];
  writeFileSync(file, `${lines.join('\n')}\n`);
  const sentinel = spawn(findServer(), [file, '--sentinel'], { cwd: folder, stdio: 'ignore' });
  onTestFinished(async () => {
    sentinel.kill('SIGKILL');
    await once(sentinel, 'exit');
  });
  const target = {
    description: { id: 's', label: 's', kind: 'url' },
    endpoint: { host: '127.0.0.1', port, db: 0, ...endpoint },
    isPrivate: false,
  } as const;
  await eventually('the Sentinel answers', async () => {
    const redis = await openAdmin(target, 1000).catch(() => null);
    redis?.disconnect();
    return redis !== null;
  });
  return port;
}

test('a master is found through the first Sentinel that answers, and is measured', async () => {
  const master = await startEmbedded({ root: temporaryFolder(), settings: { password: 'geheim' } });
  onTestFinished(() => master.stop());
  const masterPort = master.target.endpoint.port ?? 0;
  const port = await startSentinel(masterPort, 'geheim');
  const silent = await freePort();
  const target = await openTarget(`${scheme}:geheim@127.0.0.1:${silent},127.0.0.1:${port}/main?db=2`);
  expect(target).toEqual({
    description: { id: 'url', kind: 'url', label: `main at 127.0.0.1:${masterPort} (database 2)` },
    endpoint: { host: '127.0.0.1', port: masterPort, password: 'geheim', db: 2 },
    isPrivate: false,
  });
  const plan = parsePlan({
    lanes: [{ strategy: 'pipeline' }, { strategy: 'wire' }],
    workload: { durationMs: 200, warmupMs: 0, clients: 2, keyspace: 100 },
    schedule: { sliceMs: 100 },
  });
  // The server is ours in truth, so that its counts can be compared.
  const result = await startRun({ plan, target: { ...target, isPrivate: true } }).finished;
  for (const lane of result.lanes) expect(lane).toMatchObject({ failed: 0, countsAgree: true });
  expect(JSON.stringify(result)).not.toContain('geheim');

  await expect(openTarget(`${scheme}:geheim@127.0.0.1:${port}/mian`)).rejects.toThrow(
    'knows no master of this name; it knows "main"',
  );
  const wrong = openTarget(`${scheme}127.0.0.1:${masterPort}/main`);
  await expect(wrong).rejects.toThrow(`127.0.0.1:${masterPort}`);
  await expect(openTarget(`${scheme}:geheim@127.0.0.1:${silent}/main`)).rejects.toThrow(
    `Nothing listens at 127.0.0.1:${silent}`,
  );
});

test('Sentinels over TLS, with a password of their own, lead to a master over TLS, which is measured', async () => {
  const settings = { tls: true, user: 'ann', password: 'geheim' };
  const master = await startEmbedded({ root: temporaryFolder(), settings });
  onTestFinished(() => master.stop());
  const { port: masterPort = 0, tls = {} } = master.target.endpoint;
  const [cert, key] = ['server.crt', 'server.key'].map((name) => join(master.folder, name));
  const more = [
    'sentinel auth-user main ann',
    ...[`tls-cert-file ${cert ?? ''}`, `tls-key-file ${key ?? ''}`, `tls-ca-cert-file ${cert ?? ''}`],
    ...['tls-auth-clients no', 'requirepass waechter'],
  ];
  const port = await startSentinel(masterPort, 'geheim', more, { tls, password: 'waechter' });
  const address = `rediss+sentinel://ann:geheim@127.0.0.1:${port}/main?ca=${cert ?? ''}`;
  const target = await openTarget(`${address}&sentinel-password=waechter`);
  expect(target.endpoint).toMatchObject({ host: '127.0.0.1', port: masterPort, username: 'ann', tls });
  const plan = parsePlan({
    lanes: [{ strategy: 'pipeline' }, { strategy: 'wire' }],
    workload: { durationMs: 200, warmupMs: 0, clients: 2, keyspace: 100 },
    schedule: { sliceMs: 100 },
  });
  const result = await startRun({ plan, target: { ...target, isPrivate: true } }).finished;
  for (const lane of result.lanes) expect(lane).toMatchObject({ failed: 0, countsAgree: true });
  expect(JSON.stringify(result)).not.toMatch(/geheim|waechter/);

  await expect(openTarget(address)).rejects.toThrow(
    `The Sentinel at 127.0.0.1:${port} needs a password of its own`,
  );
  await expect(openTarget(`${address}&sentinel-password=falsch`)).rejects.toThrow('does not accept');

  const file = join(temporaryFolder(), 'password');
  writeFileSync(file, 'waechter\n');
  const named = { id: 'shop', url: `rediss+sentinel://ann:geheim@127.0.0.1:${port}/main`, ca: cert };
  const opened = await openNamedTarget({ ...named, sentinelPasswordFile: file });
  expect(opened.target.endpoint).toEqual(target.endpoint);
  await expect(openNamedTarget({ id: 'a', url: 'redis://h', sentinelPasswordFile: file })).rejects.toThrow(
    'sentinelPasswordFile',
  );
});

test('a Redis that is no Sentinel is told', async () => {
  const server = await startEmbedded({ root: temporaryFolder() });
  onTestFinished(() => server.stop());
  const { port = 0 } = server.target.endpoint;
  await expect(openTarget(`${scheme}127.0.0.1:${port}/main`)).rejects.toThrow('is no Sentinel');
});
