import { once } from 'node:events';
import { Redis } from 'ioredis';
import { describe, expect, onTestFinished, test } from 'vitest';
import { connectionOptions } from '../../server/redis/connection/connect.ts';
import { measureRoundTrip } from '../../server/network/pinger.ts';
import { NetworkEnded, openNetwork } from '../../server/network/network.ts';
import type { Endpoint } from '../../server/redis/connection/target.ts';
import { useEmbedded } from '../support/embedded.ts';
import { asIs, openSocket, useNetwork } from './peers.ts';

const server = useEmbedded();
const near = () => server().target.endpoint;

async function connectRedis(endpoint: Endpoint): Promise<Redis> {
  const redis = new Redis(connectionOptions(endpoint));
  onTestFinished(() => {
    redis.disconnect();
  });
  redis.on('error', () => undefined);
  await redis.connect();
  return redis;
}

/** The shortest of five. A delay never ends early; how late it may be is a matter of `npm run bench:network`. */
async function quickestMs(what: () => Promise<unknown>): Promise<number> {
  let quickest = Infinity;
  for (let turn = 0; turn < 5; turn++) {
    const startedAt = performance.now();
    await what();
    quickest = Math.min(quickest, performance.now() - startedAt);
  }
  return quickest;
}

describe('the round trip', () => {
  test.each([0.5, 1, 5, 12.75, 50, 178.6])('takes %d ms at least', async (rttMs) => {
    const network = await useNetwork(near(), { rttMs });
    const samples = Math.max(3, Math.round(100 / (rttMs + 1)));
    expect((await measureRoundTrip(network.endpoint, { samples })).medianMs).toBeGreaterThanOrEqual(rttMs);
  });

  test('with jitter takes what is left at least, and often more than without', async () => {
    const network = await useNetwork(near(), { rttMs: 10, jitterMs: 8 });
    const redis = await connectRedis(network.endpoint);
    const roundTripsMs: number[] = [];
    for (let ping = 0; ping < 150; ping++) {
      const sentAt = performance.now();
      await redis.ping();
      roundTripsMs.push(performance.now() - sentAt);
    }
    const sorted = roundTripsMs.sort((a, b) => a - b);
    expect(sorted[0]).toBeGreaterThanOrEqual(2);
    expect(sorted[75]).toBeGreaterThan(8);
    expect(sorted[144]).toBeGreaterThan(12);
  });

  test('is tuned under an open connection', async () => {
    const network = await useNetwork(near(), { rttMs: 30 });
    const redis = await connectRedis(network.endpoint);
    const pingMs = () => quickestMs(() => redis.ping());
    expect(await pingMs()).toBeGreaterThanOrEqual(30);
    await network.tune({ ...asIs, rttMs: 60 });
    expect(await pingMs()).toBeGreaterThanOrEqual(60);
    await network.tune(asIs);
    await redis.ping();
  });

  test('holds for a new connection before its first byte', async () => {
    const network = await useNetwork(near(), { rttMs: 50 });
    const firstReplyMs = await quickestMs(async () => {
      const socket = openSocket(network.endpoint);
      socket.write('PING\r\n');
      await once(socket, 'data');
      socket.destroy();
    });
    expect(firstReplyMs).toBeGreaterThanOrEqual(100);
  });
});

describe('a pipeline through it', () => {
  test('comes back whole and in order, with jitter', async () => {
    const network = await useNetwork(near(), { rttMs: 4, jitterMs: 4, seed: 9 });
    const redises = await Promise.all(Array.from({ length: 5 }, () => connectRedis(network.endpoint)));
    const lists = await Promise.all(
      redises.map(async (redis, client) => {
        const key = `network-test:${client}`;
        for (let round = 0; round < 20; round++) {
          const queue = redis.pipeline();
          for (let index = 0; index < 200; index++)
            queue.rpush(key, `${round * 200 + index}:${'x'.repeat(200)}`);
          for (const [error] of (await queue.exec()) ?? []) expect(error).toBeNull();
        }
        const list = await redis.lrange(key, 0, -1);
        await redis.del(key);
        return list.map((entry) => parseInt(entry));
      }),
    );
    const inOrder = Array.from({ length: 4000 }, (_, index) => index);
    expect(lists).toEqual(lists.map(() => inOrder));
  });

  test('takes a round trip at least', async () => {
    const network = await useNetwork(near(), { rttMs: 40 });
    const redis = await connectRedis(network.endpoint);
    await redis.ping();
    const batchMs = await quickestMs(() => {
      const queue = redis.pipeline();
      for (let index = 0; index < 100; index++) queue.ping();
      return queue.exec();
    });
    expect(batchMs).toBeGreaterThanOrEqual(40);
  });
});

test('a user, a password, a database and the name on a certificate stay those of the server', async () => {
  const access = { username: 'me', password: 'secret', db: 3 };
  const network = await useNetwork({ host: 'redis.example', port: 6380, ...access, tls: { ca: 'PEM' } });
  expect(network.endpoint).toEqual({
    ...access,
    host: '127.0.0.1',
    port: network.endpoint.port,
    tls: { ca: 'PEM', servername: 'redis.example' },
  });
  const byPath = await useNetwork({ path: '/run/redis.sock', db: 0 });
  expect(byPath.endpoint).toEqual({ host: '127.0.0.1', port: byPath.endpoint.port, db: 0 });
});

describe('closed', () => {
  test('it ends its connections, and nothing listens any more', async () => {
    const network = await openNetwork(near(), { ...asIs, rttMs: 200 });
    const redis = await connectRedis(network.endpoint);
    const ended = once(redis, 'close');
    const pending = expect(redis.ping()).rejects.toThrow();
    await network.close();
    await ended;
    await pending;
    const [error] = (await once(openSocket(network.endpoint), 'error')) as unknown[];
    expect(error).toMatchObject({ code: 'ECONNREFUSED' });
    await network.close();
  });

  test('it cannot be tuned', async () => {
    const network = await openNetwork(near(), asIs);
    await network.close();
    await expect(network.tune(asIs)).rejects.toThrow(NetworkEnded);
  });
});

test('what is no network is refused', async () => {
  await expect(openNetwork(near(), { ...asIs, rttMs: -1 })).rejects.toThrow(RangeError);
  const network = await useNetwork(near());
  await expect(network.tune({ ...asIs, bandwidthMbit: 0 })).rejects.toThrow(RangeError);
  expect((await measureRoundTrip(network.endpoint, { samples: 1 })).samples).toBe(1);
});

test('its thread tells what it took of the CPU: more for more that passes', async () => {
  const network = await useNetwork(near());
  const cpuOf = async (pings: number) => {
    const [before] = await network.times();
    await measureRoundTrip(network.endpoint, { samples: pings });
    const [after] = await network.times();
    return (after?.cpuMs ?? NaN) - (before?.cpuMs ?? NaN);
  };
  await cpuOf(200);
  expect(await cpuOf(2000)).toBeGreaterThan(await cpuOf(100));
  await network.close();
  await expect(network.times()).rejects.toThrow(NetworkEnded);
});
