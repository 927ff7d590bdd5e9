import { endpointOfNode, openAdmin } from '../connection/connect.ts';
import type { Endpoint } from '../connection/target.ts';
import { readInfo } from '../info/info.ts';

const answerWithinMs = 3000;

/**
 * What a server calls this life of its own, or each master of a cluster whose masters are known, in order. The same at
 * two places: it is the same server. Empty where it does not tell. Throws TargetUnusable.
 */
export async function readRunIds(endpoint: Endpoint): Promise<string[]> {
  const nodes = endpoint.cluster?.nodes.map((node) => endpointOfNode(endpoint, node)) ?? [endpoint];
  const ids = await Promise.all(nodes.map(runIdOf));
  return ids.flatMap((id) => id ?? []).sort();
}

async function runIdOf(endpoint: Endpoint): Promise<string | null> {
  const redis = await openAdmin({ endpoint }, answerWithinMs);
  redis.on('error', () => undefined);
  try {
    return (await readInfo(redis, 'server')).get('run_id') ?? null;
  } finally {
    redis.disconnect();
  }
}
