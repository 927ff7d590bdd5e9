import { afterAll, beforeAll } from 'vitest';
import { startEmbedded, type EmbeddedServer } from '../../server/redis/private/embedded.ts';

/** A private redis-server for the tests of one file; gone after the last. */
export function useEmbedded(): () => EmbeddedServer {
  let server: EmbeddedServer | null = null;
  beforeAll(async () => {
    server = await startEmbedded();
  });
  afterAll(async () => {
    await server?.stop();
  });
  return () => {
    if (!server) throw new Error('the server is started before the first test');
    return server;
  };
}
