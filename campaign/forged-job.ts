import { openControl, openForQueue, sharesQueue, streamsOf } from '../server/engine/agents/control.ts';
import { controlRoot } from '../server/engine/agents/agents-place.ts';
import { loadBullMq } from '../server/engine/agents/run-queues.ts';
import type { ShareJob, ToAgent } from '../server/engine/agents/messages.ts';
import type { Endpoint } from '../server/redis/connection/target.ts';
import { roundtripVersion } from '../server/version.ts';
import type { Workload } from '../shared/contract/workload.ts';
import { parsePlan } from '../shared/plan/parse-plan.ts';

export interface ForgedJob extends Pick<ShareJob, 'run' | 'prefix' | 'target'> {
  /** The prefix of its only lane. */
  workload?: Partial<Workload>;
  /** Messages to the agent, once it has to open its lane. */
  then?: readonly ToAgent[];
}

/**
 * Gives an agent a share of a run that nobody coordinates, as anyone can who may write to the control Redis. The agent
 * is told to open its lane, and `then`; it hears no more.
 */
export async function forgeJob(
  control: Endpoint,
  { run, prefix, target, workload = {}, then = [] }: ForgedJob,
): Promise<void> {
  const { Queue } = await loadBullMq();
  const redis = await openControl(control);
  const connection = await openForQueue(control);
  const queue = new Queue<ShareJob>(sharesQueue, { connection: connection.redis, prefix: controlRoot });
  try {
    const [seconds] = await redis.time();
    const messages: ToAgent[] = [{ type: 'open', lane: 0, thread: 0 }, ...then];
    await redis.xadd(
      streamsOf(run).toAll,
      '*',
      'm',
      JSON.stringify({ at: Number(seconds) * 1000, messages }),
    );
    const plan = parsePlan({ target, agents: 1, workload, lanes: [{ strategy: 'pipeline' }] });
    const job = { run, roundtrip: roundtripVersion, plan, prefix, target, share: 0, of: 1 };
    await queue.add('share', job, { jobId: `${run}.0`, attempts: 1 });
  } finally {
    await queue.close();
    connection.close();
    redis.disconnect();
  }
}
