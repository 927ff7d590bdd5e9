// @ts-check
/**
 * npm runs a script by a shell. Most shells hand their process over to the one command that they are given; dash, the
 * shell of Debian and Ubuntu, stays between npm and us, and there it does harm:
 * - it ends by Ctrl-C, which reaches all of the terminal, so that npm fails though we have ended in good order;
 * - a signal that is sent to npm ends it, and does not reach us.
 */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

const lookMs = 250;

/** Whether a shell stands between npm and this process. */
export const isBehindShell = () =>
  process.env.npm_lifecycle_event !== undefined && isShell(wordsOf(process.ppid));

/** @param {readonly string[]} words */
const isShell = ([program = '', option]) =>
  option === '-c' && ['sh', 'dash', 'ash', 'busybox'].includes(basename(program));

/** The words that a process was started by; none where the system does not tell. @param {number} pid */
function wordsOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    return [];
  }
}

/** Ends this process, as by SIGTERM, once the shell that it was started by is gone. */
export function endWithShell() {
  const shell = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, lookMs);
  timer.unref();
}

/**
 * Reads Ctrl-C as a key and sends it to this process alone: the terminal would send it to npm and its shell as well.
 * Ctrl-\ and Ctrl-Z do what they do in a terminal.
 */
export function takeCtrlC() {
  const { stdin } = process;
  if (!stdin.isTTY) return;
  const take = () => {
    if (isInForeground()) stdin.setRawMode(true);
  };
  stdin.on('data', (keys) => {
    for (const key of keys.toString('latin1')) {
      if (key === '\x03') process.kill(process.pid, 'SIGINT');
      if (key === '\x1c') process.kill(process.pid, 'SIGQUIT');
      if (key === '\x1a') {
        stdin.setRawMode(false);
        // To npm and its shell, too: the person’s own shell waits for all of them.
        process.kill(0, 'SIGTSTP');
      }
    }
  });
  // A terminal that is gone; SIGHUP tells.
  stdin.on('error', () => undefined);
  stdin.unref();
  process.on('SIGCONT', take);
  take();
}

/** Whether the terminal is this process’s: to change another’s would stop us. */
function isInForeground() {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8');
    const [, , group, , , foreground] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return group === foreground;
  } catch {
    return false;
  }
}
