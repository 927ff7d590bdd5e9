import type { Redis } from 'ioredis';
import { smallest } from '../../../shared/statistics/extremes.ts';

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

/** What `readInfo` resolves with where this user may not ask: no field. */
export const deniedInfo = new Map<string, string>();

/** The user may not ask, or the server has renamed the command. */
const isDenied = (error: unknown): boolean =>
  error instanceof Error && /^(NOPERM|ERR unknown command)/i.test(error.message);

/**
 * Asks for INFO, of these sections or of the usual ones; resolves with its fields by name, with none where this user
 * may not ask. Throws when the answer is no text, or another error of the server's.
 */
export async function readInfo(redis: Redis, ...sections: readonly string[]): Promise<Map<string, string>> {
  let answer: unknown;
  try {
    answer = await redis.call('INFO', ...sections);
  } catch (error) {
    if (isDenied(error)) return deniedInfo;
    throw error;
  }
  if (typeof answer === 'string') return parseInfo(answer);
  const came = JSON.stringify(answer).slice(0, 60);
  throw new Error(`INFO was answered by ${came}, where a text belongs`);
}

/** What HELLO says, under the names of INFO: version, mode and role; with none where the server knows no HELLO. */
export async function readHello(redis: Redis): Promise<Map<string, string>> {
  const answer: unknown = await redis.call('HELLO').catch(() => null);
  const words = (Array.isArray(answer) ? answer : Object.entries(answer ?? {}).flat()).map(String);
  const told = new Map(
    words.flatMap((name, place): [string, string][] =>
      place % 2 === 0 ? [[name, words[place + 1] ?? '']] : [],
    ),
  );
  const named = (field: string, as: string): [string, string][] => {
    const value = told.get(field);
    return value === undefined ? [] : [[as, value]];
  };
  const isValkey = told.get('server') === 'valkey';
  return new Map([
    ...named('version', isValkey ? 'valkey_version' : 'redis_version'),
    ...named('mode', 'redis_mode'),
    // INFO calls a replica slave, as does what is read of it.
    ...named('role', 'role'),
  ]);
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

/** After how long without a command the server closes a connection, ms; `null`: never, or it does not tell. */
export async function readIdleLimit(redis: Redis): Promise<number | null> {
  const seconds = Number(await ask(redis, 'timeout'));
  return seconds > 0 ? seconds * 1000 : null;
}

/** How many bytes of replies may wait for one client; `null`: no limit, or the server does not say. */
export async function readOutputLimit(redis: Redis): Promise<number | null> {
  const [, hard, soft] =
    /\bnormal (\d+) (\d+)/.exec((await ask(redis, 'client-output-buffer-limit')) ?? '') ?? [];
  const limits = [Number(hard), Number(soft)].filter((bytes) => bytes > 0);
  return limits.length === 0 ? null : smallest(limits);
}

async function ask(redis: Redis, name: string): Promise<string | null> {
  try {
    const answer: unknown = await redis.config('GET', name);
    return Array.isArray(answer) && typeof answer[1] === 'string' ? answer[1] : null;
  } catch {
    return null;
  }
}
