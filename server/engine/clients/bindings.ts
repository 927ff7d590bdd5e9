import { clientLabels, type ClientId } from '../../../shared/contract/enums.ts';
import type { Strategy } from '../lane/strategy.ts';
import type { Carrier, ClientBinding } from './binding.ts';
import { glide } from './glide/index.ts';
import { nodeRedis } from './node-redis/index.ts';

/** Client libraries beside ioredis, which every strategy comes with. */
export const bindings: readonly ClientBinding[] = [nodeRedis, glide];

/** The binding of a client library; `undefined` for ioredis: strategies connect with it by themselves. */
export const findBinding = (client: ClientId): ClientBinding | undefined =>
  bindings.find(({ id }) => id === client);

/** How a client library carries out a strategy. Loads the library. Rejects where it cannot. */
export async function carrierOf(strategy: Strategy, client: ClientId): Promise<Carrier> {
  const binding = findBinding(client);
  if (!binding) return strategy;
  const carrier = (await binding.load())[strategy.id];
  if (!carrier) throw new Error(`${clientLabels[binding.id]} cannot carry out ${strategy.id}`);
  return {
    ...carrier,
    connectCluster: () =>
      Promise.reject(new Error(`${clientLabels[binding.id]} lanes connect to no cluster yet`)),
  };
}
