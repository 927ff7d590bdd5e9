import { serverPrograms } from '../../../shared/contract/enums.ts';
import type { ServerProgramDescription } from '../../../shared/contract/http.ts';
import { findServer, serverVersion, RedisServerMissing } from './find-server.ts';

/** The server programs that a plan may name, with what those that are installed say of themselves. */
export const installedServers = (env: NodeJS.ProcessEnv = process.env): Promise<ServerProgramDescription[]> =>
  Promise.all(
    serverPrograms.map(async (id) => {
      try {
        const { version, allocator } = await serverVersion(findServer(env, id));
        return { id, version, allocator };
      } catch (error) {
        if (error instanceof RedisServerMissing) return { id, version: null, allocator: null };
        throw error;
      }
    }),
  );
