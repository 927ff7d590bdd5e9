import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
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
  const [state, ...start] = ps(pid, 'state=,lstart=').split(/\s+/);
  return state === '' || state?.startsWith('Z') ? null : start.join(' ');
}

/** The command line of a process, words joined by blanks; '' when it cannot be read. */
export function commandLineOf(pid: number): string {
  if (process.platform !== 'linux') return ps(pid, 'command=');
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    return '';
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

function ps(pid: number, format: string): string {
  try {
    return execFileSync('ps', ['-o', format, '-p', String(pid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return '';
  }
}
