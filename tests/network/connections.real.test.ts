import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { freePort } from '../../server/redis/private/free-port.ts';
import { randomFrom } from '../../shared/statistics/statistics.ts';
import { eventually } from '../support/eventually.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { breakOff } from '../../server/network/one-way.ts';
import { openSocket, readAll, useNetwork, usePeers } from './peers.ts';

const checksum = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** Bytes of which no two parts are alike. */
function noise(size: number): Buffer {
  const random = randomFrom(5);
  const bytes = Buffer.alloc(size);
  for (let offset = 0; offset + 4 <= size; offset += 4)
    bytes.writeUInt32LE(Math.floor(random() * 2 ** 32), offset);
  return bytes;
}

describe('bytes arrive whole and in order', () => {
  test.each([
    ['as it is', {}],
    ['with jitter', { rttMs: 8, jitterMs: 8 }],
    ['with jitter and a bandwidth', { rttMs: 4, jitterMs: 4, bandwidthMbit: 200 }],
  ])('%s', async (_, settings) => {
    const { client, server } = await usePeers(settings);
    const sent = noise(8_000_000);
    const received = [readAll(server), readAll(client)] as const;
    for (const socket of [client, server]) {
      for (let at = 0; at < sent.length; at += 50_021)
        if (!socket.write(sent.subarray(at, at + 50_021))) await once(socket, 'drain');
      socket.end();
    }
    const arrived = await Promise.all(received);
    expect(arrived.map(checksum)).toEqual([checksum(sent), checksum(sent)]);
  });

  test('to a Unix socket', async () => {
    const { client, server } = await usePeers({ rttMs: 2 }, join(temporaryFolder(), 'peer.sock'));
    server.pipe(server);
    client.end('hello');
    expect(String(await readAll(client))).toBe('hello');
  });
});

test('a cut breaks both sides of each connection, loses what is on its way, and lets new ones in', async () => {
  const { network, client, server } = await usePeers({ rttMs: 400 });
  const received: Buffer[] = [];
  server.on('data', (bytes: Buffer) => received.push(bytes));
  const errors = [client, server].map(
    (socket) =>
      new Promise((resolve) => socket.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code))),
  );
  client.write('lost');
  await sleep(50);
  expect(await network.cut?.()).toEqual({ connections: 1, bytes: 4 });
  expect(await Promise.all(errors)).toEqual(['ECONNRESET', 'ECONNRESET']);
  expect(received).toEqual([]);
  const next = openSocket(network.endpoint);
  await once(next, 'connect');
  next.destroy();
});

describe('a connection ends as it would without the network', () => {
  test.each([0, 40])('half-closed, %d ms away: the other half continues', async (rttMs) => {
    const { client, server } = await usePeers({ rttMs });
    client.end('question');
    expect(String(await readAll(server))).toBe('question');
    await sleep(20);
    server.end('answer');
    expect(String(await readAll(client))).toBe('answer');
  });

  test.each(['client', 'server'] as const)('broken off by the %s: the other gets an error', async (who) => {
    const peers = await usePeers({ rttMs: 20 });
    const other = who === 'client' ? peers.server : peers.client;
    peers.client.write('x');
    await once(peers.server, 'data');
    const failed = expect(readAll(other)).rejects.toMatchObject({ code: 'ECONNRESET' });
    peers[who].resetAndDestroy();
    await failed;
  });

  test('broken off with its end still on the way out, a socket is closed', async () => {
    const { client } = await usePeers();
    const closed = once(client, 'close');
    client.end('x');
    breakOff(client);
    await closed;
  });

  test('what was sent before the end arrives before it, however far away', async () => {
    const { client, server } = await usePeers({ rttMs: 100, bandwidthMbit: 50 });
    const sent = noise(500_000);
    client.end(sent);
    expect(checksum(await readAll(server))).toBe(checksum(sent));
  });

  test('where nobody listens, the connection is reset at once', async () => {
    const network = await useNetwork(
      { host: '127.0.0.1', port: await freePort(), db: 0 },
      { rttMs: 600_000 },
    );
    const socket = openSocket(network.endpoint);
    const [error] = (await once(socket, 'error')) as unknown[];
    expect(error).toMatchObject({ code: 'ECONNRESET' });
  });

  test('where no Unix socket is, too', async () => {
    const network = await useNetwork({ path: join(temporaryFolder(), 'none.sock'), db: 0 });
    const [error] = (await once(openSocket(network.endpoint), 'error')) as unknown[];
    expect(error).toMatchObject({ code: 'ECONNRESET' });
  });
});

describe('a slow reader', () => {
  test.each([
    ['as it is', {}],
    ['far away', { rttMs: 20 }],
    ['behind a narrow link', { bandwidthMbit: 5000 }],
  ])('%s stops the sender instead of filling memory, and gets everything in the end', async (_, settings) => {
    const { client, server } = await usePeers(settings);
    client.pause();
    client.write('go');
    await once(server, 'data');
    const block = Buffer.alloc(1_000_000, 'x');
    let taken = 0;
    const more = () => {
      while (server.write(block, () => (taken += block.length)));
    };
    server.on('drain', more);
    more();
    let last = -1;
    await eventually(
      'the sender stands still',
      async () => {
        last = taken;
        await sleep(300);
        return taken === last;
      },
      10_000,
    );
    // 16 MiB in the proxy; what the kernel holds on two connections comes on top.
    expect(taken).toBeLessThan(48_000_000);
    server.off('drain', more);
    server.end();
    const received = await readAll(client);
    expect(received.length % block.length).toBe(0);
    expect(received.length).toBeGreaterThanOrEqual(taken);
  });
});

test('closed in the midst of it, it ends, every time', async () => {
  for (let round = 0; round < 8; round++) {
    const { network, client, server } = await usePeers({ bandwidthMbit: 1000, rttMs: 1 });
    const ended = [client, server].map((socket) => new Promise((resolve) => socket.once('close', resolve)));
    for (const socket of [client, server]) {
      const block = Buffer.alloc(65_536);
      const more = () => {
        while (!socket.destroyed && socket.write(block));
      };
      socket.on('drain', more).resume();
      more();
    }
    await sleep(30);
    await network.close();
    for (const socket of [client, server]) socket.destroy();
    await Promise.all(ended);
  }
});

test('a thousand connections at once, each with its own bytes', async () => {
  const listener = createServer((socket) => socket.pipe(socket));
  listener.listen(0, '127.0.0.1', 1024);
  await once(listener, 'listening');
  const address = listener.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  const network = await useNetwork(
    { host: '127.0.0.1', port: address.port, db: 0 },
    { rttMs: 5, jitterMs: 5 },
  );
  const answers = await Promise.all(
    Array.from({ length: 1000 }, async (_, index) => {
      const socket = openSocket(network.endpoint);
      socket.end(`I am ${index}`);
      return String(await readAll(socket));
    }),
  );
  expect(answers).toEqual(Array.from({ length: 1000 }, (_, index) => `I am ${index}`));
  listener.close();
});
