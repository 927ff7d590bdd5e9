import type { Redis } from 'ioredis';
import { openAdmin } from '../connection/connect.ts';
import type { Endpoint, NodeAddress } from '../connection/target.ts';

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
