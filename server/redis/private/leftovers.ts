import { lstatSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { join } from 'node:path';
import { commandLineOf, processSpace, startOf } from './process-identity.ts';

/** Folders of private servers are named by this, in the system's folder for temporary files. */
export const folderPrefix = 'roundtrip-';
export const pidFile = 'redis.pid';
const ownerFile = 'owner.json';

/** Who made a folder, so that a later Roundtrip can tell whether it is still in use. */
interface Owner {
  pid: number;
  start: string | null;
  space: string;
  /** The port that its server was told to listen at. */
  port: number | null;
}

/** Records in a folder that this process owns it. */
export function claimFolder(folder: string, port: number | null = null): void {
  const owner: Owner = { pid: process.pid, start: startOf(process.pid), space: processSpace(), port };
  writeFileSync(join(folder, ownerFile), JSON.stringify(owner));
}

/**
 * Removes what Roundtrips that were killed have left in `root`: their servers and folders. A folder is touched
 * only when it is this user's, its owner is recorded and gone or it was never claimed; a process is ended only when that folder holds its
 * id and its command line names the folder or the recorded port. Returns the folders removed.
 */
export async function sweepLeftovers(root: string): Promise<string[]> {
  const removed: string[] = [];
  for (const name of readdirSync(root)) {
    if (!name.startsWith(folderPrefix)) continue;
    const folder = join(root, name);
    if (!isOwnFolder(folder)) continue;
    if (isAbandoned(folder)) {
      rmSync(folder, { recursive: true, force: true });
      removed.push(folder);
      continue;
    }
    const owner = readOwner(folder);
    if (owner === null || owner.space !== processSpace() || isAlive(owner)) continue;
    if (!(await endServer(folder, owner))) continue;
    rmSync(folder, { recursive: true, force: true });
    removed.push(folder);
  }
  return removed;
}

function isOwnFolder(folder: string): boolean {
  const stat = lstatSync(folder, { throwIfNoEntry: false });
  return stat?.isDirectory() === true && stat.uid === process.getuid?.();
}

/** Within this time a Roundtrip that makes a folder has recorded itself in it. */
const claimedWithinMs = 60_000;

/**
 * Whether a folder was made and never claimed, as on a full disk: it holds nothing, or an empty record of its owner.
 * No server was started in it.
 */
function isAbandoned(folder: string): boolean {
  if (Date.now() - statSync(folder).mtimeMs < claimedWithinMs) return false;
  return readdirSync(folder).every((name) => name === ownerFile && readText(join(folder, name)) === '');
}

function readOwner(folder: string): Owner | null {
  const text = readText(join(folder, ownerFile));
  if (text === null) return null;
  try {
    const owner = JSON.parse(text) as Partial<Owner> | null;
    if (typeof owner?.pid !== 'number' || typeof owner.start !== 'string' || typeof owner.space !== 'string')
      return null;
    return { pid: owner.pid, start: owner.start, space: owner.space, port: owner.port ?? null };
  } catch {
    return null;
  }
}

const isAlive = ({ pid, start }: Owner) => startOf(pid) === start;

/** Ends the server of a folder whose owner is gone. False when it would not end: then the folder stays too. */
async function endServer(folder: string, { port }: Owner): Promise<boolean> {
  const pid = Number(readText(join(folder, pidFile)));
  if (!Number.isInteger(pid) || pid <= 1) return true;
  const start = startOf(pid);
  const words = commandLineOf(pid).split(' ');
  const isServer = words.includes(folder) || (port !== null && words.includes(`127.0.0.1:${port}`));
  if (start === null || !isServer) return true;
  process.kill(pid, 'SIGKILL');
  for (let waitedMs = 0; waitedMs < 2000; waitedMs += 20) {
    if (startOf(pid) !== start) return true;
    await sleep(20);
  }
  return false;
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
