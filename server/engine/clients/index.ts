import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
// At the build, as the libraries themselves.
import nodeRedisPackage from '@redis/client/package.json' with { type: 'json' };
import ioredisPackage from 'ioredis/package.json' with { type: 'json' };
import { clientLabels, defaultClient, type ClientId } from '../../../shared/contract/enums.ts';
import type { ClientDescription, StrategyDescription } from '../../../shared/contract/http.ts';
import { strategies } from '../strategies/index.ts';
import { usualClient } from '../../../shared/contract/strategies.ts';
import { bindings } from './bindings.ts';

/** Client libraries that can carry out a strategy which uses one, the default first. */
export const clientsOf = (strategy: string): ClientId[] => [
  ...(usualClient(strategy) === defaultClient ? [defaultClient] : []),
  ...bindings.filter(({ strategies }) => strategies.includes(strategy)).map(({ id }) => id),
];

const require = createRequire(import.meta.url);

/** The version of a library that is in the build, or is installed here; `null`: none is. */
function versionOfPackage(name: string): string | null {
  if (name === nodeRedisPackage.name) return nodeRedisPackage.version;
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
    version: versionOfPackage(name),
    cluster,
    unixSocket,
  })),
];

/** The version of a client library; `null`: it is not installed here. */
export const versionOf = (client: ClientId): string | null =>
  clientDescriptions.find(({ id }) => id === client)?.version ?? null;

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
