import type { ClusterOptions } from 'ioredis';
import { connectionOptions } from '../connection/connect.ts';
import type { Endpoint } from '../connection/target.ts';

/**
 * How ioredis connects to a cluster when what is measured has to be what happened. As with a single server
 * (`connectionOptions`) nothing waits for a connection and nothing that was lost is sent again; redirections are
 * followed, since a cluster is not to be had without (`TRYAGAIN` after 100 ms, as by default).
 */
export function clusterOptions(
  endpoint: Endpoint,
): ClusterOptions & { redisOptions: { replyMapping: 'legacy' } } {
  const { host: _host, port: _port, path: _path, ...rest } = connectionOptions(endpoint);
  const { retryStrategy: _retryStrategy, enableOfflineQueue: _enableOfflineQueue, ...redisOptions } = rest;
  const through = endpoint.cluster?.through;
  return {
    redisOptions,
    lazyConnect: true,
    enableReadyCheck: false,
    enableOfflineQueue: false,
    clusterRetryStrategy: () => null,
    retryDelayOnFailover: 0,
    retryDelayOnClusterDown: 0,
    slotsRefreshTimeout: 3000,
    ...(through ? { natMap: through } : {}),
  };
}
