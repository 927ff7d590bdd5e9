import type { Redis } from 'ioredis';

const keysPerScan = 1000;

/** How keys are removed: in the background of the server, or where it knows or allows no such command, at once. */
export type Removal = 'UNLINK' | 'DEL';

/** This user may not call the command, or the server does not have it. */
const isDenied = (error: unknown): boolean =>
  error instanceof Error && /no permissions to run|unknown command/i.test(error.message);

/** By which command this user may remove keys, tried on one that is not there; `null`: by none. */
export async function findRemoval(redis: Redis, absentKey: string): Promise<Removal | null> {
  for (const verb of ['UNLINK', 'DEL'] as const) {
    const denied = await redis.call(verb, absentKey).then(() => false, isDenied);
    if (!denied) return verb;
  }
  return null;
}

/** Whether this user may search for keys. */
export const maySearch = (redis: Redis, prefix: string): Promise<boolean> =>
  redis.scan('0', 'MATCH', `${escapeGlob(prefix)}*`, 'COUNT', 1).then(
    () => true,
    (error: unknown) => !isDenied(error),
  );

/**
 * Removes the keys that start with a prefix, in batches, leaving all others; resolves with their number. With
 * `also`, only those of them that it holds for. Throws when the prefix is empty.
 */
export async function removeKeys(
  redis: Redis,
  prefix: string,
  also: (key: Buffer) => boolean = () => true,
): Promise<number> {
  if (prefix === '') throw new Error('removeKeys needs a prefix: without one it would remove every key');
  let removed = 0;
  let page = await scan(redis, prefix, '0');
  // One page is removed while the next is looked for, so that a batch takes one round trip.
  while (page.next !== '0') {
    const doomed = page.keys.filter(also);
    const [count, next] = await Promise.all([unlink(redis, doomed), scan(redis, prefix, page.next)]);
    removed += count;
    page = next;
  }
  return removed + (await unlink(redis, page.keys.filter(also)));
}

/** Shows every key that starts with a prefix to `see`, at least once. */
export async function eachKey(redis: Redis, prefix: string, see: (key: Buffer) => void): Promise<void> {
  let cursor = '0';
  do {
    const page = await scan(redis, prefix, cursor);
    page.keys.forEach(see);
    cursor = page.next;
  } while (cursor !== '0');
}

async function scan(redis: Redis, prefix: string, cursor: string) {
  const pattern = `${escapeGlob(prefix)}*`;
  const [next, keys] = await redis.scanBuffer(cursor, 'MATCH', pattern, 'COUNT', keysPerScan);
  return { next: next.toString(), keys };
}

/** Nodes of a cluster: keys of different slots are no matter for one command there. */
const clustered = new WeakSet<Redis>();

async function unlink(redis: Redis, keys: readonly Buffer[]): Promise<number> {
  if (keys.length === 0) return 0;
  if (clustered.has(redis)) return unlinkEach(redis, keys);
  try {
    return Number(await redis.call('UNLINK', ...keys));
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if (error.message.startsWith('CROSSSLOT')) {
      clustered.add(redis);
      return unlinkEach(redis, keys);
    }
    if (!isDenied(error)) throw error;
    return Number(await redis.call('DEL', ...keys));
  }
}

async function unlinkEach(redis: Redis, keys: readonly Buffer[], verb: Removal = 'UNLINK'): Promise<number> {
  const queue = redis.pipeline();
  for (const key of keys) queue.call(verb, key);
  const replies = (await queue.exec()) ?? [];
  if (verb === 'UNLINK' && replies.some(([error]) => isDenied(error))) return unlinkEach(redis, keys, 'DEL');
  return replies.reduce((sum, [error, count]) => {
    // A replica holds its master's keys, and of a slot on its way another node has them by now.
    if (error && !/^(MOVED|ASK|READONLY)/.test(error.message)) throw error;
    return sum + (error ? 0 : Number(count));
  }, 0);
}

/** A text as a pattern of MATCH that only it fits. */
const escapeGlob = (text: string): string => text.replace(/[\\*?[\]^-]/g, '\\$&');
