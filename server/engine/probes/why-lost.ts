import type { LanePlan } from '../../../shared/contract/plan.ts';
import { formatBytes } from '../../../shared/words/format.ts';
import { endpointOfNode, openAdmin } from '../../redis/connection/connect.ts';
import { addressOf, type Endpoint } from '../../redis/connection/target.ts';
import { numberIn, readIdleLimit, readInfo, readOutputLimit } from '../../redis/info/info.ts';
import type { TargetFacts } from '../../redis/targets/probe.ts';
import { bytesInFlight } from './bytes-on-server.ts';

const answerWithinMs = 2000;

/** What was known of the server before the run. */
type Before = Pick<TargetFacts, 'runId' | 'evictedClients'>;

/**
 * Which limit of its buffers a server closed the connections of a lane for, in a sentence: a library that connects again
 * by itself says only that no reply came. `null`: none that it names. Never rejects.
 */
export async function whySilent(endpoint: Endpoint, before: Before, plan: LanePlan): Promise<string | null> {
  if (endpoint.cluster) return null;
  const reason = await askNode(endpoint, before, plan).catch(() => null);
  return reason?.by === 'buffers' ? reason.text : null;
}

/** Why a lane lost a connection, in a sentence for people: the server is asked, if it is still there. Never rejects. */
export async function whyLost(endpoint: Endpoint, before: Before, plan: LanePlan): Promise<string> {
  const nodes = endpoint.cluster?.nodes.map((node) => endpointOfNode(endpoint, node)) ?? [endpoint];
  for (const [index, node] of nodes.entries()) {
    const what = nodes.length === 1 ? 'the server' : addressOf(node);
    // Counters of before are those of the first node.
    const known = index === 0 ? before : { runId: null, evictedClients: null };
    try {
      const reason = await askNode(node, known, plan);
      if (reason !== null) return reason.text;
    } catch {
      return `Is ${what} still running?`;
    }
  }
  return 'The server is running: it, or something in between, closed the connection.';
}

interface Reason {
  by: 'restart' | 'buffers' | 'idle';
  text: string;
}

/** `null`: it gives no reason. Rejects when it does not answer. */
async function askNode(node: Endpoint, before: Before, plan: LanePlan): Promise<Reason | null> {
  const redis = await openAdmin({ endpoint: node }, answerWithinMs);
  redis.on('error', () => undefined);
  try {
    await redis.ping();
    const info = await readInfo(redis);
    const runId = info.get('run_id');
    if (before.runId !== null && runId !== undefined && runId !== before.runId)
      return { by: 'restart', text: 'The server was started again meanwhile.' };
    const evicted = (numberIn(info, 'evicted_clients') ?? 0) - (before.evictedClients ?? Infinity);
    if (evicted > 0)
      return {
        by: 'buffers',
        text: 'The server is running: it closes connections whose buffers take too much memory (maxmemory-clients). Fewer connections, smaller batches or smaller values need less.',
      };
    const limit = await readOutputLimit(redis);
    if (limit !== null && bytesInFlight(plan) / plan.workload.clients > limit)
      return {
        by: 'buffers',
        text: `The server is running: it closes a connection for which more than ${formatBytes(limit)} of replies wait (client-output-buffer-limit). Take smaller batches (-P) or values (-d).`,
      };
    const idleMs = await readIdleLimit(redis);
    return idleMs === null
      ? null
      : {
          by: 'idle',
          text: `The server is running: it closes connections that are idle for ${idleMs / 1000} s (timeout). Take fewer connections or a higher rate.`,
        };
  } finally {
    redis.disconnect();
  }
}
