import type { RedisOptions } from 'ioredis';
import { loadIoredis } from '../../redis/connection/connect.ts';
import type { ProgramContext } from '../lane/lane-code.ts';

/** A connection as a program makes it, with the prefix of the run before every key. */
export async function connectUsual(
  { prefix, url: _, ...address }: ProgramContext,
  options: Pick<RedisOptions, 'enableAutoPipelining'> = {},
): Promise<unknown> {
  const { Redis } = await loadIoredis();
  const redis = new Redis({
    ...(address as Omit<RedisOptions, 'replyMapping'>),
    ...options,
    keyPrefix: prefix,
    lazyConnect: true,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  // Each command that it hits fails by itself.
  redis.on('error', () => undefined);
  await redis.connect();
  return redis;
}
