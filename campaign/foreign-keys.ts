import * as fc from 'fast-check';
import type { Redis } from 'ioredis';
import { newRunId } from '../server/redis/keys/run-id.ts';

/** Roots of runs and of others: what each of ours could begin with occurs among the keys of others. */
export const roots = ['roundtrip:', 'app:', 'app:bench:', 'cache:', 'user:', 'session:'] as const;

/** Two hours and a half. */
const endsInS = 9000;
/** Ids that pass their check, of runs that never were. */
const idOf = fc.constant(null).map(() => newRunId());
const word = fc.constantFrom('users', 'items', 'abcde', 'k3x9q', 'bench', 'config', 'sess1234', '');
const tail = fc.oneof(
  fc.constantFrom('1', 'as00001', 's00001', '{t}as00001', 'a', 'm', 'run', 'running', 'rs00001', '*', ''),
  fc.string({ maxLength: 8 }),
);
const name = fc.oneof(
  fc
    .tuple(fc.constantFrom(...roots, 'roundtrip', 'Roundtrip:', ''), fc.oneof(word, idOf), tail)
    .map((parts) => parts.filter((part, at) => at !== 1 || part !== '').join(''))
    .map((text) => text || 'empty'),
  fc
    .tuple(fc.constantFrom(...roots), fc.oneof(word, idOf), tail)
    .map(([root, of, end]) => `${root}${of}:${end}`),
);

/** Texts that could be taken for the record of a run with that id, each with one thing wrong. */
const forgeries = (root: string): [id: string, content: string][] =>
  [
    (lane: string, id: string) => ({ root, id, lanes: [lane, ''] }),
    (lane: string, id: string) => ({ root, id, lanes: [lane, root] }),
    (lane: string, id: string) => ({ root, id, lanes: [lane, lane.slice(0, -1)] }),
    (lane: string, id: string) => ({ root, id, lanes: [lane, 'session:', 'user:'] }),
    (lane: string) => ({ root, id: newRunId(), lanes: [lane] }),
    (lane: string, id: string) => ({ root: '', id, lanes: [lane] }),
    () => ({ root, id: 'users', lanes: [`${root}users:`] }),
    (lane: string) => [lane],
    () => 1,
  ].map((forge) => {
    const id = newRunId();
    return [id, JSON.stringify(forge(`${root}${id}:a`, id))];
  });

/** Fills a server with keys of others: of every type, some with an end, some forged records. */
export async function fillForeign(redis: Redis, count: number, seed: number): Promise<void> {
  const names = new Set(fc.sample(name, { seed, numRuns: 2 * count }));
  const queue = redis.pipeline();
  let at = 0;
  const types = [
    (key: string) => queue.set(key, 'of somebody'),
    (key: string) => queue.rpush(key, 'a', 'b'),
    (key: string) => queue.sadd(key, 'a', 'b'),
    (key: string) => queue.zadd(key, 1, 'a', 2, 'b'),
    (key: string) => queue.hset(key, 'name', 'ann'),
    (key: string) => queue.xadd(key, '1-1', 'event', 'start'),
  ];
  const forged = roots.flatMap((root) =>
    forgeries(root).map(([id, content]) => [`${root}${id}:run`, content] as const),
  );
  for (const [key, content] of forged) queue.set(key, content);
  for (const key of [...names].slice(0, count - forged.length)) {
    types[at++ % types.length]?.(key);
    if (at % 5 === 0) queue.expire(key, endsInS);
  }
  for (const [error] of (await queue.exec()) ?? []) if (error) throw error;
}

/** Each key with all that it holds, and whether it has an end. */
export type KeyContents = ReadonlyMap<string, string>;

export async function contentsOf(redis: Redis): Promise<KeyContents> {
  const keys = await redis.keysBuffer('*');
  const queue = redis.pipeline();
  for (const key of keys) queue.dumpBuffer(key).ttl(key);
  const replies = ((await queue.exec()) ?? []).map(([, reply]) => reply);
  return new Map(
    keys.map((key, index) => {
      const [dump, ttl] = [replies[2 * index], Number(replies[2 * index + 1])];
      const end = ttl < 0 ? 'stays' : ttl > endsInS / 2 ? 'ends' : 'ends too soon';
      return [key.toString('latin1'), `${Buffer.isBuffer(dump) ? dump.toString('hex') : ''} ${end}`];
    }),
  );
}

/** The changes of keys that may not change; `null`: none. */
export function harmTo(before: KeyContents, after: KeyContents): string | null {
  const harmed = [...before].filter(([key, content]) => after.get(key) !== content);
  if (harmed.length === 0) return null;
  const shown = harmed.slice(0, 3).map(([key]) => `${key} ${after.has(key) ? 'changed' : 'is gone'}`);
  return `${harmed.length} keys of others: ${shown.join(', ')}`;
}
