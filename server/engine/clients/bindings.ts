import { clientIds, clientLabels, type ClientId } from '../../../shared/contract/enums.ts';
import type { Strategy, Carrier, ClientBinding } from '../lane/strategy.ts';

const files = import.meta.glob<{ binding: ClientBinding }>('./*/index.ts', { eager: true });

/** Client libraries beside ioredis, which every strategy comes with. */
export const bindings: readonly ClientBinding[] = clientIds.flatMap(
  (client) => Object.values(files).find(({ binding }) => binding.id === client)?.binding ?? [],
);

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
