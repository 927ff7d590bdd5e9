import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';
import { startRun } from '../../../server/engine/run/run.ts';
import { openAdmin } from '../../../server/redis/connection/connect.ts';
import { startEmbedded } from '../../../server/redis/private/embedded.ts';
import { processesBy } from '../../../server/redis/private/leftovers.ts';
import type { ServerSettings } from '../../../server/redis/private/server-settings.ts';
import type { Target } from '../../../server/redis/connection/target.ts';
import { eventually } from '../../support/eventually.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

async function start(settings: ServerSettings) {
  const server = await startEmbedded({ root: temporaryFolder(), settings });
  onTestFinished(() => server.stop());
  const redis = await openAdmin(server.target);
  onTestFinished(() => redis.disconnect());
  const setting = async (name: string) => (await redis.config('GET', name)) as [string, string];
  return { server, redis, setting };
}

/** A run as short as can be, by two ways that connect with nothing in common. */
const measure = (target: Target) =>
  startRun({
    plan: parsePlan({
      lanes: [{ strategy: 'pipeline' }, { strategy: 'wire' }],
      workload: { durationMs: 200, warmupMs: 0, clients: 2, keyspace: 100 },
      schedule: { sliceMs: 100 },
    }),
    target,
  }).finished;

test.each<[string, ServerSettings, string]>([
  ['over TLS', { tls: true }, 'TLS'],
  ['as an ACL user', { user: 'ann', password: 'ge heim"\\#x' }, 'ACL user'],
  ['with a password', { password: 'geheim' }, 'password'],
  ['by a Unix socket', { unixSocket: true }, 'Unix socket'],
  ['over TLS, as an ACL user', { tls: true, user: 'ann', password: 'geheim' }, 'TLS, ACL user'],
])('a private server is measured %s, and has counted what was sent', async (_, settings, words) => {
  const { server } = await start(settings);
  expect(server.target.description.label).toContain(`(${words})`);
  const result = await measure(server.target);
  expect(result.state).toBe('completed');
  for (const lane of result.lanes) {
    expect(lane.commands).toBeGreaterThan(0);
    expect(lane).toMatchObject({ failed: 0, countsAgree: true });
  }
  expect(JSON.stringify(result)).not.toMatch(/geheim|ge heim/);
});

test('nobody gets in without what was set, and the command line does not tell it', async () => {
  const { server } = await start({ user: 'ann', password: 'geheim' });
  const { host, port } = server.target.endpoint;
  const stranger: Target = {
    ...server.target,
    endpoint: { ...(host && { host }), ...(port && { port }), db: 0 },
  };
  await expect(openAdmin(stranger)).rejects.toMatchObject({ reason: 'password' });
  expect(processesBy(server.folder)).toEqual([server.pid]);
  expect(processesBy('geheim')).not.toContain(server.pid);
  expect(statSync(join(server.folder, 'access.conf')).mode & 0o077).toBe(0);
});

test('a certificate that nobody vouches for is not taken', async () => {
  const { server } = await start({ tls: true });
  const target = { ...server.target, endpoint: { ...server.target.endpoint, tls: {} } };
  await expect(openAdmin(target)).rejects.toMatchObject({ reason: 'tls' });
});

test('a private server writes to disk as it is told, in its own folder', async () => {
  const always = await start({ persistence: 'aof-always' });
  expect(await always.setting('appendfsync')).toEqual(['appendfsync', 'always']);
  expect(await always.setting('appendonly')).toEqual(['appendonly', 'yes']);
  expect(existsSync(join(always.server.folder, 'appendonlydir'))).toBe(true);
  const everySecond = await start({ persistence: 'aof-everysec' });
  expect(await everySecond.setting('appendfsync')).toEqual(['appendfsync', 'everysec']);
  const snapshots = await start({ persistence: 'rdb' });
  expect(await snapshots.setting('save')).toEqual(['save', '5 1000']);
  expect(await snapshots.setting('appendonly')).toEqual(['appendonly', 'no']);
  await snapshots.redis.bgsave();
  await eventually('a snapshot', () => existsSync(join(snapshots.server.folder, 'dump.rdb')));
});

test('a private server has the threads and the memory that it is given', async () => {
  const { server, setting } = await start({ ioThreads: 2, maxMemoryBytes: 32 * 1024 ** 2 });
  expect(await setting('io-threads')).toEqual(['io-threads', '2']);
  expect(await setting('maxmemory')).toEqual(['maxmemory', String(32 * 1024 ** 2)]);
  expect(server.target.description.label).toMatch(/\(2 I\/O threads, 32 MiB at most\)$/);
});

test.each<[string, ServerSettings, string]>([
  ['a user without a password', { user: 'ann' }, 'password'],
  ['a user with a blank in its name', { user: 'a b', password: 'x' }, 'letters'],
  ['an empty password', { password: '' }, 'empty'],
  ['TLS on a Unix socket', { tls: true, unixSocket: true }, 'one of them'],
  ['no thread', { ioThreads: 0 }, 'from 1 to 128'],
  ['next to no memory', { maxMemoryBytes: 1000 }, 'at least'],
])('refuses %s', async (_, settings, words) => {
  await expect(startEmbedded({ settings })).rejects.toThrow(words);
});
