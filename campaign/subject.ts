import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { builtFile } from '../server/built.ts';

const built = (file: string) => fileURLToPath(builtFile(file));

export interface SubjectEnd {
  /** Exit code, or the signal that ended it. */
  by: number | string | null;
  stdout: string;
  stderr: string;
}

const living = new Set<Subject>();

/** Ends all that is under attack, and removes its folders: of a campaign that is interrupted. */
export function removeSubjects(): void {
  for (const subject of living) subject.remove();
}

/** A program under attack, with its own folder for temporary files and a mark that all its descendants carry. */
export class Subject {
  readonly folder = mkdtempSync(join(tmpdir(), 'roundtrip-campaign-'));
  readonly #mark = `ROUNDTRIP_CAMPAIGN=${this.folder}`;

  constructor() {
    living.add(this);
  }

  /** Starts a word of the command line, or the server (`start`). */
  start(words: readonly string[], env: NodeJS.ProcessEnv = {}): RunningSubject {
    const [command = '', ...rest] = words;
    const program =
      command === 'start' ? [built('server/http/main.js'), ...rest] : [built('server/cli/main.js'), ...words];
    const child = spawn(process.execPath, program, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: this.env(env),
    });
    return new RunningSubject(child);
  }

  /** The environment in which it is found again, with all that it starts. */
  env(more: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
    return {
      PATH: process.env['PATH'],
      HOME: this.folder,
      TMPDIR: this.folder,
      ROUNDTRIP_HISTORY: 'off',
      ROUNDTRIP_CAMPAIGN: this.folder,
      ...more,
    };
  }

  /** Processes that this subject or its descendants left, by id. */
  processes(): number[] {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
      .filter((id) => read(`/proc/${id}/environ`).split('\0').includes(this.#mark))
      .filter((id) => !/^State:\s+Z/m.test(read(`/proc/${id}/status`)))
      .map(Number);
  }

  /** Files and folders that are left where it keeps temporary ones. */
  leftovers(): string[] {
    return existsSync(this.folder) ? readdirSync(this.folder).filter((name) => !name.startsWith('.')) : [];
  }

  /** Ends whatever is left, and removes the folder. */
  remove(): void {
    for (const id of this.processes()) {
      try {
        process.kill(id, 'SIGKILL');
      } catch {
        // It has ended meanwhile.
      }
    }
    rmSync(this.folder, { recursive: true, force: true });
    living.delete(this);
  }
}

const read = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
};

export class RunningSubject {
  readonly child: ChildProcess;
  readonly ended: Promise<SubjectEnd>;
  #stdout = '';
  #stderr = '';

  constructor(child: ChildProcess) {
    this.child = child;
    child.stdout
      ?.setEncoding('utf8')
      .on('data', (text: string) => (this.#stdout = bounded(this.#stdout + text)));
    child.stderr
      ?.setEncoding('utf8')
      .on('data', (text: string) => (this.#stderr = bounded(this.#stderr + text)));
    this.ended = new Promise((resolve) =>
      child.once('close', (code, signal) => {
        resolve({ by: signal ?? code, stdout: this.#stdout, stderr: this.#stderr });
      }),
    );
  }

  /** Where a server listens, without the token. */
  async url(): Promise<string> {
    const [, address = ''] = await this.shows(/(http:\S+)\n/);
    return new URL(address).origin;
  }

  /** Resolves when it has written this. Rejects when it ends before. */
  async shows(text: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const found = text.exec(this.#stdout) ?? text.exec(this.#stderr);
      if (found) return found;
      if (!this.isAlive()) throw new Error(`ended before it showed ${String(text)}: ${this.#stderr}`);
      await pause(20);
    }
  }

  isAlive(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  get stderr(): string {
    return this.#stderr;
  }

  /** What is wrong with a server: it has ended, does not answer, or has logged a fault; `null`: nothing. */
  async wrongAt(url: string): Promise<string | null> {
    if (!this.isAlive()) return `has ended: ${this.stderr.slice(-1000)}`;
    const { status } = await fetch(`${url}/api/health`, { signal: AbortSignal.timeout(20_000) });
    if (status !== 200) return `answers ${status}`;
    const logged = this.stderr.split('\n').find((line) => /"level":(50|60)/.test(line));
    return logged === undefined ? null : `logged ${logged.slice(0, 600)}`;
  }

  /** Resident memory, MB. */
  memoryMb(): number {
    const [, kb = '0'] = /^VmRSS:\s+(\d+)/m.exec(read(`/proc/${this.child.pid ?? 0}/status`)) ?? [];
    return Math.round(Number(kb) / 1024);
  }

  /** How it ended; `null` when it has not within that time, after which it is killed. */
  async endedWithin(ms: number): Promise<SubjectEnd | null> {
    const over = new AbortController();
    const late = pause(ms, null, { signal: over.signal }).catch(() => null);
    const first = await Promise.race([this.ended, late]);
    over.abort();
    if (first) return first;
    this.child.kill('SIGKILL');
    // A program that it started may hold its pipes.
    this.child.stdout?.destroy();
    this.child.stderr?.destroy();
    await this.ended;
    return null;
  }

  /** Resolves with its end; `null`: it had to be killed. */
  async stop(): Promise<SubjectEnd | null> {
    this.child.kill('SIGTERM');
    return this.endedWithin(10_000);
  }
}

const bounded = (text: string) => text.slice(-200_000);

/** What tells that a program stumbled instead of answering: a stack, or a raw engine message. */
export const stumble =
  /\n\s+at .+:\d+:\d+|^(Type|Reference|Range|Syntax)Error|Cannot read properties|is not a function|is not iterable|UnhandledPromise/m;
