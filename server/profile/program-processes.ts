import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { isAbandonedFolder, isFolderOf, startOf } from '../redis/private/leftovers.ts';
import { environmentName } from './settings.ts';

interface RecordedProcess {
  pid: number;
  /** The folder of its trace. */
  folder: string;
}

/**
 * The ids of the running processes of a program, by the folder of its traces. On Linux, all processes with that folder
 * in their environment. On other systems, only processes of Node that have a trace there.
 */
export function processesOf(folder: string): number[] {
  if (process.platform === 'linux')
    return recordedProcesses()
      .filter((one) => one.folder === folder)
      .map(({ pid }) => pid);
  const ids = new Set(readdirSync(folder).map((name) => Number.parseInt(name, 10)));
  return [...ids].filter((pid) => pid > 1 && startOf(pid) !== null);
}

/** The ids of processes that still run after the Roundtrip that recorded them was killed. Empty on other systems than Linux. */
export const orphanedProcesses = (): number[] =>
  process.platform === 'linux'
    ? recordedProcesses()
        .filter(({ folder }) => isAbandonedFolder(basename(folder)))
        .map(({ pid }) => pid)
    : [];

/** The ids of the running processes that a process of Roundtrip records or recorded. Empty on other systems than Linux. */
export const processesRecordedBy = (pid: number): number[] =>
  process.platform === 'linux'
    ? recordedProcesses()
        .filter(({ folder }) => isFolderOf(pid, basename(folder)))
        .map((one) => one.pid)
    : [];

function recordedProcesses(): RecordedProcess[] {
  return readdirSync('/proc').flatMap((name) => {
    const folder = /^\d+$/.test(name) ? folderIn(environmentOf(name)) : null;
    return folder === null ? [] : [{ pid: Number(name), folder }];
  });
}

function folderIn(environment: string): string | null {
  const mark = `${environmentName}=`;
  const entry = environment.split('\0').find((one) => one.startsWith(mark));
  if (entry === undefined) return null;
  try {
    const settings: unknown = JSON.parse(entry.slice(mark.length));
    const { folder } = Object(settings) as { folder?: unknown };
    return typeof folder === 'string' ? folder : null;
  } catch {
    return null;
  }
}

/** The environment of a process; empty if it has ended or belongs to another user. */
function environmentOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8');
  } catch {
    return '';
  }
}
