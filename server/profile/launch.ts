import { spawn, type ChildProcess } from 'node:child_process';
import { rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { traceVersion } from '../../shared/contract/profile-trace.ts';
import { builtFile } from '../built.ts';
import { makeFolder, sweepLeftovers } from '../redis/private/leftovers.ts';
import { orphanedProcesses, processesOf } from './program-processes.ts';
import { checkRecordable } from './recordable.ts';
import { environmentName, type ProfileSettings } from './settings.ts';
import { tracesIn, type LeftTraces } from './traces-in.ts';

export interface Launch {
  command: readonly string[];
  /** Of a core, what recording may take. */
  share: number;
  /** Patterns that name requests where no router does. */
  routes?: readonly string[];
  /** When it fires, the program is asked to end; `null`: never. */
  until: AbortSignal | null;
}

export interface EndedProgram extends LeftTraces {
  /** As a shell sees it: of a signal 128 and its number. */
  code: number;
  /** Whether it ended because its time was over. */
  isStopped: boolean;
  /** The last signal that this process got and passed on to the program; `null`: none. */
  passedOn: NodeJS.Signals | null;
  /** The ids of its processes that still run: they did not end in time. */
  livesOn: readonly number[];
  tookMs: number;
}

const mostBytes = 64 * 1024 * 1024;
/** A bound on what is read of a trace: its last lines go beyond the bound on writing. */
const mostRead = 2 * mostBytes;
/** The time that a program has to end after a signal, and then its other processes, ms. */
const endsWithinMs = 5000;
/** The time that other processes have to end after the one that was started, ms. */
const momentMs = 200;
/** Passed on to the program. */
const passedOnSignals = ['SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR2', 'SIGINT'] as const;

/** `null`: there is no end to it. */
export const timeLimit = (ms: number | null): AbortSignal | null =>
  ms === null ? null : AbortSignal.timeout(ms);

/** A program that could not be started; the message says which, and why. */
export class CannotStartProgram extends Error {
  override readonly name = 'CannotStartProgram';
}

export interface StartedProgram {
  /** Where its processes write their traces, until it has ended. */
  folder: string;
  /** The ids of processes that an earlier profile recorded and that still run, because it was killed. */
  orphans: readonly number[];
  ended: Promise<EndedProgram>;
}

/**
 * Starts a program with its own terminal, and records it. It ends with this process, unless that is killed (SIGKILL);
 * the folder of traces is then removed at the next start. Rejects with CannotStartProgram.
 */
export async function launch({ command, share, routes = [], until }: Launch): Promise<StartedProgram> {
  // A program starts, even if the folders of others cannot be removed.
  await sweepLeftovers(tmpdir()).catch(() => []);
  const orphans = orphanedProcesses();
  const folder = makeFolder(tmpdir());
  const required = fileURLToPath(builtFile('server/profile/require-preload.cjs'));
  const built = dirname(dirname(dirname(required)));
  const settings: ProfileSettings = {
    ...{ version: traceVersion, folder, root: process.cwd(), share, mostBytes, routes },
    code: join(built, 'chunks'),
  };
  const startedAt = performance.now();
  const remove = () => {
    rmSync(folder, { recursive: true, force: true });
  };
  const given = process.env['NODE_OPTIONS'] ?? '';
  try {
    checkRecordable([...command, ...given.split(' ')], {
      read: built,
      write: folder,
    });
    const child = await started(command, {
      ...process.env,
      // With --import, Node 20 loads the program as a module, and ts-node and Babel do not see it.
      NODE_OPTIONS: `${given} --require=${quoted(required)}`.trim(),
      [environmentName]: JSON.stringify(settings),
    });
    const onExit = () => {
      child.kill('SIGKILL');
      signalAll(processesOf(folder), 'SIGKILL');
      remove();
    };
    process.once('exit', onExit);
    const ended = endOf(child, { until, folder })
      .then((end) => ({ ...end, ...tracesIn(folder, mostRead), tookMs: performance.now() - startedAt }))
      .finally(() => {
        process.off('exit', onExit);
        remove();
      });
    return { folder, orphans, ended };
  } catch (error) {
    remove();
    throw new CannotStartProgram(`${command[0] ?? ''} could not be started: ${reasonOf(error)}`, {
      cause: error,
    });
  }
}

/** A path in quotes, for NODE_OPTIONS: it may have blanks. */
const quoted = (path: string): string => `"${path.replaceAll(/["\\\\]/g, String.raw`\\$&`)}"`;

function started([program = '', ...args]: readonly string[], env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const child = spawn(program, args, { stdio: 'inherit', env });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('spawn', () => {
      child.off('error', reject);
      resolve(child);
    });
  });
}

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' ? 'there is no such program' : message;
}

/**
 * Resolves when the program has ended. A signal goes first to the process that was started, so that it can end the
 * others in order. The others get it when that process has ended, or has not ended in time: a shell or npm does not
 * pass signals on.
 */
function endOf(
  child: ChildProcess,
  { until, folder }: { until: AbortSignal | null; folder: string },
): Promise<Pick<EndedProgram, 'code' | 'isStopped' | 'passedOn' | 'livesOn'>> {
  return new Promise((resolve) => {
    let isStopped = false;
    let asked: NodeJS.Signals | null = null;
    let passedOn: NodeJS.Signals | null = null;
    let late: NodeJS.Timeout | undefined;
    const ask = (signal: NodeJS.Signals) => {
      const others = asked === null ? [] : processesOf(folder).filter((pid) => pid !== child.pid);
      if (signal !== 'SIGUSR2') asked = signal;
      child.kill(signal);
      signalAll(others, signal);
    };
    const stop = () => {
      isStopped = true;
      ask('SIGTERM');
      late = setTimeout(ask, endsWithinMs, 'SIGTERM');
    };
    if (until?.aborted) stop();
    until?.addEventListener('abort', stop);
    const onSignal = (signal: NodeJS.Signals) => {
      passedOn = signal;
      if (signal !== 'SIGINT' || !isSentByTerminal()) ask(signal);
    };
    for (const signal of passedOnSignals) process.on(signal, onSignal);
    child.once('exit', (code, signal) => {
      until?.removeEventListener('abort', stop);
      clearTimeout(late);
      const ended = code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
      const own = isStopped && ended === 128 + constants.signals.SIGTERM ? 0 : ended;
      if (asked !== null) signalAll(processesOf(folder), asked);
      void livesOnAfter(folder, asked === null && passedOn === null ? momentMs : endsWithinMs).then(
        (livesOn) => {
          for (const one of passedOnSignals) process.off(one, onSignal);
          resolve({ code: own, isStopped, passedOn, livesOn });
        },
      );
    });
  });
}

function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids)
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended.
    }
}

/** The ids of the processes of a program that have not ended within so many ms. */
async function livesOnAfter(folder: string, ms: number): Promise<number[]> {
  const deadline = performance.now() + ms;
  let left = processesOf(folder);
  while (left.length > 0 && performance.now() < deadline) {
    await sleep(20);
    left = processesOf(folder);
  }
  return left;
}

/** Whether a Ctrl-C reaches the program by itself. Behind npm, its keys are read by us. */
const isSentByTerminal = (): boolean => process.stdin.isTTY && !process.stdin.isRaw;
