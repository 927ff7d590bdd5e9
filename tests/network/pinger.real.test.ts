import { createServer } from 'node:net';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../server/redis/private/free-port.ts';
import { measureRoundTrip, summariseRoundTrips } from '../../server/network/pinger.ts';
import { openAdmin } from '../../server/redis/connection/connect.ts';
import type { Endpoint } from '../../server/redis/connection/target.ts';
import { useEmbedded } from '../support/embedded.ts';

const server = useEmbedded();
const near = () => server().target.endpoint;

async function answering(answer: string): Promise<Endpoint> {
  const listener = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', () => socket.write(answer));
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  onTestFinished(() => void listener.close());
  const address = listener.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return { host: '127.0.0.1', port: address.port, db: 0 };
}

test('measures so many round trips', async () => {
  const measured = await measureRoundTrip(near(), { samples: 50 });
  expect(measured.samples).toBe(50);
  expect(measured.medianMs).toBeGreaterThan(0);
  expect(measured.p99Ms).toBeGreaterThanOrEqual(measured.medianMs);
});

test('measures for so long, and once at least', async () => {
  const startedAt = performance.now();
  expect((await measureRoundTrip(near(), { forMs: 100 })).samples).toBeGreaterThan(5);
  expect(performance.now() - startedAt).toBeGreaterThan(100);
  expect((await measureRoundTrip(near(), { forMs: 0 })).samples).toBe(1);
});

test('logs in, and says when it may not', async () => {
  const admin = await openAdmin(server().target);
  await admin.acl('SETUSER', 'pinger', 'on', '>let me in', '+ping');
  admin.disconnect();
  const as = (username: string, password: string) =>
    measureRoundTrip({ ...near(), username, password }, { samples: 3 });
  expect((await as('pinger', 'let me in')).samples).toBe(3);
  await expect(as('pinger', 'wrong')).rejects.toMatchObject({ name: 'TargetUnusable', reason: 'password' });
});

test.each([
  ['nothing listens', async () => ({ host: '127.0.0.1', port: await freePort(), db: 0 }), 'nothing-listens'],
  ['another program answers', () => answering('HTTP/1.1 400 Bad Request\r\n\r\n'), 'not-redis'],
  ['a password is needed', () => answering('-NOAUTH Authentication required.\r\n'), 'password'],
] as const)('says that %s', async (_, endpoint, reason) => {
  await expect(measureRoundTrip(await endpoint(), { samples: 1 })).rejects.toMatchObject({
    name: 'TargetUnusable',
    reason,
  });
});

test('p99 is a round trip that was measured, and so is the median of an odd number', () => {
  const values = Array.from({ length: 101 }, (_, index) => 101 - index);
  expect(summariseRoundTrips(values)).toEqual({ medianMs: 51, p99Ms: 100, samples: 101 });
});
