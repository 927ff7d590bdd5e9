import type { Cluster, ClusterOptions, Redis, RedisOptions } from 'ioredis';
import { loadIoredis } from '../connection/ioredis.ts';
import { explainFailure } from '../connection/target-unusable.ts';
import type { Endpoint } from '../connection/target.ts';
import { clusterOptions } from './cluster-options.ts';

export interface OpenClusterOptions extends Pick<ClusterOptions, 'enableAutoPipelining' | 'scaleReads'> {
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
