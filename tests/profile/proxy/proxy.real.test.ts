import { createClient } from '@redis/client';
import { Redis, type RedisOptions } from 'ioredis';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { RecordingProxy, type ProxyOptions } from '../../../server/profile/proxy/proxy.ts';
import { makeCertificate } from '../../../server/redis/private/certificate.ts';
import { startEmbedded } from '../../../server/redis/private/embedded.ts';
import { freeClusterPort } from '../../../server/redis/private/free-port.ts';
import { profileSchema } from '../../../shared/contract/profile.ts';
import { useEmbedded } from '../../support/embedded.ts';
import { eventually } from '../../support/eventually.ts';
import { startCli, spawnCli } from '../../support/run-cli.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const embedded = useEmbedded();

interface Opened {
  proxy: RecordingProxy;
  port: number;
  warnings: string[];
}

async function open(options: Partial<ProxyOptions> = {}): Promise<Opened> {
  const warnings: string[] = [];
  const proxy = new RecordingProxy({
    ...{ listen: { host: '127.0.0.1', port: 0 }, certificate: null, password: null, share: 1 },
    upstream: embedded().target.endpoint,
    warn: (text) => warnings.push(text),
    ...options,
  });
  const port = await proxy.listen();
  onTestFinished(() => proxy.close());
  return { proxy, port, warnings };
}

type Options = Omit<RedisOptions, 'replyMapping'> & { protocol?: 2 | 3 };

function ioredis(port: number, options: Options = {}): Redis {
  const redis = new Redis({
    ...{ port, maxRetriesPerRequest: 0, retryStrategy: () => null, ...options },
    replyMapping: 'legacy',
  });
  redis.on('error', () => undefined);
  onTestFinished(() => {
    redis.disconnect();
  });
  return redis;
}

async function nodeRedis(port: number, RESP: 2 | 3) {
  const client = createClient({ socket: { host: '127.0.0.1', port, reconnectStrategy: false }, RESP });
  client.on('error', () => undefined);
  await client.connect();
  onTestFinished(() => {
    client.destroy();
  });
  return client;
}

/** Closes the proxy; what it has recorded, without commands of connections. */
async function recordedNames(proxy: RecordingProxy): Promise<string[]> {
  await proxy.close();
  const lines = proxy.trace().matchAll(/"k":"cmd","id":\d+,"u":\d+,"s":\d+,"n":"(\w+)"/g);
  return [...lines].map(([, name = '']) => name);
}

describe.each([2, 3] as const)('in RESP%i', (protocol) => {
  test('everything works as without the proxy, and all of it is read', async () => {
    const { proxy, port, warnings } = await open();
    const redis = ioredis(port, { protocol });
    await redis.flushall();
    const long = 'x'.repeat(3_000_000);
    await redis.set('p:long', long);
    expect(await redis.get('p:long')).toBe(long);
    expect(await redis.multi().incr('p:n').incr('p:n').exec()).toEqual([
      [null, 1],
      [null, 2],
    ]);
    const piped = await redis.pipeline(Array.from({ length: 500 }, (_, at) => ['echo', `${at}`])).exec();
    expect(piped?.map(([, reply]) => reply)).toEqual(Array.from({ length: 500 }, (_, at) => `${at}`));
    await expect(redis.lpush('p:n', 'x')).rejects.toThrow('WRONGTYPE');

    const blocked = ioredis(port).blpop('p:queue', 0);
    const subscriber = ioredis(port, { protocol });
    const heard: string[] = [];
    subscriber.on('message', (_, message: string) => heard.push(message));
    await subscriber.subscribe('p:news', 'p:more');
    expect(await redis.publish('p:news', 'hello')).toBe(1);
    await eventually('the message arrives', () => heard.includes('hello'));
    await subscriber.unsubscribe();
    await redis.rpush('p:queue', 'job');
    expect(await blocked).toEqual(['p:queue', 'job']);

    const client = await nodeRedis(port, protocol);
    expect(await client.hSet('p:hash', { a: '1', b: '2' })).toBe(2);
    expect({ ...(await client.hGetAll('p:hash')) }).toEqual({ a: '1', b: '2' });

    expect([proxy.unread, warnings]).toEqual([0, []]);
    const names = await recordedNames(proxy);
    expect(names.filter((name) => name === 'ECHO')).toHaveLength(500);
    expect(names).toEqual(
      expect.arrayContaining(['SET', 'GET', 'MULTI', 'INCR', 'EXEC', 'LPUSH', 'HGETALL']),
    );
    expect(names).not.toContain('SUBSCRIBE');
  });
});

test('inline commands and half-closed connections pass', async () => {
  const { proxy, port } = await open();
  const answer = await new Promise<string>((resolve) => {
    let text = '';
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    socket
      .on('data', (bytes: Buffer) => (text += bytes.toString()))
      .on('end', () => {
        socket.end();
        resolve(text);
      });
    socket.write('PING\r\nECHO  "a b"\r\n');
    setTimeout(() => socket.write('QUIT\r\n'), 20);
  });
  expect(answer).toBe('+PONG\r\n$3\r\na b\r\n+OK\r\n');
  expect(proxy.unread).toBe(0);
});

test('a stream that cannot be paired is passed on, and it is said', async () => {
  const { proxy, port, warnings } = await open();
  const [monitor, other] = [ioredis(port), ioredis(port)];
  const seen: string[][] = [];
  (await monitor.monitor()).on('monitor', (_, args: string[]) => seen.push(args));
  await other.set('p:seen', '1');
  await eventually('MONITOR shows the command', () => seen.some(([name]) => name?.toLowerCase() === 'set'));
  expect(proxy.unread).toBe(1);
  expect(warnings).toEqual([expect.stringContaining('no longer read: MONITOR')]);
});

test('a client hears at once that the server is not there', async () => {
  const { port, warnings } = await open({ upstream: { host: '127.0.0.1', port: 1 } });
  await expect(ioredis(port).ping()).rejects.toThrow();
  await eventually('it is said', () => warnings.length > 0);
  expect(warnings[0]).toContain('did not reach the server');
});

test('TLS on both sides, and a password of the proxy that the server never hears', async () => {
  const secured = await startEmbedded({ settings: { tls: true, password: 'of:the server' } });
  onTestFinished(() => secured.stop());
  const certificate = makeCertificate();
  const { endpoint } = secured.target;
  const { password: _, ...upstream } = endpoint;
  const { proxy, port } = await open({ certificate, password: 'of the proxy', upstream });
  const tls = { ca: certificate.cert, servername: 'localhost' };
  for (const protocol of [2, 3] as const) {
    const redis = ioredis(port, { tls, password: 'of the proxy:of:the server', protocol });
    expect(await redis.echo('within')).toBe('within');
  }
  for (const password of ['of the prox', 'of the proxy2', undefined]) {
    const redis = ioredis(port, { tls, ...(password === undefined ? {} : { password }) });
    await expect(redis.ping()).rejects.toThrow();
  }
  expect(await recordedNames(proxy)).toEqual(['ECHO', 'ECHO']);
});

test('the command listens, reports at Ctrl-C, and tells no key and no value', async () => {
  const { host = '', port = 0 } = embedded().target.endpoint;
  const folder = temporaryFolder();
  const [json, traceFile] = [join(folder, 'p.json'), join(folder, 'p.jsonl')];
  const words = ['profile', '--listen', '127.0.0.1:0', '-u', `redis://${host}:${port}`, '--budget', '100%'];
  const { child, shows, finished } = startCli([...words, '--json', json, '--trace', traceFile]);
  let listening = '';
  child.stderr?.on('data', (bytes: Buffer) => (listening += bytes.toString()));
  await shows(/Listening at/);
  const [, at = ''] = /Listening at [\d.]+:(\d+)/.exec(listening) ?? [];
  const redis = ioredis(Number(at), { connectionName: 'PlantedShop' });
  for (let each = 0; each < 20; each++) await redis.set(`cart:${each}PlantedKey`, 'PlantedValue');
  redis.disconnect();
  child.kill('SIGINT');
  const { code, stdout, stderr } = await finished;
  expect(code).toBe(0);
  expect(stdout).toContain('PlantedShop: SET cart:*');
  const profile = profileSchema.parse(JSON.parse(readFileSync(json, 'utf8')));
  expect(profile).toMatchObject({
    source: 'proxy',
    commands: 20,
    gaps: ['by-connection'],
    proxy: { unread: 0 },
  });
  const texts = [stdout, stderr, readFileSync(json, 'utf8'), readFileSync(traceFile, 'utf8')];
  for (const text of texts) expect(text).not.toMatch(/PlantedKey|PlantedValue/);
});

test('a node of a cluster is refused, whatever it is called', async () => {
  const node = await startEmbedded({ choosePort: freeClusterPort, words: ['--cluster-enabled', 'yes'] });
  onTestFinished(() => node.stop());
  const url = `redis://127.0.0.1:${node.target.endpoint.port ?? 0}`;
  const { code, stderr } = await spawnCli(['profile', '--listen', '0', '-u', url]);
  expect([code, stderr]).toEqual([2, expect.stringContaining('past the proxy')]);
});

const upstream = () => `redis://127.0.0.1:${embedded().target.endpoint.port ?? 0}`;

test.each([
  ['no server', () => ['--listen', '6380'], 'name it, as in -u'],
  ['no address', () => ['--listen', 'here', '-u', upstream()], '--listen takes HOST:PORT'],
  ['an open address', () => ['--listen', '0.0.0.0:0', '-u', upstream()], 'needs TLS'],
  [
    'a password of the server',
    () => ['--listen', '0', '-u', 'redis://:secret@127.0.0.1:1'],
    'signs in nowhere',
  ],
  ['a database', () => ['--listen', '0', '-u', `${upstream()}/3`], 'names a database'],
  [
    'a cluster by its address',
    () => ['--listen', '0', '-u', 'redis+cluster://127.0.0.1:1'],
    'past the proxy',
  ],
  ['a program', () => ['--listen', '0', '-u', upstream(), '--', 'node'], 'starts no program'],
  ['a server for a program', () => ['-u', upstream(), '--', 'node'], '--url is for --listen'],
])('%s is refused', async (_what, words, why) => {
  const { code, stderr } = await spawnCli(['profile', ...words()]);
  expect([code, stderr]).toEqual([2, expect.stringContaining(why)]);
  expect(stderr).not.toContain('secret');
});
