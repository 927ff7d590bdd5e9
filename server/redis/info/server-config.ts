import type { Redis } from 'ioredis';

/** How a server is set up, as far as it says; `null`: it does not, as where CONFIG is not allowed. */
export interface ServerConfig {
  /** Threads that read and write sockets. */
  ioThreads: number | null;
  /** What it writes to disk: `off`, `rdb`, or `aof-` with its fsync policy. */
  persistence: string | null;
}

/** Reads it by CONFIG GET, which changes nothing. Never rejects. */
export async function readServerConfig(redis: Redis): Promise<ServerConfig> {
  const [ioThreads, save, appendOnly, appendFsync] = await Promise.all(
    ['io-threads', 'save', 'appendonly', 'appendfsync'].map((name) => ask(redis, name)),
  );
  return {
    ioThreads: ioThreads == null ? null : Number(ioThreads),
    persistence:
      appendOnly === 'yes'
        ? `aof-${appendFsync ?? 'unknown'}`
        : save == null
          ? null
          : save === ''
            ? 'off'
            : 'rdb',
  };
}

async function ask(redis: Redis, name: string): Promise<string | null> {
  try {
    const answer: unknown = await redis.config('GET', name);
    return Array.isArray(answer) && typeof answer[1] === 'string' ? answer[1] : null;
  } catch {
    return null;
  }
}
