import type { Redis } from 'ioredis';
import { addressOf, type Endpoint, type NodeAddress, type Target } from '../connection/target.ts';
import { endpointOfNode, openAdmin } from '../connection/connect.ts';
import { openCluster } from '../cluster/open-cluster.ts';
import type { Removal } from './keys.ts';

/** A command in its words. */
export type CommandLine = [name: string, ...args: (string | Buffer)[]];

/** A node that holds keys, and a connection to it. */
export interface KeyedNode {
  name: string;
  redis: Redis;
}

/** Connections to a target beside those that are measured: for counting, filling and cleaning up. */
export interface Bookkeeping {
  /** Where the one server is; `null` for a cluster. */
  readonly endpoint: Endpoint | null;
  /** The server, or the masters of a cluster. */
  readonly nodes: readonly KeyedNode[];
  /** Replicas that are read from. */
  readonly replicas: readonly KeyedNode[];
  /** By which command keys are removed, where that was asked; else by UNLINK. */
  removal?: Removal;
  /** Sends commands together, each to the node of its key. Resolves with the replies; throws the first error. */
  send: (lines: readonly CommandLine[]) => Promise<unknown[]>;
  close: () => void;
}

/** Opens them; of a cluster its masters have to be known (`findMasters`). Throws TargetUnusable. */
export async function openBookkeeping({ endpoint }: Pick<Target, 'endpoint'>): Promise<Bookkeeping> {
  const { cluster } = endpoint;
  const ofNode = (node: NodeAddress) => endpointOfNode(endpoint, node);
  const masters = cluster ? cluster.nodes.map(ofNode) : [endpoint];
  const opened = await openAll([...masters, ...(cluster?.replicas ?? []).map(ofNode)]);
  const disconnect = () => {
    for (const { redis } of opened) redis.disconnect();
  };
  const nodes = opened.slice(0, masters.length);
  const replicas = opened.slice(masters.length);
  const [first] = nodes;
  if (!first) throw new Error('a cluster needs nodes');
  if (!cluster)
    return {
      endpoint,
      nodes,
      replicas,
      send: (lines) => sendTogether(first.redis, lines),
      close: disconnect,
    };
  const client = await openCluster(endpoint, {
    enableAutoPipelining: true,
    redisOptions: { protocol: 2 },
  }).catch((error: unknown) => {
    disconnect();
    throw error;
  });
  return {
    endpoint: null,
    nodes,
    replicas,
    send: (lines) => Promise.all(lines.map(([name, ...args]) => client.call(name, ...args))),
    close: () => {
      disconnect();
      client.disconnect();
    },
  };
}

/** Connections to all of them; rejects, with none left open, when one cannot be had. */
async function openAll(endpoints: readonly Endpoint[]): Promise<KeyedNode[]> {
  const opened = await Promise.allSettled(endpoints.map((one) => openAdmin({ endpoint: one })));
  const nodes = opened.flatMap((outcome, index): KeyedNode[] => {
    const at = endpoints[index];
    return outcome.status === 'fulfilled' && at ? [{ name: addressOf(at), redis: outcome.value }] : [];
  });
  for (const { redis } of nodes) redis.on('error', () => undefined);
  const failure = opened.find((outcome) => outcome.status === 'rejected');
  if (!failure) return nodes;
  for (const { redis } of nodes) redis.disconnect();
  throw failure.reason;
}

async function sendTogether(redis: Redis, lines: readonly CommandLine[]): Promise<unknown[]> {
  const queue = redis.pipeline();
  for (const [name, ...args] of lines) queue.call(name, ...args);
  return ((await queue.exec()) ?? []).map(([error, reply]) => {
    if (error) throw error;
    return reply;
  });
}
