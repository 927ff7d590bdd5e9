import type { Access, Persistence } from '../contract/enums.ts';
import type { ServerInput } from '../contract/plan.ts';
import { defaultServer } from '../contract/private-server.ts';

/** What is unusual about a private server, in a language. */
export interface ServerWords {
  accesses: Record<Exclude<Access, 'open'>, string>;
  persistences: Record<Exclude<Persistence, 'off'>, string>;
  ioThreads: (count: number) => string;
  memory: (mebibytes: number) => string;
}

/** What is unusual about a private server, in words: `TLS, AOF always`. Empty when nothing is. */
export function describeServer(server: ServerInput = {}, words: ServerWords): string {
  const { program, tls, access, persistence, ioThreads, maxMemoryBytes } = server;
  return [
    ...(program === undefined ? [] : [program]),
    ...(tls ? ['TLS'] : []),
    ...(access === undefined || access === defaultServer.access ? [] : [words.accesses[access]]),
    ...(persistence === undefined || persistence === defaultServer.persistence
      ? []
      : [words.persistences[persistence]]),
    ...(ioThreads === undefined || ioThreads === defaultServer.ioThreads ? [] : [words.ioThreads(ioThreads)]),
    ...(maxMemoryBytes === undefined ? [] : [words.memory(Math.round(maxMemoryBytes / 1024 ** 2))]),
  ].join(', ');
}
