import { Redis, type RedisOptions } from 'ioredis';
import { connectionOptions } from '../../redis/connect.ts';
import type { Batch } from '../batch.ts';
import type { Argument } from '../workload/prepared-command.ts';
import type { ConnectionContext, LaneClient } from './strategy.ts';

/** A call by name, which ioredis' types do not offer. */
type Method = (...args: Argument[]) => Promise<unknown>;
export type Methods = Record<string, Method>;

/**
 * One ioredis connection, ready. Its fault-hiding queues are off (connectionOptions); its own errors are heard
 * so that they do not end the process: each command that they hit fails by itself.
 */
export async function connectIoredis(
  { endpoint, workload, meter }: ConnectionContext,
  options: Pick<RedisOptions, 'noDelay' | 'enableAutoPipelining'> = {},
): Promise<Redis> {
  const redis = new Redis({
    ...connectionOptions(endpoint),
    protocol: workload.resp,
    ...options,
  });
  // connect() only ever rejects with "Connection is closed."; the reason comes as an event before it.
  const failed = new Promise<never>((_, reject) => redis.on('error', reject));
  failed.catch(() => undefined);
  try {
    await Promise.race([failed, redis.connect()]);
  } catch (error) {
    redis.disconnect();
    throw error;
  }
  meter.add(redis.stream);
  return redis;
}

/** Sends each command by the method of its name and settles it with the promise that comes back. */
export function singleCommandClient(redis: Redis): LaneClient {
  const methods = redis as unknown as Methods;
  return {
    send(batch: Batch) {
      const { command, args } = batch.draw();
      const call = methods[command.method];
      const reply = call ? call.apply(redis, args) : redis.call(command.name, ...args);
      batch.countCalls(1);
      reply.then(batch.onReply, batch.onError);
    },
    close() {
      redis.disconnect();
    },
  };
}
