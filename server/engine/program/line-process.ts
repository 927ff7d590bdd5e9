import { spawn, type ChildProcessByStdio } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import type { Command } from '../lane/lane-code.ts';
import { timedOut } from '../lane/failure-class.ts';
import { ProgramFault } from './fault.ts';
import { groupGone, signalGroup } from './process-group.ts';

interface LineProcessParts {
  command: Command;
  env: NodeJS.ProcessEnv;
  onFault: (fault: ProgramFault) => void;
  /** A process group has begun, or is over. */
  onGroup: (pid: number, isOver: boolean) => void;
}

/** What the process is to answer. */
interface Asked {
  what: string;
  isReady: boolean;
  resolve: () => void;
  reject: (fault: ProgramFault) => void;
}

/** Of a line: an answer is a word, or an error with its text. */
const longestLine = 4096;
/** Kept of what it prints to stderr, and shown. */
const keptOfErrors = 4096;
const shownOfErrors = 600;
const shownLines = 8;
/** After its exit, for the rest of what it printed. */
const lastWordsMs = 100;
/** From the end of its input to SIGTERM, and from there to SIGKILL. */
const endsByItselfMs = 500;
const endsBySignalMs = 1000;
const diesWithinMs = 500;

/**
 * A process that answers each line on its stdin by one on its stdout: `ready` once it is set up, then `ok` to the number
 * of a unit once that is done, or `error TEXT`. Its process group ends with it.
 */
export class LineProcess {
  readonly #parts: LineProcessParts;
  readonly #child: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly #exited: Promise<void>;
  #asked: Asked | null = null;
  #line = '';
  #errors = '';
  #isOver = false;
  #ending: Promise<void> | null = null;

  constructor(parts: LineProcessParts) {
    this.#parts = parts;
    const { program, args } = parts.command;
    const child = spawn(program, args, { env: parts.env, stdio: ['pipe', 'pipe', 'pipe'], detached: true });
    this.#child = child;
    if (child.pid !== undefined) parts.onGroup(child.pid, false);
    child.stdin.on('error', () => undefined);
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      this.#read(text);
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#errors = (this.#errors + text).slice(-keptOfErrors);
    });
    this.#exited = new Promise((resolve) => {
      child.on('error', (error) => {
        this.#fail(`cannot be started: ${error.message}`);
        resolve();
      });
      child.on('exit', (code, signal) => {
        resolve();
        const how = signal ?? `exit code ${code ?? 0}`;
        const rest = setTimeout(() => {
          this.#fail(`has ended (${how}) ${this.#asked ? `at ${this.#asked.what}` : 'between two units'}`);
        }, lastWordsMs);
        if (this.#ending) clearTimeout(rest);
      });
    });
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Whether it has something to answer. */
  get isAsked(): boolean {
    return this.#asked !== null;
  }

  /** Resolves once it says that it is ready. Rejects with ProgramFault, as those below. */
  ready(): Promise<void> {
    return this.#ask('its set-up', null);
  }

  unit(i: number): Promise<void> {
    return this.#ask(`unit ${i}`, `${i}\n`);
  }

  /** A line that asks for nothing. */
  empty(): Promise<void> {
    return this.#ask('an empty line, which asks for nothing and is answered by ok as well', '\n');
  }

  /** Why it is given up after so long. */
  late(afterMs: number): ProgramFault {
    const what = this.#asked?.what ?? 'a unit';
    return this.#fault(
      `${timedOut}: has not answered ${what} after ${afterMs / 1000} s. Is each answer flushed, and followed by the end of its line?`,
    );
  }

  /** For who closes clients by this name. */
  close(): void {
    void this.end();
  }

  /** Ends its group; resolves once it is gone. `atOnce`: its input is not to end it by itself. */
  end({ atOnce = false } = {}): Promise<void> {
    this.#isOver = true;
    this.#asked?.reject(new ProgramFault(`was ended at ${this.#asked.what}`));
    this.#asked = null;
    return (this.#ending ??= this.#end(atOnce));
  }

  async #end(atOnce: boolean): Promise<void> {
    const { pid, stdin, stdout, stderr } = this.#child;
    stdin.end();
    if (pid !== undefined) {
      if (!atOnce) await this.#exitedWithin(endsByItselfMs);
      if (signalGroup(pid, 'SIGTERM') && !(await groupGone(pid, endsBySignalMs))) {
        signalGroup(pid, 'SIGKILL');
        await groupGone(pid, diesWithinMs);
      }
      this.#parts.onGroup(pid, true);
    }
    for (const stream of [stdin, stdout, stderr]) stream.destroy();
  }

  #exitedWithin(ms: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const over = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, ms);
    });
    return Promise.race([this.#exited, over]).finally(() => {
      clearTimeout(timer);
    });
  }

  #ask(what: string, line: string | null): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#asked = { what, isReady: line === null, resolve, reject };
      if (line !== null) this.#child.stdin.write(line);
    });
  }

  #read(text: string): void {
    if (this.#isOver) return;
    const lines = (this.#line + text).split('\n');
    this.#line = lines.pop() ?? '';
    for (const line of lines) this.#answer(line.replace(/\r$/, ''));
    if (this.#line.length > longestLine)
      this.#fail(
        `has printed a line of more than ${longestLine} characters to stdout: what is no answer belongs to stderr`,
      );
  }

  #answer(line: string): void {
    if (this.#isOver) return;
    const asked = this.#asked;
    const wanted = asked?.isReady === true ? 'ready' : 'ok';
    if (asked && line === wanted) {
      this.#asked = null;
      asked.resolve();
    } else if (asked && /^error\b/.test(line)) {
      const text = line.slice('error'.length).replace(/^[\s:]+/, '');
      this.#fail(`says of ${asked.what}: ${text === '' ? 'error' : text}`);
    } else {
      const said = JSON.stringify(line.length > 80 ? `${line.slice(0, 80)}…` : line);
      const instead = asked
        ? `where ${asked.what} is answered by ${wanted} or by error TEXT`
        : 'and was asked nothing';
      this.#fail(`has printed ${said} ${instead}: what is no answer belongs to stderr`);
    }
  }

  /** Once: the lane fails with it. */
  #fail(what: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    const fault = this.#fault(what);
    this.#asked?.reject(fault);
    this.#asked = null;
    this.#parts.onFault(fault);
  }

  #fault(what: string): ProgramFault {
    const lines = this.#errors.split(/\r?\n/).filter((line) => line.trim() !== '');
    const shown = lines.slice(-shownLines).join('\n').slice(-shownOfErrors);
    return new ProgramFault(shown === '' ? what : `${what}\n${shown}`);
  }
}
