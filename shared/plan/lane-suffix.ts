import { clientLabels, defaultClient, type ClientId } from '../contract/enums.ts';
import type { ServerInput } from '../contract/plan.ts';
import { unusualServer } from './defaults.ts';

/** What makes the name of a lane, besides its strategy. */
export interface SuffixedLane {
  client?: ClientId | undefined;
  target?: string | undefined;
  server?: ServerInput | undefined;
}

/**
 * Its client library unless it is the default, and its own server: `valkey-server`, `io-threads 4`. In words of the
 * command line, which are the same in every language.
 */
export function laneSuffix({ client = defaultClient, target, server }: SuffixedLane): string[] {
  const { program, ioThreads, persistence, maxMemoryBytes, tls, access } = unusualServer(server);
  return [
    client !== defaultClient && clientLabels[client],
    target,
    program,
    ioThreads && `io-threads ${ioThreads}`,
    persistence,
    maxMemoryBytes && `maxmemory ${Math.round(maxMemoryBytes / 1024 ** 2)}mb`,
    tls && 'TLS',
    access,
  ].flatMap((word) => word || []);
}
