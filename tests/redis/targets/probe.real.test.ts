import { spawn } from 'node:child_process';
import { createServer as createHttpServer } from 'node:http';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { beforeAll, afterAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Redis } from 'ioredis';
import { openAdmin } from '../../../server/redis/connection/connect.ts';
import { startEmbedded, type EmbeddedServer } from '../../../server/redis/private/embedded.ts';
import { findServer } from '../../../server/redis/private/find-server.ts';
import { targetFromUrl } from '../../support/target-from-url.ts';
import { nameServer, probeTarget } from '../../../server/redis/targets/probe.ts';
import { TargetUnusable } from '../../../server/redis/connection/target-unusable.ts';
import { eventually } from '../../support/eventually.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

let server: EmbeddedServer;
let redis: Redis;
beforeAll(async () => {
  server = await startEmbedded();
  redis = await openAdmin(server.target);
});
afterAll(async () => {
  redis.disconnect();
  await server.stop();
});

const address = () => `127.0.0.1:${server.target.endpoint.port}`;

/** Changes settings of the server for the length of one test. */
async function configure(settings: Record<string, string>, afterwards: Record<string, string>) {
  for (const [name, value] of Object.entries(settings)) await redis.config('SET', name, value);
  onTestFinished(async () => {
    for (const [name, value] of Object.entries(afterwards)) await redis.config('SET', name, value);
  });
}

/** Listens on a free port until the test is over; returns the port. */
async function listen(other: Server): Promise<number> {
  const sockets = new Set<Socket>();
  other.on('connection', (socket: Socket) => sockets.add(socket));
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    other.close();
  });
  const bound = other.address();
  return typeof bound === 'object' && bound !== null ? bound.port : 0;
}

async function failureOf(promise: Promise<unknown>): Promise<TargetUnusable> {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(TargetUnusable);
  return error as TargetUnusable;
}

const probe = (url: string) => probeTarget(targetFromUrl(url));

test('a usable target tells what it is and how far away', async () => {
  const facts = await probe(`redis://${address()}`);
  expect(facts.server.name).toMatch(/^(redis|valkey)$/);
  expect(server.target.description.label).toContain(facts.server.version);
  expect(facts).toMatchObject({ role: 'master', pid: server.pid, server: { mode: 'standalone' } });
  expect(facts.usedMemoryBytes).toBeGreaterThan(100_000);
  expect(facts.maxMemoryBytes).toBeGreaterThan(100_000);
  expect(facts.pingMs).toBeGreaterThan(0);
});

test.each([
  ['redis 7.0.15', 'redis_version:7.0.15'],
  ['valkey 8.0.1', 'redis_version:7.2.4 server_name:valkey valkey_version:8.0.1'],
  ['dragonfly 1.34.1', 'redis_version:7.4.0 dragonfly_version:df-v1.34.1'],
  ['keydb 6.3.4', 'redis_version:6.3.4 mvcc_depth:0'],
  ['garnet 1.0.84', 'redis_version:7.4.3 garnet_version:1.0.84'],
])('%s is told from Redis by its INFO', (named, info) => {
  const fields = new Map(info.split(' ').map((line) => line.split(':') as [string, string]));
  const { name, version } = nameServer(fields);
  expect(`${name} ${version ?? ''}`).toBe(named);
});

test('a server without a memory limit has none, not one of 0', async () => {
  await configure({ maxmemory: '0' }, { maxmemory: '1gb' });
  expect((await probe(`redis://${address()}`)).maxMemoryBytes).toBeNull();
});

test('a server tells what it evicts when it is full, and how much it has', async () => {
  expect(await probe(`redis://${address()}`)).toMatchObject({ evictionPolicy: null, evictedKeys: 0 });
  await configure({ 'maxmemory-policy': 'volatile-ttl' }, { 'maxmemory-policy': 'noeviction' });
  expect(await probe(`redis://${address()}`)).toMatchObject({ evictionPolicy: 'volatile-ttl' });
});

test('the ping is measured over just 100 PINGs', async () => {
  await redis.config('RESETSTAT');
  await probe(`redis://${address()}`);
  expect(await redis.info('commandstats')).toContain('cmdstat_ping:calls=100,');
});

describe('a target that cannot be measured is refused with its address and the reason:', () => {
  test('nothing listens at the port', async () => {
    const error = await failureOf(probe('redis://127.0.0.1:1'));
    expect(error.reason).toBe('nothing-listens');
    expect(error.message).toContain('Nothing listens at 127.0.0.1:1.');
  });

  test('nothing listens at the socket', async () => {
    const error = await failureOf(probe('unix:///nowhere/redis.sock'));
    expect(error.reason).toBe('nothing-listens');
    expect(error.message).toContain('/nowhere/redis.sock');
  });

  test('the host is unknown', async () => {
    expect((await failureOf(probe('redis://host.invalid'))).reason).toBe('unreachable');
  });

  test('it needs a password', async () => {
    await configure({ requirepass: 'the right one' }, { requirepass: '' });
    const error = await failureOf(probe(`redis://${address()}`));
    expect(error.reason).toBe('password');
    expect(error.message).toContain(`The Redis at ${address()} needs a password`);
  });

  test('the password is wrong, and is not repeated', async () => {
    await configure({ requirepass: 'the right one' }, { requirepass: '' });
    const error = await failureOf(probe(`redis://:not-it@${address()}`));
    expect(error.reason).toBe('password');
    expect(error.message).toContain('does not accept');
    expect(error.message).not.toContain('not-it');
  });

  test('the user may not do what is needed', async () => {
    await redis.call('ACL', 'SETUSER', 'guest', 'on', '>pw', '+info', '~*');
    onTestFinished(async () => void (await redis.call('ACL', 'DELUSER', 'guest')));
    const error = await failureOf(probe(`redis://guest:pw@${address()}`));
    expect(error.reason).toBe('not-allowed');
    expect(error.message).toContain('ping');
  });

  test('there is no such database', async () => {
    const error = await failureOf(probe(`redis://${address()}/99`));
    expect(error.reason).toBe('no-such-db');
    expect(error.message).toContain('no database 99');
  });

  test('it is a replica', async () => {
    await redis.call('REPLICAOF', '127.0.0.1', '1');
    onTestFinished(async () => void (await redis.call('REPLICAOF', 'NO', 'ONE')));
    expect((await failureOf(probe(`redis://${address()}`))).reason).toBe('replica');
  });

  test('it is a web server', async () => {
    const port = await listen(createHttpServer((_, response) => response.end('hello')));
    const error = await failureOf(probe(`redis://127.0.0.1:${port}`));
    expect(error.reason).toBe('not-redis');
    expect(error.message).toContain(`127.0.0.1:${port} does not speak the protocol of Redis`);
  });

  test('it closes the connection', async () => {
    const port = await listen(createServer((socket) => void socket.destroy()));
    expect((await failureOf(probe(`redis://127.0.0.1:${port}`))).reason).toBe('connection-lost');
  });

  test('it is still loading', async () => {
    const port = await listen(
      createServer((socket) =>
        socket.on('data', () => socket.write('-LOADING Redis is loading the dataset in memory\r\n')),
      ),
    );
    expect((await failureOf(probe(`redis://127.0.0.1:${port}`))).reason).toBe('loading');
  });

  test('no TLS can be agreed on', async () => {
    const port = await listen(createTlsServer());
    expect((await failureOf(probe(`rediss://127.0.0.1:${port}`))).reason).toBe('tls');
  });

  test('it accepts and never answers', async () => {
    const port = await listen(createServer());
    const error = await failureOf(openAdmin(targetFromUrl(`redis://127.0.0.1:${port}`), 100));
    expect(error.reason).toBe('no-answer');
    expect(error.message).toContain(`127.0.0.1:${port} did not answer in time`);
  });

  test('a long command holds it up', async () => {
    const sleeping = redis.call('DEBUG', 'SLEEP', '0.6');
    const error = await failureOf(openAdmin(server.target, 100));
    expect(error.reason).toBe('no-answer');
    await sleeping;
  });
});

test.each([
  [
    "DENIED Redis is running in protected mode because protected mode is enabled and no password is set for the default user. In this mode connections are only accepted from the loopback interface. If you want to connect from external computers to Redis you may adopt one of the following solutions: 1) Just disable protected mode sending the command 'CONFIG SET protected-mode no' …",
    /lets nobody in from here: Redis is running in protected mode because .* and no password is set .* from the loopback interface\.$/,
  ],
  ['ERR max number of clients reached', /cannot be measured: ERR max number of clients reached$/],
])('a server that lets nobody in is quoted, also to who brings a password: %s', async (says, expected) => {
  const port = await listen(
    createServer((socket) => socket.on('error', () => undefined).end(`-${says}\r\n`)),
  );
  for (const access of ['', ':secret@']) {
    const error = await failureOf(probe(`redis://${access}127.0.0.1:${port}`));
    expect(error.message).toMatch(expected);
  }
});

test('a password with special characters opens the door', async () => {
  await configure({ requirepass: 'p@ss/w:ö?#%' }, { requirepass: '' });
  const facts = await probe(`redis://:${encodeURIComponent('p@ss/w:ö?#%')}@${address()}`);
  expect(facts.pid).toBe(server.pid);
});

const listensAt = (path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(path, () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => {
      resolve(false);
    });
  });

test('a server is measured by its Unix socket as well', async () => {
  const path = join(temporaryFolder(), 'redis.sock');
  const own = spawn(findServer(), ['--port', '0', '--unixsocket', path, '--save', ''], { stdio: 'ignore' });
  onTestFinished(() => void own.kill('SIGKILL'));
  // Its file is there a moment before anybody listens at it.
  await eventually('somebody listens at the socket', () => listensAt(path));
  const facts = await probe(`unix://${path}`);
  expect(facts).toMatchObject({ role: 'master', pid: own.pid });
});

test('a connection for bookkeeping uses the database of the target', async () => {
  const elsewhere = await openAdmin(targetFromUrl(`redis://${address()}/3`));
  onTestFinished(() => elsewhere.disconnect());
  await elsewhere.set('key', 'in 3');
  expect(await redis.get('key')).toBeNull();
  await elsewhere.del('key');
});
