import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { environmentName, type ProfileSettings } from './settings.ts';

export interface Launch {
  command: readonly string[];
  /** The module that is loaded before the program. */
  preload: URL;
  /** Of a core, what recording may take. */
  share: number;
  /** When it fires, the program is asked to end; `null`: never. */
  until: AbortSignal | null;
}

export interface EndedProgram {
  /** As a shell sees it: of a signal 128 and its number. */
  code: number;
  /** Whether it ended because its time was over. */
  isStopped: boolean;
  /** The traces of its processes, one after another. */
  trace: string;
  tookMs: number;
}

const mostBytes = 64 * 1024 * 1024;
/** Passed on to the program. */
const passedOn = ['SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR2', 'SIGINT'] as const;

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
  ended: Promise<EndedProgram>;
}

/**
 * Starts a program with its own terminal, and records it. It ends with this process at the latest. Rejects with
 * CannotStartProgram.
 */
export async function launch({ command, preload, share, until }: Launch): Promise<StartedProgram> {
  const folder = mkdtempSync(join(tmpdir(), 'roundtrip-profile-'));
  chmodSync(folder, 0o700);
  const settings: ProfileSettings = { folder, root: process.cwd(), share, mostBytes };
  const startedAt = performance.now();
  const remove = () => {
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const child = await started(command, {
      ...process.env,
      NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --import=${preload.href}`.trim(),
      [environmentName]: JSON.stringify(settings),
    });
    const onExit = () => {
      child.kill('SIGKILL');
      remove();
    };
    process.once('exit', onExit);
    const ended = endOf(child, until)
      .then((end) => ({ ...end, trace: tracesIn(folder), tookMs: performance.now() - startedAt }))
      .finally(() => {
        process.off('exit', onExit);
        remove();
      });
    return { folder, ended };
  } catch (error) {
    remove();
    throw new CannotStartProgram(`${command[0] ?? ''} could not be started: ${reasonOf(error)}`, {
      cause: error,
    });
  }
}

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

function endOf(
  child: ChildProcess,
  until: AbortSignal | null,
): Promise<Pick<EndedProgram, 'code' | 'isStopped'>> {
  return new Promise((resolve) => {
    let isStopped = false;
    const stop = () => {
      isStopped = true;
      child.kill('SIGTERM');
    };
    if (until?.aborted) stop();
    until?.addEventListener('abort', stop);
    const onSignal = (signal: NodeJS.Signals) => {
      if (signal !== 'SIGINT' || !isSentByTerminal()) child.kill(signal);
    };
    for (const signal of passedOn) process.on(signal, onSignal);
    child.once('exit', (code, signal) => {
      until?.removeEventListener('abort', stop);
      for (const one of passedOn) process.off(one, onSignal);
      const ended = code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
      resolve({ code: isStopped && ended === 128 + constants.signals.SIGTERM ? 0 : ended, isStopped });
    });
  });
}

/** Whether a Ctrl-C reaches the program by itself. Behind npm, its keys are read by us. */
const isSentByTerminal = (): boolean => process.stdin.isTTY && !process.stdin.isRaw;

/** The traces of processes that sent a command, also in a unit that has not ended, or wrote a unit or a fault. */
function tracesIn(folder: string): string {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .toSorted()
    .map((name) => wholeLines(readFileSync(join(folder, name), 'utf8')))
    .filter((text) => /^\{"k":"(?:cmd|unit|fault|count".*"(?:commands|open)":[1-9])/m.test(text))
    .join('');
}

/** A process that was killed may leave half a line. */
const wholeLines = (text: string): string => text.slice(0, text.lastIndexOf('\n') + 1);
