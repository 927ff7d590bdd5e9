import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type { Warning } from '../../../shared/contract/warning.ts';
import { numberIn, readInfo } from '../info/info.ts';

const lookForMs = 200;
/** What health checks, replicas and Sentinels send is less. */
const busyFrom = 100;

/**
 * Commands per second that others send to a server, looked at for 200 ms during which this connection sends
 * nothing else. `null`: the server does not count.
 */
export async function measureOtherLoad(redis: Redis): Promise<number | null> {
  const before = await commandsProcessed(redis);
  const since = performance.now();
  await sleep(lookForMs);
  const after = await commandsProcessed(redis);
  const seconds = (performance.now() - since) / 1000;
  if (before === null || after === null || after < before) return null;
  // One INFO of the two is ours within the count.
  return Math.max(0, Math.round((after - before - 1) / seconds));
}

/** What a result has to say about the load of others; `null` when there is next to none. */
export const busyWarning = (commandsPerSecond: number | null): Warning | null =>
  commandsPerSecond === null || commandsPerSecond < busyFrom
    ? null
    : { code: 'server-busy', commandsPerSecond };

const commandsProcessed = async (redis: Redis) =>
  numberIn(await readInfo(redis, 'stats'), 'total_commands_processed');
