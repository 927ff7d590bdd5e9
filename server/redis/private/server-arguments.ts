import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import type { Certificate } from './certificate.ts';
import type { ServerVersion } from './find-server.ts';
import { pidFile } from './leftovers.ts';
import type { Persistence } from '../../../shared/contract/enums.ts';
import type { ServerSettings } from './server-settings.ts';

const mostMemoryBytes = 4 * 1024 ** 3;

export interface ServerPlace {
  port: number;
  /** Everything that the server writes is in it. */
  folder: string;
  /** For TLS. */
  certificate: Certificate | null;
}

/** Where a private server listens that was asked for a Unix socket. */
export const socketPathOf = (folder: string): string => join(folder, 'redis.sock');

/**
 * The command line of a private server: one port of 127.0.0.1 or a Unix socket, everything in one folder. Writes
 * its certificate and its password's hash there, for its user alone to read.
 */
export function serverArguments(
  { port, folder, certificate }: ServerPlace,
  { major, minor }: ServerVersion,
  settings: ServerSettings = {},
): string[] {
  const since = (neededMajor: number, neededMinor: number) =>
    major > neededMajor || (major === neededMajor && minor >= neededMinor);
  const { persistence = 'off', ioThreads = 1, besides = 0 } = settings;
  const { maxMemoryBytes = Math.floor(memoryBytes() / (besides + 1)) } = settings;
  return [
    ...accessFile(folder, settings),
    ...listenAt({ port, folder, certificate }, settings),
    // In a namespace of its own nobody but the other end of the link can reach it.
    ...(settings.kernelLink
      ? ['--bind', '0.0.0.0', '--protected-mode', 'no']
      : ['--bind', '127.0.0.1', '--protected-mode', 'yes']),
    ...['--daemonize', 'no'],
    ...['--dir', folder, '--pidfile', join(folder, pidFile)],
    ...persistenceArguments[persistence],
    ...['--maxmemory', String(maxMemoryBytes), '--maxmemory-policy', 'noeviction'],
    ...(ioThreads === 1 ? [] : ['--io-threads', String(ioThreads)]),
    // Its command line stays as it is, so that it can be told by its folder.
    ...(since(6, 2) ? ['--set-proc-title', 'no'] : []),
    ...(since(7, 0) ? ['--enable-debug-command', 'local'] : []),
  ];
}

function listenAt(place: ServerPlace, { unixSocket, kernelLink }: ServerSettings): string[] {
  const socket = ['--unixsocket', socketPathOf(place.folder), '--unixsocketperm', '700'];
  if (unixSocket) return ['--port', '0', ...socket];
  return [...listenAtPort(place), ...(kernelLink ? socket : [])];
}

function listenAtPort({ port, folder, certificate }: ServerPlace): string[] {
  if (certificate === null) return ['--port', String(port)];
  const certFile = secretFile(folder, 'server.crt', certificate.cert);
  const keyFile = secretFile(folder, 'server.key', certificate.key);
  return [
    ...['--port', '0', '--tls-port', String(port), '--tls-auth-clients', 'no'],
    ...['--tls-cert-file', certFile, '--tls-key-file', keyFile, '--tls-ca-cert-file', certFile],
  ];
}

/** A command line can be read by every user of the machine; a file of one's own cannot. */
function accessFile(folder: string, { user, password }: ServerSettings): string[] {
  if (password === undefined) return [];
  const hash = createHash('sha256').update(password).digest('hex');
  const lines = [
    `user ${user ?? 'default'} reset on #${hash} ~* &* +@all`,
    ...(user === undefined || user === 'default' ? [] : ['user default off']),
  ];
  return [secretFile(folder, 'access.conf', `${lines.join('\n')}\n`)];
}

function secretFile(folder: string, name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text, { mode: 0o600 });
  return file;
}

const persistenceArguments: Record<Persistence, string[]> = {
  off: ['--save', '', '--appendonly', 'no'],
  'aof-everysec': ['--save', '', '--appendonly', 'yes', '--appendfsync', 'everysec'],
  'aof-always': ['--save', '', '--appendonly', 'yes', '--appendfsync', 'always'],
  rdb: ['--save', '5 1000', '--appendonly', 'no'],
};

/** Half of the memory that there is for this process, and no more than 4 GiB. */
function memoryBytes(): number {
  const constrained = process.constrainedMemory();
  const available = constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
  return Math.min(Math.floor(available / 2), mostMemoryBytes);
}
