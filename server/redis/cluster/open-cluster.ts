import type { Cluster, ClusterOptions, Redis, RedisOptions } from 'ioredis';
import { loadIoredis, connectionOptions } from '../connection/connect.ts';
import { explainFailure } from '../connection/target-unusable.ts';
import type { Endpoint } from '../connection/target.ts';
import { nodeName, reachedAt, readNodeName } from './slot-map.ts';

interface OpenClusterOptions extends Pick<ClusterOptions, 'enableAutoPipelining' | 'scaleReads'> {
  /** For each connection that ioredis opens. */
  redisOptions?: Pick<RedisOptions, 'protocol' | 'noDelay'>;
  /** Hears of each node's connection before it is opened, also of those that are found later. */
  onNode?: (node: Redis) => void;
}

/** A client of ioredis for a cluster, connected to all its masters, and to its replicas where they are read from. Throws TargetUnusable. */
export async function openCluster(endpoint: Endpoint, options: OpenClusterOptions = {}): Promise<Cluster> {
  const { Cluster } = await loadIoredis();
  const { onNode, redisOptions, ...more } = options;
  const { nodes = [], through = {} } = endpoint.cluster ?? {};
  const usual = clusterOptions(endpoint);
  const cluster = new Cluster(
    nodes.map(({ host, port }) => through[`${host}:${port}`] ?? { host, port }),
    { ...usual, ...more, redisOptions: { ...usual.redisOptions, ...redisOptions } },
  );
  // connect() only ever rejects with "None of startup nodes is available"; the reason comes as an event before it.
  const failed = new Promise<never>((_, reject) => {
    cluster.on('error', reject);
    cluster.on('node error', reject);
  });
  failed.catch(() => undefined);
  cluster.on('+node', namesNodes);
  if (onNode) cluster.on('+node', onNode);
  try {
    await Promise.race([failed, cluster.connect()]);
    const used = options.scaleReads === 'slave' ? 'all' : 'master';
    const waiting = cluster.nodes(used).filter(({ status }) => status === 'wait');
    await Promise.race([failed, Promise.all(waiting.map((node) => node.connect()))]);
    return cluster;
  } catch (error) {
    cluster.disconnect();
    throw explainFailure(error, endpoint);
  }
}

type Slots = (sub: 'SLOTS', heard: (error: Error | null, answer?: unknown[][]) => void) => unknown;

/** ioredis passes over a node that is announced without a host (`unknown-endpoint`); with one it maps it. */
function namesNodes(node: Redis): void {
  const duplicate = node.duplicate.bind(node);
  node.duplicate = (override) => {
    const copy = duplicate(override);
    const ask = copy.cluster.bind(copy) as Slots;
    copy.cluster = ((sub, heard) =>
      ask(sub, (error, answer) => {
        for (const [, , ...nodes] of answer ?? [])
          for (const one of nodes) if (Array.isArray(one)) one[0] ||= '?';
        heard(error, answer);
      })) as Slots as Redis['cluster'];
    return copy;
  };
}

/**
 * How ioredis connects to a cluster when what is measured has to be what happened. As with a single server
 * (`connectionOptions`) nothing waits for a connection and nothing that was lost is sent again; redirections are
 * followed, since a cluster is not to be had without (`TRYAGAIN` after 100 ms, as by default).
 */
function clusterOptions(endpoint: Endpoint): ClusterOptions & { redisOptions: { replyMapping: 'legacy' } } {
  const { host: _host, port: _port, path: _path, ...rest } = connectionOptions(endpoint);
  const { retryStrategy: _retryStrategy, enableOfflineQueue: _enableOfflineQueue, ...redisOptions } = rest;
  const { nodes: [first] = [], natMap, through } = endpoint.cluster ?? {};
  const announced = { host: first?.host ?? 'localhost', natMap };
  return {
    redisOptions,
    lazyConnect: true,
    enableReadyCheck: false,
    enableOfflineQueue: false,
    clusterRetryStrategy: () => null,
    retryDelayOnFailover: 0,
    retryDelayOnClusterDown: 0,
    slotsRefreshTimeout: 3000,
    natMap: (name) => {
      const at = reachedAt(readNodeName(name), announced);
      return through?.[nodeName(at)] ?? at;
    },
  };
}
