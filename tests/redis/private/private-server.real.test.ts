import { readdirSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { defaultServer } from '../../../shared/contract/private-server.ts';
import { openAdmin } from '../../../server/redis/connection/connect.ts';
import { numberIn, parseInfo } from '../../../server/redis/info/info.ts';
import { PrivateServer, type PrivateServerOptions } from '../../../server/redis/private/private-server.ts';
import { eventually } from '../../support/eventually.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

async function start(options: PrivateServerOptions = {}) {
  const root = temporaryFolder();
  const said: string[] = [];
  const server = await PrivateServer.start({ root, warn: (text) => void said.push(text), ...options });
  onTestFinished(() => server.stop());
  const ask = async <T>(question: (redis: Awaited<ReturnType<typeof openAdmin>>) => Promise<T>) => {
    const redis = await openAdmin(server.target);
    return question(redis).finally(() => {
      redis.disconnect();
    });
  };
  const pid = () => ask(async (redis) => numberIn(parseInfo(await redis.info('server')), 'process_id') ?? 0);
  const setting = (name: string) => ask(async (redis) => (await redis.config('GET', name))[1]);
  return { server, root, said, pid, setting };
}

test('a server that was killed is started again for the next run, with its settings, and it is said', async () => {
  const wanted = { ...defaultServer, persistence: 'aof-always', access: 'acl-user' } as const;
  const { server, root, said, pid, setting } = await start({ first: { server: wanted } });
  const first = await pid();
  process.kill(first, 'SIGKILL');
  await eventually('a word about it', () => said.length > 0);
  expect(said).toEqual([
    expect.stringMatching(
      /^Private redis-server [\d.]+ has ended \(killed by SIGKILL\)\. It is started again/,
    ),
  ]);
  expect(await server.prepare({ server: wanted })).toEqual([
    { code: 'server-restarted', ended: 'killed by SIGKILL' },
  ]);
  expect(await pid()).not.toBe(first);
  expect(await setting('appendfsync')).toBe('always');
  expect(server.target.endpoint.username).toBe('bench');
  expect(await server.prepare({ server: wanted })).toEqual([]);
  expect(readdirSync(root)).toHaveLength(1);
});

test('a server is started anew for a plan that wants another one, and stays for one that wants the same', async () => {
  const { server, root, said, pid, setting } = await start();
  const first = await pid();
  expect(await server.prepare()).toEqual([]);
  expect(await server.prepare({ server: defaultServer })).toEqual([]);
  expect(await pid()).toBe(first);
  const wanted = {
    ...defaultServer,
    persistence: 'rdb',
    ioThreads: 2,
    maxMemoryBytes: 64 * 1024 ** 2,
    tls: true,
  } as const;
  expect(await server.prepare({ server: wanted })).toEqual([]);
  expect(await setting('save')).toBe('5 1000');
  expect(await setting('io-threads')).toBe('2');
  expect(await setting('maxmemory')).toBe(String(64 * 1024 ** 2));
  expect(server.target.endpoint.tls?.ca).toContain('BEGIN CERTIFICATE');
  expect(server.target.description.label).toMatch(/^Private redis-server [\d.]+$/);
  await server.prepare();
  expect(await setting('save')).toBe('');
  expect(server.target.endpoint.tls).toBeUndefined();
  expect(said).toEqual([]);
  expect(readdirSync(root)).toHaveLength(1);
});

test('a server that could not be started for one plan is there for the next', async () => {
  const { server, said, pid } = await start();
  const wrong = { ...defaultServer, ioThreads: 10_000 };
  await expect(server.prepare({ server: wrong })).rejects.toThrow('ioThreads');
  expect(await server.prepare()).toEqual([]);
  expect(await pid()).toBeGreaterThan(0);
  expect(said).toEqual([]);
});

test('stopping it leaves nothing, also after its server has died', async () => {
  const { server, root, said, pid } = await start();
  process.kill(await pid(), 'SIGKILL');
  await eventually('a word about it', () => said.length > 0);
  await server.stop();
  expect(readdirSync(root)).toEqual([]);
});
