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

/** Asked apart, since it is set from within `onReply`. */
const wantsMore = (batch: Batch): boolean => batch.isWanted;

/**
 * Sends each command by the method of its name and awaits its reply, in a loop that lives as long as its place
 * in the lane is kept busy: what a program would do, without a new promise chain for every command.
 */
export function singleCommandClient(redis: Redis): LaneClient {
  const methods = redis as unknown as Methods;
  const drive = async (batch: Batch) => {
    batch.isDriven = true;
    for (;;) {
      batch.isWanted = false;
      const { command, args } = batch.draw();
      batch.countCalls(1);
      const call = methods[command.method];
      let reply: unknown;
      try {
        reply = await (call ? call.apply(redis, args) : redis.call(command.name, ...args));
      } catch (error) {
        reply = error instanceof Error ? error : new Error(String(error));
      }
      batch.onReply(reply);
      if (!wantsMore(batch)) break;
    }
    batch.isDriven = false;
  };
  return {
    send(batch: Batch) {
      // Called from within a reply: the loop that got it goes on.
      if (batch.isDriven) batch.isWanted = true;
      else void drive(batch);
    },
    close() {
      redis.disconnect();
    },
  };
}
