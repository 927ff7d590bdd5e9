import type { Redis, RedisOptions } from 'ioredis';
import { largestAdminReply } from '../../../shared/limits.ts';
import { defined } from '../../../shared/contract/defined.ts';
import { boundReplies } from './bound-replies.ts';
import { explainConnection } from './greeting.ts';
import type { Endpoint, Target, NodeAddress } from './target.ts';

const load = () => import('ioredis');

let loading: ReturnType<typeof load> | undefined;

/** ioredis, loaded for the first connection: help and descriptions of strategies do without it. */
export const loadIoredis = (): ReturnType<typeof load> => (loading ??= load());

/** Options of ioredis; replies have the same shape in both protocols. */
type ConnectionOptions = RedisOptions & { replyMapping: 'legacy' };

/**
 * How ioredis connects to an endpoint when what is measured has to be what happened: no queue before the
 * connection, no resending, no retries, no commands of the library's own but HELLO, AUTH and SELECT.
 */
export function connectionOptions(endpoint: Endpoint): ConnectionOptions {
  const { host, port, path, username, password, db, tls } = endpoint;
  return {
    ...(path === undefined ? { host: host ?? 'localhost', port: port ?? 6379 } : { path }),
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password }),
    ...(tls === undefined ? {} : { tls }),
    db,
    connectTimeout: 3000,
    disconnectTimeout: 200,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    autoResubscribe: false,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
    enableReadyCheck: false,
    disableClientInfo: true,
    lazyConnect: true,
    replyMapping: 'legacy',
  };
}

/** The same as a program gets it that leaves all to the library: it waits, reconnects, and sends again what had no reply. */
export function optionsAsDocumented(endpoint: Endpoint): ConnectionOptions {
  const { host, port, path, username, password, tls, db, lazyConnect, replyMapping } =
    connectionOptions(endpoint);
  return defined({ host, port, path, username, password, tls, db, lazyConnect, replyMapping });
}

const knowsNoHello = /^(ERR|NOPROTO)( unknown command| wrong number of arguments|$)/i;

/**
 * A connection for bookkeeping (counters, cleaning up), ready for commands; close it by `disconnect()`. A
 * command without a reply fails after `timeoutMs`. Throws TargetUnusable.
 */
export async function openAdmin(target: Pick<Target, 'endpoint'>, timeoutMs = 10_000): Promise<Redis> {
  const { Redis } = await loadIoredis();
  const redis = new Redis({
    ...connectionOptions(target.endpoint),
    // What is asked beside the lanes has to be understood by every server and proxy, and by those that know no HELLO.
    protocol: 2,
    commandTimeout: timeoutMs,
    // What is dead is not waited for a second time.
    socketTimeout: timeoutMs,
  });
  boundReplies(redis, largestAdminReply);
  // connect() only ever rejects with "Connection is closed."; the reason comes as an event before it.
  const failed = new Promise<never>((_, reject) => redis.on('error', reject));
  failed.catch(() => undefined);
  try {
    await Promise.race([failed, redis.connect()]);
    // In RESP2 nothing was said yet; any user may say this, and who does not know it has answered as well.
    await redis.call('HELLO').catch((error: unknown) => {
      if (!(error instanceof Error) || !knowsNoHello.test(error.message)) throw error;
    });
    return redis;
  } catch (error) {
    redis.disconnect();
    throw await explainConnection(error, target.endpoint);
  }
}

/** How one node of a cluster is reached: as the cluster is. */
export function endpointOfNode({ cluster: _, ...access }: Endpoint, { host, port }: NodeAddress): Endpoint {
  return { ...access, host, port };
}

/** A connection for bookkeeping to one node of a cluster. Throws TargetUnusable. */
export async function openNode(endpoint: Endpoint, node: NodeAddress, timeoutMs?: number): Promise<Redis> {
  const redis = await openAdmin({ endpoint: endpointOfNode(endpoint, node) }, timeoutMs);
  redis.on('error', () => undefined);
  return redis;
}
