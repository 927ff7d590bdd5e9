import type { Redis } from 'ioredis';

/**
 * What a program without any measuring would do: the same SETs by the same client, written as its documentation
 * says. The engine's lanes are held against these.
 */
export interface BareOptions {
  keys: readonly string[];
  payload: string;
  batchSize: number;
}

/** Sends until `stopped` says so; resolves with the number of commands once all are answered. */
export type BareLoop = (redis: Redis, options: BareOptions, stopped: () => boolean) => Promise<number>;

const anyKey = (keys: readonly string[]) => keys[Math.floor(Math.random() * keys.length)] ?? '';

const oneByOne: BareLoop = async (redis, { keys, payload }, stopped) => {
  let sent = 0;
  for (; !stopped(); sent++) await redis.set(anyKey(keys), payload);
  return sent;
};

const inFlight: BareLoop = async (redis, options, stopped) => {
  const loops = Array.from({ length: options.batchSize }, () => oneByOne(redis, options, stopped));
  return (await Promise.all(loops)).reduce((sum, count) => sum + count, 0);
};

const inPipelines =
  (open: (redis: Redis) => ReturnType<Redis['pipeline']>): BareLoop =>
  async (redis, { keys, payload, batchSize }, stopped) => {
    let sent = 0;
    for (; !stopped(); sent += batchSize) {
      const queue = open(redis);
      for (let index = 0; index < batchSize; index++) queue.set(anyKey(keys), payload);
      // A program looks at every error as well.
      for (const [error] of (await queue.exec()) ?? []) if (error) throw error;
    }
    return sent;
  };

const multiKey: BareLoop = async (redis, { keys, payload, batchSize }, stopped) => {
  let sent = 0;
  for (; !stopped(); sent += batchSize) {
    const pairs: string[] = [];
    for (let index = 0; index < batchSize; index++) pairs.push(anyKey(keys), payload);
    await redis.mset(pairs);
  }
  return sent;
};

export const bareLoops: Record<string, BareLoop> = {
  'one-by-one': oneByOne,
  concurrent: inFlight,
  nagle: inFlight,
  'auto-pipeline': inFlight,
  pipeline: inPipelines((redis) => redis.pipeline()),
  multi: inPipelines((redis) => redis.multi()),
  'multi-key': multiKey,
};
