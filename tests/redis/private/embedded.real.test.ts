import { existsSync, readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openAdmin } from '../../../server/redis/connection/connect.ts';
import {
  EmbeddedServerFailed,
  startEmbedded,
  type EmbeddedOptions,
} from '../../../server/redis/private/embedded.ts';
import { freePort } from '../../../server/redis/private/free-port.ts';
import { startOf } from '../../../server/redis/private/leftovers.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { eventually } from '../../support/eventually.ts';
import { startOwner } from './start-owner.ts';

async function start(options: EmbeddedOptions = {}) {
  const server = await startEmbedded({ root: temporaryFolder(), ...options });
  onTestFinished(() => server.stop());
  const redis = await openAdmin(server.target);
  onTestFinished(() => redis.disconnect());
  return { server, redis };
}

const settingsOf = async (redis: Awaited<ReturnType<typeof openAdmin>>, names: string[]) => {
  const replies = await Promise.all(names.map((name) => redis.config('GET', name)));
  return Object.fromEntries(replies.map((reply) => reply as [string, string]));
};

/** A port that somebody listens at. */
async function takenPort(): Promise<number> {
  const port = await freePort();
  const other = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve));
  onTestFinished(() => void other.close());
  return port;
}

test('a private server answers, keeps nothing on disk and takes no configuration of the system', async () => {
  const { server, redis } = await start();
  expect(await redis.set('a key', 'a value')).toBe('OK');
  expect(await redis.get('a key')).toBe('a value');
  expect(server.target).toMatchObject({ description: { id: 'embedded', kind: 'embedded' }, isPrivate: true });
  expect(await settingsOf(redis, ['save', 'appendonly', 'dir', 'maxmemory-policy'])).toEqual({
    save: '',
    appendonly: 'no',
    dir: server.folder,
    'maxmemory-policy': 'noeviction',
  });
  expect(await redis.info('server')).toMatch(/^config_file:\s*$/m);
});

test('a private server refuses writes before it takes more memory than it may', async () => {
  const { redis } = await start();
  const { maxmemory } = await settingsOf(redis, ['maxmemory']);
  expect(Number(maxmemory)).toBeGreaterThan(0);
  expect(Number(maxmemory)).toBeLessThanOrEqual(4 * 1024 ** 3);
});

test('a private server listens at the loopback address alone', async () => {
  const { server, redis } = await start();
  expect(await settingsOf(redis, ['bind'])).toEqual({ bind: '127.0.0.1' });
  const others = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal);
  for (const { address } of others) {
    const elsewhere = { ...server.target, endpoint: { ...server.target.endpoint, host: address } };
    await expect(openAdmin(elsewhere)).rejects.toThrow('Nothing listens');
  }
});

test('stopping ends the server and removes its folder, and may be asked for twice', async () => {
  const { server } = await start();
  expect(startOf(server.pid)).not.toBeNull();
  await Promise.all([server.stop(), server.stop()]);
  expect(startOf(server.pid)).toBeNull();
  expect(existsSync(server.folder)).toBe(false);
});

test('two private servers run side by side', async () => {
  const [one, other] = [await start(), await start()];
  await one.redis.set('key', 'of one');
  expect(await other.redis.get('key')).toBeNull();
});

test('when somebody takes the port first, the next one is tried', async () => {
  const ports = [await takenPort(), await freePort()];
  const asked: number[] = [];
  const { server } = await start({
    choosePort: () => {
      const port = ports[asked.length] ?? 0;
      asked.push(port);
      return Promise.resolve(port);
    },
  });
  expect(asked).toEqual(ports);
  expect(server.target.endpoint.port).toBe(ports[1]);
});

test('another Redis at the port is not mistaken for the private one', async () => {
  const { server: other } = await start();
  const ports = [other.target.endpoint.port ?? 0, await freePort()];
  const { server } = await start({ choosePort: () => Promise.resolve(ports.shift() ?? 0) });
  expect(server.pid).not.toBe(other.pid);
  expect(server.target.endpoint.port).not.toBe(other.target.endpoint.port);
});

test('a server that never starts is reported with its own last words, and leaves nothing', async () => {
  const root = temporaryFolder();
  const port = await takenPort();
  const starting = startEmbedded({ root, choosePort: () => Promise.resolve(port) });
  await expect(starting).rejects.toThrow(EmbeddedServerFailed);
  await expect(starting).rejects.toThrow(new RegExp(`127\\.0\\.0\\.1:${port}:\n[^]*in use`));
  expect(readdirSync(root)).toEqual([]);
});

describe('the server and its folder are gone', () => {
  const gone = async (root: string, pid: number) => {
    await eventually('the server ended', () => startOf(pid) === null);
    expect(readdirSync(root)).toEqual([]);
  };

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'after %s, which still ends the program',
    async (signal) => {
      const root = temporaryFolder();
      const { child, ended, server } = await startOwner(root, 'wait');
      child.kill(signal);
      expect(await ended).toEqual({ code: null, signal });
      await gone(root, server.pid);
    },
  );

  test('after a signal that the program takes care of itself, and not before it has', async () => {
    const root = temporaryFolder();
    const { child, ended, server } = await startOwner(root, 'own-handler');
    child.kill('SIGTERM');
    expect(await ended).toEqual({ code: 7, signal: null });
    await gone(root, server.pid);
  });

  test.each([
    ['an error that nobody caught', 'throw', 1],
    ['process.exit', 'exit', 3],
    ['the end of a program that forgot to stop it', 'return', 0],
  ] as const)('after %s', async (_, ending, code) => {
    const root = temporaryFolder();
    const { ended, server } = await startOwner(root, ending);
    expect(await ended).toEqual({ code, signal: null });
    await gone(root, server.pid);
  });
});

test.each(['/proc', '/nowhere/at/all'])(
  'a temporary folder that cannot be made is said in a sentence: %s',
  async (root) => {
    await expect(startEmbedded({ root })).rejects.toThrow(
      new RegExp(
        `^A private redis-server needs a temporary folder, and none can be made in ${root}: .*Let TMPDIR name`,
      ),
    );
  },
);
