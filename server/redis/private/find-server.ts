import { execFile } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { basename, delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { serverPrograms, type ServerProgram } from '../../../shared/contract/enums.ts';
import type { ServerProgramDescription } from '../../../shared/contract/http.ts';

const serverVariable = 'ROUNDTRIP_REDIS_SERVER';
/** A Valkey beside the usual server, where it is not on the PATH: only who asks for it by name gets it. */
const valkeyVariable = 'ROUNDTRIP_VALKEY_SERVER';

/** There is no Redis server program here. The message says how to get one. */
export class RedisServerMissing extends Error {
  constructor(what: string) {
    super(
      `${what} Install one (Debian, Ubuntu: apt-get install redis-server; Fedora: dnf install valkey; Alpine: apk add redis; ` +
        `macOS: brew install redis), or set ${serverVariable} to the path of one, or measure a Redis that runs already: ` +
        '--url redis://HOST:PORT',
    );
    this.name = 'RedisServerMissing';
  }
}

/**
 * The path of the Redis server program: this one; where none is asked for, what ROUNDTRIP_REDIS_SERVER names, else
 * redis-server or valkey-server on the PATH. Throws RedisServerMissing.
 */
export function findServer(env: NodeJS.ProcessEnv = process.env, program?: ServerProgram): string {
  if (program !== undefined) {
    const path = pathOf(program, env);
    if (path !== undefined) return path;
    throw new RedisServerMissing(`${program} is not installed: there is no such program on the PATH.`);
  }
  const chosen = env[serverVariable];
  const candidates = chosen ? [chosen] : serverPrograms;
  for (const name of candidates) {
    const path = executable(name, env);
    if (path !== undefined) return path;
  }
  throw new RedisServerMissing(
    chosen
      ? `${serverVariable} is "${chosen}", and there is no such program.`
      : `Neither ${serverPrograms.join(' nor ')} is on the PATH.`,
  );
}

export const installedPrograms = (env: NodeJS.ProcessEnv = process.env): ServerProgram[] =>
  serverPrograms.filter((program) => pathOf(program, env) !== undefined);

/** A variable may name it where it is not on the PATH. */
function pathOf(program: ServerProgram, env: NodeJS.ProcessEnv): string | undefined {
  const chosen = [env[serverVariable], env[valkeyVariable]].find(
    (path) => path !== undefined && basename(path) === program,
  );
  return (chosen && executable(chosen, env)) ?? executable(program, env);
}

const executable = (name: string, env: NodeJS.ProcessEnv): string | undefined =>
  name.includes('/') ? (isExecutable(name) ? name : undefined) : onPath(name, env.PATH ?? '');

export interface ServerVersion {
  name: 'redis' | 'valkey';
  /** As in `7.0.15`. */
  version: string;
  major: number;
  minor: number;
  /** As in `jemalloc-5.3.0`; `null`: it does not say. */
  allocator: string | null;
}

/** Asks a server program for its version. Throws RedisServerMissing when it is something else. */
export async function readServerVersion(path: string): Promise<ServerVersion> {
  const output = await promisify(execFile)(path, ['--version'], { timeout: 5000 }).then(
    ({ stdout }) => stdout,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  const match = /^(Redis|Valkey) server v=((\d+)\.(\d+)[\w.-]*)/m.exec(output);
  if (!match)
    throw new RedisServerMissing(
      `${path} does not say that it is a Redis server: ${output.slice(0, 200).trim()}.`,
    );
  const [, name, version = '', major, minor] = match;
  return {
    name: name === 'Valkey' ? 'valkey' : 'redis',
    version,
    major: Number(major),
    minor: Number(minor),
    allocator: /\bmalloc=(\S+)/.exec(output)?.[1] ?? null,
  };
}

/** By file as it is: each page that opens asks, and to answer the program has to be started. */
const knownVersions = new Map<string, Promise<ServerVersion>>();

/** Like `readServerVersion`; the program is asked once, and again when its file is another. */
export function serverVersion(path: string): Promise<ServerVersion> {
  const { ino, size, mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? {};
  const file = [path, ino, size, mtimeMs].join(' ');
  const known = knownVersions.get(file);
  if (known) return known;
  const version = readServerVersion(path);
  knownVersions.set(file, version);
  // It may be that the machine was too busy to start it.
  version.catch(() => knownVersions.delete(file));
  return version;
}

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

const onPath = (name: string, path: string) =>
  path
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, name))
    .find(isExecutable);

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
