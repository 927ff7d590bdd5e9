// @ts-check
/** Keeps two preparations from doing the same at once. The lock is a file that names the process that holds it. */
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PreparationFailed, writeLine } from './run-command.mjs';

/**
 * Carries `action` out while no other process holds the lock at `path`; waits for one that does. The lock of a
 * process that is gone is taken over.
 * @template T
 * @param {string} path
 * @param {() => Promise<T>} action
 * @returns {Promise<T>}
 */
export async function withLock(path, action) {
  await take(path);
  const release = () => rmSync(path, { force: true });
  process.once('exit', release);
  try {
    return await action();
  } finally {
    process.off('exit', release);
    release();
  }
}

/** @param {string} path */
async function take(path) {
  for (let tries = 0; !tryToTake(path); tries++) {
    const holder = read(path);
    if (holder === null) continue;
    const pid = Number(holder.split(' ', 1)[0]);
    if (holder !== identityOf(pid)) {
      breakLock(path, holder);
    } else {
      if (tries === 0) writeLine(`Another preparation (process ${pid}) is at work here; waiting for it.`);
      await sleep(100);
    }
  }
}

/**
 * A link appears with its content or not at all, so that nobody ever reads half a lock.
 * @param {string} path
 */
function tryToTake(path) {
  const mine = `${path}.${randomUUID()}`;
  try {
    writeFileSync(mine, identityOf(process.pid), { flag: 'wx' });
  } catch (error) {
    throw new PreparationFailed(`Cannot write to ${dirname(path)}: ${String(error)}`);
  }
  try {
    linkSync(mine, path);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(mine);
  }
}

/**
 * Removes the lock of a process that is gone, unless somebody else has just done so and holds it now.
 * @param {string} path
 * @param {string} holder
 */
function breakLock(path, holder) {
  const aside = `${path}.${randomUUID()}`;
  try {
    renameSync(path, aside);
    if (read(aside) !== holder) linkSync(aside, path);
  } catch {
    // Already gone, or already taken again: the next try tells.
  } finally {
    rmSync(aside, { force: true });
  }
}

/** @param {string} path */
function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

/**
 * Names a running process for good, by its id and its start; the id alone is used again. 'PID gone' for none.
 * @param {number} pid
 */
export function identityOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return `${pid} ${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]}`;
  } catch {
    if (process.platform === 'linux') return `${pid} gone`;
  }
  try {
    return `${pid} ${execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim()}`;
  } catch {
    return `${pid} gone`;
  }
}
