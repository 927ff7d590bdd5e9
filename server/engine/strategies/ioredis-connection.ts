import type { Redis, RedisOptions } from 'ioredis';
import { largestReply } from '../../../shared/limits.ts';
import { connectionOptions, loadIoredis, optionsAsDocumented } from '../../redis/connection/connect.ts';
import { boundReplies } from '../../redis/connection/bound-replies.ts';
import { connectionLost, failureClass } from '../lane/failure-class.ts';
import { moreThanSent, UnexpectedReply } from '../workload/reply-kind.ts';
import type { CommandArgument } from '../workload/prepared-command.ts';
import { drivenClient } from './driven-client.ts';
import type { ConnectionContext } from '../lane/strategy.ts';
import type { LaneClient } from '../lane/batch.ts';

/** A call by name, which ioredis' types do not offer. */
type Method = (...args: CommandArgument[]) => Promise<unknown>;
export type Methods = Record<string, Method>;

/**
 * One ioredis connection, ready. Its fault-hiding queues are off (connectionOptions); its own errors are heard
 * so that they do not end the process: each command that they hit fails by itself.
 */
export async function connectIoredis(
  { endpoint, workload, meter, fault, reconnects = false }: ConnectionContext,
  options: Pick<RedisOptions, 'noDelay' | 'enableAutoPipelining'> = {},
): Promise<Redis> {
  const { Redis } = await loadIoredis();
  const redis = new Redis({
    ...(reconnects ? optionsAsDocumented(endpoint) : connectionOptions(endpoint)),
    protocol: workload.resp,
    ...options,
  });
  boundReplies(redis, largestReply(workload));
  if (workload.replies === 'buffer') giveBuffers(redis);
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
  redis.on('error', (error) => {
    reportFault(error, fault);
  });
  return redis;
}

/** Makes each later reply a Buffer, as getBuffer does: of single commands, pipelines and transactions. */
export function giveBuffers(redis: Redis): void {
  const send = redis.sendCommand.bind(redis);
  redis.sendCommand = (command, stream) => {
    (command as unknown as { replyEncoding: null }).replyEncoding = null;
    return send(command, stream);
  };
}

/**
 * Reports what ioredis says of a connection that is open: replies that are no RESP, that are too large, or for which
 * nothing was sent. What a socket reports is none of these: each command that it hits fails by itself.
 */
export function reportFault(error: Error, fault: ConnectionContext['fault']): void {
  if (failureClass(error) === connectionLost) return;
  if (error.message.startsWith('Command queue state error')) fault(moreThanSent());
  else fault(new UnexpectedReply(error.message.replace(/\. Please report this\.?$/, '')));
}

/**
 * Calls a method as a program would have written it: with few arguments, each is said, which lets the compiler put
 * the method's code in place of the call. By `apply` a command costs about 0.1 µs more.
 */
export function callWith(method: Method, on: object, args: readonly CommandArgument[]): Promise<unknown> {
  switch (args.length) {
    case 1:
      return method.call(on, args[0] as CommandArgument);
    case 2:
      return method.call(on, args[0] as CommandArgument, args[1] as CommandArgument);
    case 3:
      return method.call(
        on,
        args[0] as CommandArgument,
        args[1] as CommandArgument,
        args[2] as CommandArgument,
      );
    default:
      return method.apply(on, args as CommandArgument[]);
  }
}

/** Sends each command by the method of its name and awaits its reply. */
export function singleCommandClient(redis: Redis): LaneClient {
  const methods = redis as unknown as Methods;
  return drivenClient(
    (batch) => {
      const { command, args } = batch.draw();
      batch.countCalls(1);
      const call = methods[command.method];
      return call ? callWith(call, redis, args) : redis.call(command.name, ...args);
    },
    () => {
      redis.disconnect();
    },
  );
}
