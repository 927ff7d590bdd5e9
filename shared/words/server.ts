import type { Access, Persistence } from '../contract/enums.ts';
import type { ServerPlan } from '../contract/plan.ts';
import { usualServer } from '../contract/private-server.ts';

/** What is unusual about a private server, in a language. */
export interface ServerWords {
  accesses: Record<Exclude<Access, 'open'>, string>;
  persistences: Record<Exclude<Persistence, 'off'>, string>;
  ioThreads: (count: number) => string;
  memory: (mebibytes: number) => string;
}

/** What is unusual about a private server, in words: `TLS, AOF always`. Empty when nothing is. */
export function describeServer(server: Partial<ServerPlan> = {}, words: ServerWords): string {
  const { tls, access, persistence, ioThreads, maxMemoryBytes } = { ...usualServer, ...server };
  return [
    ...(tls ? ['TLS'] : []),
    ...(access === 'open' ? [] : [words.accesses[access]]),
    ...(persistence === 'off' ? [] : [words.persistences[persistence]]),
    ...(ioThreads === 1 ? [] : [words.ioThreads(ioThreads)]),
    ...(maxMemoryBytes === undefined ? [] : [words.memory(Math.round(maxMemoryBytes / 1024 ** 2))]),
  ].join(', ');
}
