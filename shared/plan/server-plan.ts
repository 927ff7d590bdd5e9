import { limits } from '../limits.ts';
import type { Access, Persistence } from '../contract/terms.ts';

/** What the private server does otherwise than usual. */
export interface ServerPlan {
  persistence: Persistence;
  ioThreads: number;
  /** Absent: half of the memory that there is, and at most 4 GiB. */
  maxMemoryBytes?: number | undefined;
  /** With a throw-away certificate. */
  tls: boolean;
  /**
   * What a client has to show: nothing, the password of the default user, or name and password of an ACL user. They
   * are drawn at each start of the server and known to nobody else.
   */
  access: Access;
}

export const usualServer: ServerPlan = {
  persistence: 'off',
  ioThreads: limits.ioThreads.default,
  tls: false,
  access: 'open',
};

/** The target that a plan's `server` is for: any other is not Roundtrip's to set up. */
export const serverPlanTarget = 'embedded';
/** The private cluster. */
export const clusterTarget = 'cluster';

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
