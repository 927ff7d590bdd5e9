import type { Access, Persistence } from '../contract/enums.ts';
import type { ServerPlan } from '../contract/plan.ts';
import { usualServer } from '../contract/private-server.ts';

/** What is unusual about a private server, in words: `TLS, AOF always`. Empty when nothing is. */
export function describeServer(server: Partial<ServerPlan> = {}): string {
  const { tls, access, persistence, ioThreads, maxMemoryBytes } = { ...usualServer, ...server };
  return [
    ...(tls ? ['TLS'] : []),
    ...(access === 'open' ? [] : [accessNames[access]]),
    ...(persistence === 'off' ? [] : [persistenceNames[persistence]]),
    ...(ioThreads === 1 ? [] : [`${ioThreads} I/O threads`]),
    ...(maxMemoryBytes === undefined ? [] : [`${Math.round(maxMemoryBytes / 1024 ** 2)} MiB at most`]),
  ].join(', ');
}

const accessNames: Record<Exclude<Access, 'open'>, string> = {
  password: 'password',
  'acl-user': 'ACL user',
};

const persistenceNames: Record<Exclude<Persistence, 'off'>, string> = {
  'aof-everysec': 'AOF every second',
  'aof-always': 'AOF always',
  rdb: 'RDB snapshots',
};
