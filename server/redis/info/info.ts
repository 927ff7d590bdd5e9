import type { Redis } from 'ioredis';

/** Fields of an INFO answer by name. A field that stands twice keeps its last value. */
export function parseInfo(text: string): Map<string, string> {
  const fields = new Map<string, string>();
  for (const line of text.split('\n')) {
    const colon = line.indexOf(':');
    if (colon > 0 && !line.startsWith('#')) fields.set(line.slice(0, colon), line.slice(colon + 1).trimEnd());
  }
  return fields;
}

/** The first of these fields that is there and a number; else null. */
export function numberIn(fields: ReadonlyMap<string, string>, ...names: string[]): number | null {
  for (const name of names) {
    const text = fields.get(name);
    if (text !== undefined && text !== '' && Number.isFinite(Number(text))) return Number(text);
  }
  return null;
}

/**
 * Asks for INFO, of these sections or of the usual ones; resolves with its fields by name. Throws when the answer is
 * no text, or an error of the server's.
 */
export async function readInfo(redis: Redis, ...sections: readonly string[]): Promise<Map<string, string>> {
  const answer: unknown = await redis.call('INFO', ...sections);
  if (typeof answer === 'string') return parseInfo(answer);
  const came = JSON.stringify(answer).slice(0, 60);
  throw new Error(`INFO was answered by ${came}, where a text belongs`);
}

/** How a server is set up, as far as it says; `null`: it does not, as where CONFIG is not allowed. */
interface ServerConfig {
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
