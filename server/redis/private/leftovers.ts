import { createHash } from 'node:crypto';
import { lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, readlinkSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { join } from 'node:path';
import { execFileSync } from 'node:child_process';
import { hostname } from 'node:os';

export const pidFile = 'redis.pid';

/**
 * Makes a folder for a private server or for traces in `root`, for this user alone. Its name says which process owns it, so that a later Roundtrip can
 * tell whether it is still in use: it is owned from the moment that it exists, even when its owner is killed then.
 */
export function makeFolder(root: string): string {
  return mkdtempSync(join(root, `${folderPrefix}${ownerName(process.pid, startOf(process.pid) ?? '')}-`));
}

/** True for the name of a folder that `makeFolder` made in the process of this id. */
export const isFolderOf = (pid: number, name: string): boolean => name.startsWith(`${folderPrefix}${pid}-`);

const folderPrefix = 'roundtrip-';

/** One process for good, among those whose ids mean the same: its id, where ids mean that, when it was started. */
const ownerName = (pid: number, start: string) => `${pid}-${short(processSpace())}-${short(start)}`;

/** Paths of Unix sockets end at 104 characters. */
const short = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 6);

/**
 * Removes what Roundtrips that were killed have left in `root`: their servers and folders. A folder is touched
 * only when it is this user's and its name says that its owner is gone; a process is ended only when it is
 * the server of such a folder. Returns the folders removed.
 */
export async function sweepLeftovers(root: string): Promise<string[]> {
  const removed: string[] = [];
  for (const name of readdirSync(root)) {
    const folder = join(root, name);
    if (!isAbandonedFolder(name) || !isOwnFolder(folder)) continue;
    if (!(await endServer(folder))) continue;
    rmSync(folder, { recursive: true, force: true });
    removed.push(folder);
  }
  return removed;
}

/** True if `makeFolder` made the folder, and the process that owned it is gone. */
export function isAbandonedFolder(name: string): boolean {
  const [, owner, id] = /^roundtrip-((\d+)-[0-9a-f]{6}-[0-9a-f]{6})-\w{6}$/.exec(name) ?? [];
  if (owner === undefined) return false;
  const start = startOf(Number(id));
  const [, space] = owner.split('-');
  return space === short(processSpace()) && (start === null || owner !== ownerName(Number(id), start));
}

function isOwnFolder(folder: string): boolean {
  const stat = lstatSync(folder, { throwIfNoEntry: false });
  return stat?.isDirectory() === true && stat.uid === process.getuid?.();
}

/** Ends the server of a folder whose owner is gone. False when it would not end: then the folder stays too. */
async function endServer(folder: string): Promise<boolean> {
  for (const pid of serversOf(folder)) {
    const start = startOf(pid);
    if (start === null) continue;
    process.kill(pid, 'SIGKILL');
    if (!(await endsWithin(2000, pid, start))) return false;
  }
  return true;
}

/**
 * By their command line, where one is found even before it has written its id. Before Redis 6.2 a server writes another
 * one over it; there it is the one whose id is in the folder, and that works in it.
 */
function serversOf(folder: string): number[] {
  const file = join(folder, pidFile);
  const named = processesBy(`--pidfile ${file}`);
  const recorded = Number(readText(file));
  if (named.length > 0 || !(recorded > 1) || workFolderOf(recorded) !== folder) return named;
  return [recorded];
}

async function endsWithin(ms: number, pid: number, start: string): Promise<boolean> {
  for (let waitedMs = 0; waitedMs < ms; waitedMs += 20) {
    if (startOf(pid) !== start) return true;
    await sleep(20);
  }
  return false;
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/**
 * When a process was started, in the system's own words; null when there is no such process (or only the
 * remains of one). Together with its id it names one process for good: ids are used again.
 */
export function startOf(pid: number): string | null {
  if (process.platform === 'linux') {
    const fields = statOf(pid);
    return fields === null || fields[0] === 'Z' || fields[0] === 'X' ? null : (fields[19] ?? null);
  }
  const [state, ...start] = runPs(['-o', 'state=,lstart=', '-p', String(pid)]).split(/\s+/);
  return state === '' || state?.startsWith('Z') ? null : start.join(' ');
}

/** The ids of the processes whose command line, words joined by blanks, contains a text. */
export function processesBy(text: string): number[] {
  const lines =
    process.platform === 'linux'
      ? readdirSync('/proc')
          .filter((name) => /^\d+$/.test(name))
          .map((pid) => `${pid} ${commandLineOf(pid)}`)
      : runPs(['-axww', '-o', 'pid=,command=']).split('\n');
  return lines.filter((line) => line.includes(text)).map((line) => Number.parseInt(line, 10));
}

function commandLineOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

/** The folder that a process works in; null where the system does not say. */
function workFolderOf(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return null;
  }
}

/** Where process ids mean the same as here: this machine, or this container. */
function processSpace(): string {
  try {
    return `${hostname()} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return hostname();
  }
}

/** Fields of /proc/PID/stat from the third (state) on: the name before them may hold blanks. See proc(5). */
function statOf(pid: number): string[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}

function runPs(words: string[]): string {
  try {
    return execFileSync('ps', words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return '';
  }
}
