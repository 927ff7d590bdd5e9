import { TargetUnusable } from '../../redis/connection/target-unusable.ts';
import { EmbeddedServerFailed } from '../../redis/private/embedded.ts';
import { RedisServerMissing } from '../../redis/private/find-server.ts';
import { AgentsUnavailable } from '../agents/agents-place.ts';
import { LaneShareFailed } from '../lane/lane-worker.ts';
import { CustomCommandRefused } from './live-commands.ts';
import { NoReplicas } from './server-session.ts';
import { TooFewClients } from '../probes/client-limit.ts';
import { TooLittleMemory } from '../probes/memory-guard.ts';

/**
 * What only the live server can refuse: the reasons why a plan that `checkPlan` accepts may still not start.
 *
 * - `too-little-memory`: the keys of the lanes would take more memory than the server has free; on a server that evicts
 *   also what they have in flight.
 * - `too-few-clients`: the server takes fewer connections (\`maxclients\`) than the lanes open.
 * - `no-replicas`: a lane reads from replicas, and the cluster has none.
 * - `target-unusable`: not reached, no Redis, a wrong password, a replica, a cluster with slots that nobody serves …
 *   (`UnusableReason`).
 * - `private-server-failed`: this redis-server does not start with the settings of the plan, as an old one with TLS.
 * - `redis-server-missing`: there is no redis-server on this machine for a private one.
 * - `lane-not-connected`: a lane got no connection, as over RESP 3 to a server of version 5.
 * - `custom-command-refused`: the server has no such command, or says that it is none for a run (COMMAND INFO, GETKEYS).
 * - `agents-unavailable`: too few agents have joined, they differ, another run has them, or BullMQ is not installed.
 * - `command-refused`: Redis answered the set-up with an error, as NOPERM (ACL) or OOM.
 */
type LiveRefusal =
  | 'too-little-memory'
  | 'too-few-clients'
  | 'no-replicas'
  | 'target-unusable'
  | 'private-server-failed'
  | 'redis-server-missing'
  | 'lane-not-connected'
  | 'custom-command-refused'
  | 'agents-unavailable'
  | 'command-refused';

/** Which of these an error is; `null`: a faulty plan, or a fault of ours. */
export function liveRefusalOf(error: unknown): LiveRefusal | null {
  if (error instanceof TooLittleMemory) return 'too-little-memory';
  if (error instanceof TooFewClients) return 'too-few-clients';
  if (error instanceof CustomCommandRefused) return 'custom-command-refused';
  if (error instanceof NoReplicas) return 'no-replicas';
  if (error instanceof AgentsUnavailable) return 'agents-unavailable';
  if (error instanceof TargetUnusable) return 'target-unusable';
  if (error instanceof EmbeddedServerFailed) return 'private-server-failed';
  if (error instanceof RedisServerMissing) return 'redis-server-missing';
  if (error instanceof LaneShareFailed) return 'lane-not-connected';
  // What ioredis calls an error that Redis itself answered with.
  return error instanceof Error && error.name === 'ReplyError' ? 'command-refused' : null;
}
