import { spawn } from 'node:child_process';
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
  /** After this long the program is asked to end; `null`: never. */
  durationMs: number | null;
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
/** Passed on to the program. A Ctrl-C reaches it from the terminal by itself. */
const passedOn = ['SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR2', 'SIGINT'] as const;

/** Runs a program with its own terminal, and records it. Rejects when it cannot be started. */
export async function launch({ command, preload, share, durationMs }: Launch): Promise<EndedProgram> {
  const folder = mkdtempSync(join(tmpdir(), 'roundtrip-profile-'));
  chmodSync(folder, 0o700);
  const settings: ProfileSettings = { folder, root: process.cwd(), share, mostBytes };
  const startedAt = performance.now();
  try {
    const { code, isStopped } = await run(command, durationMs, {
      ...process.env,
      NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --import=${preload.href}`.trim(),
      [environmentName]: JSON.stringify(settings),
    });
    return { code, isStopped, trace: tracesIn(folder), tookMs: performance.now() - startedAt };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function run(
  [program = '', ...args]: readonly string[],
  durationMs: number | null,
  env: NodeJS.ProcessEnv,
): Promise<{ code: number; isStopped: boolean }> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: 'inherit', env });
    let isStopped = false;
    const stop = () => {
      isStopped = true;
      child.kill('SIGTERM');
    };
    const timer = durationMs === null ? null : setTimeout(stop, durationMs);
    const onSignal = (signal: NodeJS.Signals) => {
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    };
    for (const signal of passedOn) process.on(signal, onSignal);
    const forget = () => {
      if (timer) clearTimeout(timer);
      for (const signal of passedOn) process.off(signal, onSignal);
    };
    child.once('error', (error) => {
      forget();
      reject(error);
    });
    child.once('exit', (code, signal) => {
      forget();
      const ended = code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
      resolve({ code: isStopped && ended === 128 + constants.signals.SIGTERM ? 0 : ended, isStopped });
    });
  });
}

/** Of processes that wrote a command or a unit. */
function tracesIn(folder: string): string {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .toSorted()
    .map((name) => wholeLines(readFileSync(join(folder, name), 'utf8')))
    .filter((text) => /^\{"k":"(?:cmd|unit)"/m.test(text))
    .join('');
}

/** A process that was killed may leave half a line. */
const wholeLines = (text: string): string => text.slice(0, text.lastIndexOf('\n') + 1);
