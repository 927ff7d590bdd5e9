import * as z from 'zod/mini';
import { limits } from './limits.ts';
import { accesses, persistences, type Access, type Persistence } from './terms.ts';

/**
 * What the private server does otherwise than usual; each name as in a named target's `private`. A password is
 * drawn at each start of the server and known to nobody else.
 */
export const serverSchema = z.strictObject({
  persistence: z._default(z.enum(persistences), 'off'),
  ioThreads: z._default(
    z.int().check(z.minimum(limits.ioThreads.min), z.maximum(limits.ioThreads.max)),
    limits.ioThreads.default,
  ),
  /** Absent: half of the memory that there is, and at most 4 GiB. */
  maxMemoryBytes: z.optional(
    z.int().check(z.minimum(limits.maxMemoryBytes.min), z.maximum(limits.maxMemoryBytes.max)),
  ),
  /** With a throw-away certificate. */
  tls: z._default(z.boolean(), false),
  /** What a client has to show: nothing, the password of the default user, or name and password of an ACL user. */
  access: z._default(z.enum(accesses), 'open'),
});
export type ServerPlan = z.output<typeof serverSchema>;

/** The target that a plan's `server` is for: any other is not Roundtrip's to set up. */
export const serverPlanTarget = 'embedded';

/** What is unusual about a private server, in words: `TLS, AOF always`. Empty when nothing is. */
export function describeServer(server: Partial<ServerPlan> = {}): string {
  const { tls, access = 'open', persistence = 'off', ioThreads = 1, maxMemoryBytes } = server;
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
