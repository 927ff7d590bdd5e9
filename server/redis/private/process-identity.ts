import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

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
export function workFolderOf(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return null;
  }
}

/** Where process ids mean the same as here: this machine, or this container. */
export function processSpace(): string {
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
