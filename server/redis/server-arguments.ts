import { totalmem } from 'node:os';
import { join } from 'node:path';
import type { ServerVersion } from './find-server.ts';
import { pidFile } from './leftovers.ts';

const mostMemoryBytes = 4 * 1024 ** 3;

/** The command line of a private server: one port of 127.0.0.1, no persistence, everything in one folder. */
export function serverArguments(port: number, folder: string, { major, minor }: ServerVersion): string[] {
  const since = (neededMajor: number, neededMinor: number) =>
    major > neededMajor || (major === neededMajor && minor >= neededMinor);
  return [
    ...['--port', String(port), '--bind', '127.0.0.1', '--protected-mode', 'yes', '--daemonize', 'no'],
    ...['--dir', folder, '--pidfile', join(folder, pidFile)],
    ...['--save', '', '--appendonly', 'no'],
    ...['--maxmemory', String(memoryBytes()), '--maxmemory-policy', 'noeviction'],
    // Its command line stays as it is, so that it can be told by its folder.
    ...(since(6, 2) ? ['--set-proc-title', 'no'] : []),
    ...(since(7, 0) ? ['--enable-debug-command', 'local'] : []),
  ];
}

/** Half of the memory that there is for this process, and no more than 4 GiB. */
function memoryBytes(): number {
  const constrained = process.constrainedMemory();
  const available = constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
  return Math.min(Math.floor(available / 2), mostMemoryBytes);
}
