import { spawn, type ChildProcess } from 'node:child_process';
import { tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { builtFile } from '../../built.ts';
import { signalGroup } from '../../engine/program/process-group.ts';
import { processesRecordedBy } from '../../profile/program-processes.ts';
import { endWithProcess } from '../../redis/private/end-with-process.ts';
import { sweepLeftovers } from '../../redis/private/leftovers.ts';
import { capture, type Captured } from './captured.ts';

/** A call of the command line in a process of its own: what it measures or judges keeps nobody else waiting. */
export interface Call {
  words: readonly string[];
  folder: string;
  env: NodeJS.ProcessEnv;
  /** Ends it. */
  signal: AbortSignal;
  /** Ends it when it takes longer, ms. */
  mostMs: number;
  /** Kills the processes that it records when they run for longer, ms; what they sent is then judged. */
  recordedMs?: number;
}

export interface EndedCall {
  /** `null`: a signal ended it. */
  code: number | null;
  /** True where it took longer than it may. */
  isOverdue: boolean;
  stdout: Captured;
  stderr: Captured;
}

/** The time to end after SIGTERM, ms: a client that leaves ends this process after two seconds. */
const graceMs = 1000;
/** The time that outputs have to close, ms: a process that left the group may hold them open. */
const closesWithinMs = 300;

/** Runs it, and resolves when none of its processes is left. Rejects with the reason of the signal. */
export async function runCall({ words, folder, env, signal, mostMs, recordedMs }: Call): Promise<EndedCall> {
  signal.throwIfAborted();
  const main = fileURLToPath(builtFile('server/cli/main.js'));
  const child = spawn(process.execPath, [main, ...words], {
    ...{ cwd: folder, env, detached: true },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const forget = endWithProcess(() => {
    killAll(child);
  });
  const stdout = capture(child.stdout);
  const stderr = capture(child.stderr);
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const exited = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
  const overdue = new AbortController();
  const timer = setTimeout(() => {
    overdue.abort();
  }, mostMs);
  const recordedTimer =
    recordedMs === undefined
      ? undefined
      : setTimeout(() => {
          killRecorded(child);
        }, recordedMs);
  const ending = AbortSignal.any([signal, overdue.signal]);
  let kill: NodeJS.Timeout | undefined;
  const end = () => {
    child.kill('SIGTERM');
    kill = setTimeout(() => {
      killAll(child);
    }, graceMs);
  };
  ending.addEventListener('abort', end, { once: true });
  try {
    const code = await exited;
    killAll(child);
    await Promise.race([closed, sleep(closesWithinMs)]);
    signal.throwIfAborted();
    return { code, isOverdue: overdue.signal.aborted, stdout: stdout(), stderr: stderr() };
  } finally {
    for (const one of [timer, recordedTimer, kill]) clearTimeout(one);
    ending.removeEventListener('abort', end);
    for (const stream of [child.stdout, child.stderr]) stream.destroy();
    forget();
    // A call that was killed leaves the folder of its traces.
    await sweepLeftovers(tmpdir()).catch(() => []);
  }
}

/** Kills the processes of a call, those included that have left its group while they were recorded. */
function killAll(child: ChildProcess): void {
  if (child.pid === undefined) return;
  killRecorded(child);
  signalGroup(child.pid, 'SIGKILL');
}

/** Kills the processes that a call records, and not the call itself. */
function killRecorded({ pid }: ChildProcess): void {
  for (const one of pid === undefined ? [] : processesRecordedBy(pid))
    try {
      process.kill(one, 'SIGKILL');
    } catch {
      // It has ended.
    }
}
