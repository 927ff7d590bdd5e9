import type { Redis } from 'ioredis';
import { agentStatusSchema, type AgentStatus } from '../../../shared/contract/agents.ts';
import { agentsInRun } from '../../../shared/limits.ts';
import { controlRoot } from './agents-place.ts';

/** An agent announces itself this often, and is forgotten so long after it last did, ms. */
export const announcedEveryMs = 1000;
const announcedForMs = 4000;

/** Ids of those that have announced themselves, by the control Redis's clock; each has a key of its own. */
const everyone = `${controlRoot}:here`;
const keyOf = (id: string) => `${everyone}:${id}`;

/** Says on the control Redis that an agent is there. `now`: by the control Redis's clock, ms. */
export async function announce(redis: Redis, id: string, status: AgentStatus, now: number): Promise<void> {
  await Promise.all([
    redis.set(keyOf(id), JSON.stringify(status), 'PX', announcedForMs),
    redis.zadd(everyone, now, id),
    redis.zremrangebyscore(everyone, '-inf', now - announcedForMs),
    redis.pexpire(everyone, announcedForMs),
  ]);
}

export async function withdraw(redis: Redis, id: string): Promise<void> {
  await Promise.all([redis.unlink(keyOf(id)), redis.zrem(everyone, id)]);
}

/** Who is there, by name. What is in another form, as of another version, is left out. */
export async function readAnnounced(redis: Redis): Promise<AgentStatus[]> {
  const ids = await redis.zrange(everyone, 0, String(agentsInRun.max - 1));
  const texts = ids.length === 0 ? [] : await redis.mget(...ids.map(keyOf));
  return texts
    .flatMap((text) => (text === null ? [] : (read(text) ?? [])))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** Others write there: it is read as if a stranger had. */
function read(text: string): AgentStatus | null {
  try {
    return agentStatusSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
