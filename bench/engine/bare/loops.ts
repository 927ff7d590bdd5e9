import { type ClientId } from '../../../shared/contract/enums.ts';
import type { Endpoint } from '../../../server/redis/connection/target.ts';

/**
 * What a program without any measuring would do: the same SETs by the same client library, written as its
 * documentation says. The engine's lanes are held against these.
 */
export interface BareOptions {
  keys: readonly string[];
  payload: string;
  batchSize: number;
}

/** Sends until `stopped` says so; resolves with the number of commands once all are answered. */
export type BareLoop = (options: BareOptions, stopped: () => boolean) => Promise<number>;

/** Opens one connection of a library, for the loop of this strategy. */
export type ConnectBare = (endpoint: Endpoint, strategy: string) => Promise<BareLoop>;

export const anyKey = (keys: readonly string[]) => keys[Math.floor(Math.random() * keys.length)] ?? '';

/** Sends one command after the other, by what sends one. */
export const oneByOne =
  (set: (key: string, value: string) => Promise<unknown>): BareLoop =>
  async ({ keys, payload }, stopped) => {
    let sent = 0;
    for (; !stopped(); sent++) await set(anyKey(keys), payload);
    return sent;
  };

/** The same so many times at once. */
export const inFlight =
  (loop: BareLoop): BareLoop =>
  async (options, stopped) => {
    const loops = Array.from({ length: options.batchSize }, () => loop(options, stopped));
    return (await Promise.all(loops)).reduce((sum, count) => sum + count, 0);
  };

/** Sends batches, by what sends one of them. */
export const inBatches =
  (send: (options: BareOptions) => Promise<unknown>): BareLoop =>
  async (options, stopped) => {
    let sent = 0;
    for (; !stopped(); sent += options.batchSize) await send(options);
    return sent;
  };

/** The strategies that each library has a loop for. */
export const bareStrategies: Readonly<Record<ClientId, readonly string[]>> = {
  ioredis: ['one-by-one', 'concurrent', 'nagle', 'auto-pipeline', 'pipeline', 'multi', 'multi-key'],
  'node-redis': ['one-by-one', 'auto-pipeline', 'pipeline', 'multi', 'multi-key'],
  glide: ['one-by-one', 'auto-pipeline', 'pipeline', 'multi', 'multi-key'],
};
