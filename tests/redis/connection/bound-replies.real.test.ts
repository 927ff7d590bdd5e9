import { Redis } from 'ioredis';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { boundReplies } from '../../../server/redis/connection/bound-replies.ts';
import { connectionOptions } from '../../../server/redis/connection/connect.ts';
import type { Endpoint } from '../../../server/redis/connection/target.ts';
import { useEmbedded } from '../../support/embedded.ts';
import { deviationNamed } from '../../../campaign/faulty/deviations.ts';
import { startFaultyServer } from '../../../campaign/faulty/faulty-server.ts';
import { soon } from '../../support/soon.ts';

const embedded = useEmbedded();
const most = 10_000;

async function connect(endpoint: Endpoint = embedded().target.endpoint) {
  const redis = new Redis(connectionOptions(endpoint));
  const errors: string[] = [];
  redis.on('error', (error) => errors.push(error.message));
  boundReplies(redis, most);
  await redis.connect();
  onTestFinished(() => {
    redis.disconnect();
  });
  return { redis, errors };
}

beforeAll(async () => {
  const redis = new Redis(connectionOptions(embedded().target.endpoint));
  await redis.connect();
  await redis.set('small', 'x'.repeat(1000));
  redis.disconnect();
});

test('any number of replies one after the other is no large reply', async () => {
  const { redis, errors } = await connect();
  for (let reply = 0; reply < 100; reply++) await redis.get('small');
  expect(errors).toEqual([]);
});

test('nor are many that come together', async () => {
  const { redis, errors } = await connect();
  for (let round = 0; round < 5; round++)
    await Promise.all(Array.from({ length: 100 }, () => redis.get('small')));
  expect(errors).toEqual([]);
});

test('a reply with more bytes breaks the connection off, and says of which command it was', async () => {
  const server = await startFaultyServer({ deviation: deviationNamed('an endless bulk') });
  onTestFinished(server.close);
  const { redis, errors } = await connect({ host: '127.0.0.1', port: server.port, db: 0 });
  await expect(redis.get('endless')).rejects.toThrow(`the reply to GET has more than ${most} bytes`);
  await soon(() => errors[0]).toContain('the reply to GET');
});
