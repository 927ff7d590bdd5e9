import { addressOf, type Endpoint, type Target } from '../connection/target.ts';
import { TargetUnusable } from '../connection/target-unusable.ts';
import { openNode } from '../connection/connect.ts';
import { mastersOf, nodeName, readSlotMap, replicasOf, type OwnedSlots, slotCount } from './slot-map.ts';

const answerWithinMs = 3000;

/**
 * A target whose cluster's nodes are its masters, as the first node that answers tells them, with its replicas where
 * reads go to them; any other target as it is. Throws TargetUnusable when no node answers, or slots are served by
 * nobody.
 */
export async function findMasters(target: Target, { withReplicas = false } = {}): Promise<Target> {
  const { endpoint } = target;
  if (!endpoint.cluster) return target;
  const map = await askOne(endpoint);
  const served = map.reduce((sum, { slots: [first, last] }) => sum + last - first + 1, 0);
  if (served < slotCount) {
    const at = addressOf(endpoint);
    throw new TargetUnusable(
      'cluster-incomplete',
      at,
      `The cluster at ${at} serves ${served} of its ${slotCount} slots: keys of the others would fail. Is a master down?`,
    );
  }
  const nodes = mastersOf(map);
  const [first] = nodes;
  const replicas = withReplicas ? { replicas: replicasOf(map) } : {};
  const { asked = addressOf(endpoint) } = endpoint.cluster;
  const cluster = { ...endpoint.cluster, asked, nodes, ...replicas };
  return { ...target, endpoint: { ...endpoint, ...first, cluster } };
}

async function askOne(endpoint: Endpoint): Promise<OwnedSlots[]> {
  let failure: unknown = new Error('a cluster needs nodes');
  for (const node of endpoint.cluster?.nodes ?? []) {
    try {
      const redis = await openNode(endpoint, node, answerWithinMs);
      return await readSlotMap(redis, node.host, endpoint.cluster?.natMap).finally(() => {
        redis.disconnect();
      });
    } catch (error) {
      failure = notACluster(error, nodeName(node)) ?? error;
    }
  }
  throw failure;
}

function notACluster(error: unknown, at: string): TargetUnusable | null {
  if (!(error instanceof Error) || !error.message.includes('cluster support disabled')) return null;
  return new TargetUnusable(
    'no-cluster',
    at,
    `The Redis at ${at} is no node of a cluster. Name it as redis://${at}, alone, to measure it.`,
    error,
  );
}
