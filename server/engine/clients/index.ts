import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
// At the build, as the library itself.
import ioredisPackage from 'ioredis/package.json' with { type: 'json' };
import { clientLabels, defaultClient, type ClientId } from '../../../shared/contract/enums.ts';
import type { ClientDescription, StrategyDescription } from '../../../shared/contract/http.ts';
import type { Strategy } from '../lane/strategy.ts';
import { strategies } from '../strategies/index.ts';
import type { Carrier, ClientBinding } from './binding.ts';
import { glide } from './glide/index.ts';
import { nodeRedis } from './node-redis/index.ts';

/** Client libraries beside ioredis, which every strategy comes with. */
const bindings: readonly ClientBinding[] = [nodeRedis, glide];

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

/** Client libraries that can carry out a strategy which uses one, the default first. */
export const clientsOf = (strategy: string): ClientId[] => [
  defaultClient,
  ...bindings.filter(({ strategies }) => strategies.includes(strategy)).map(({ id }) => id),
];

const require = createRequire(import.meta.url);

/** The version that is installed here; `null`: none is. */
function installedVersion(name: string): string | null {
  let folder: string;
  try {
    folder = dirname(require.resolve(name));
  } catch {
    return null;
  }
  // Not every package lets its package.json be asked for by name.
  for (;;) {
    try {
      const found = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<string, unknown>;
      if (found['name'] === name) return String(found['version']);
    } catch {
      // A folder inside the package.
    }
    const above = dirname(folder);
    if (above === folder) return null;
    folder = above;
  }
}

/** Public description of each client library. */
export const clientDescriptions: readonly ClientDescription[] = [
  {
    id: 'ioredis',
    label: clientLabels.ioredis,
    package: 'ioredis',
    version: ioredisPackage.version,
    cluster: true,
    unixSocket: true,
  },
  ...bindings.map(({ id, package: name, cluster, unixSocket }) => ({
    id,
    label: clientLabels[id],
    package: name,
    version: installedVersion(name),
    cluster,
    unixSocket,
  })),
];

/** The version of a client library; `null`: it is not installed here. */
export const versionOf = (client: ClientId): string | null =>
  clientDescriptions.find(({ id }) => id === client)?.version ?? null;

/** Public description of each strategy. */
export const strategyDescriptions: readonly StrategyDescription[] = strategies.map(
  ({ id, label, summary, batching, commands, bare, semantics, hidden }) => ({
    id,
    label,
    summary,
    batching,
    commands,
    clients: bare ? [] : clientsOf(id),
    semantics,
    ...(hidden ? { hidden } : {}),
  }),
);
