import { constants, fstatSync, openSync, writeSync } from 'node:fs';
import type { Budget } from './budget.ts';
import { after, inThisTurn, now } from './clock.ts';

const flushEveryMs = 100;
/**
 * A bound on writing in the turn after a line, in ms and as a share of the time: a test runner ends its processes by a
 * signal. A recording that leaves nothing out always does it.
 */
const promptly = { ms: 5, share: 0.003 };
const flushAtCharacters = 16_384;

// Taken at load: a program may put a file system of its own in their place.
const [statOf, writeTo] = [fstatSync, writeSync];

/**
 * The trace of one process, which it alone may read. Lines are written while it runs: a signal ends a process without
 * a word. What cannot be written is lost, and is a fault.
 */
export class TraceFile {
  readonly #descriptor: number;
  readonly #isFile: () => boolean;
  readonly #mostBytes: number;
  #pending: string[] = [];
  #last: (() => unknown) | null = null;
  #characters = 0;
  #bytes = 0;
  /** True where a write has failed, perhaps within a line. */
  #isCut = false;
  #cancel: (() => void) | null = null;
  #spentMs = 0;
  readonly #openedAt = now();
  readonly #budget: Budget;

  constructor(path: string, mostBytes: number, budget: Budget) {
    this.#budget = budget;
    this.#descriptor = openSync(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600);
    this.#mostBytes = mostBytes;
    const { dev, ino } = statOf(this.#descriptor);
    this.#isFile = () => {
      const found = statOf(this.#descriptor);
      return found.dev === dev && found.ino === ino;
    };
  }

  get isFull(): boolean {
    return this.#bytes >= this.#mostBytes;
  }

  write(line: unknown): void {
    const text = `${jsonOf(line)}\n`;
    this.#pending.push(text);
    this.#characters += text.length;
    if (this.#characters >= flushAtCharacters) this.flush();
    else this.#cancel ??= this.#schedule();
  }

  /** Puts a line at the end of what is written next. It is made then, and replaces one that is not written yet. */
  writeLast(line: () => unknown): void {
    this.#last = line;
    this.#cancel ??= this.#schedule();
  }

  #schedule(): () => void {
    const flush = () => {
      const start = now();
      this.flush();
      this.#budget.spend(start);
    };
    const isCheap = this.#spentMs < promptly.ms + promptly.share * (now() - this.#openedAt);
    return isCheap || this.#budget.isWhole ? inThisTurn(flush) : after(flushEveryMs, flush);
  }

  flush(): void {
    this.#cancel?.();
    this.#cancel = null;
    if (this.#pending.length === 0 && !this.#last) return;
    const startedAt = now();
    const last = this.#last;
    this.#last = null;
    if (last) this.#pending.push(`${jsonOf(last())}\n`);
    const bytes = Buffer.from(`${this.#isCut ? '\n' : ''}${this.#pending.join('')}`);
    this.#pending = [];
    this.#characters = 0;
    // A program that closes descriptors may have a file of its own by this number.
    if (!this.#isFile()) throw new LostTrace();
    this.#isCut = true;
    for (let written = 0; written < bytes.length;) written += writeTo(this.#descriptor, bytes, written);
    this.#isCut = false;
    this.#bytes += bytes.length;
    this.#spentMs += now() - startedAt;
  }
}

/** Plain data as JSON; a `toJSON` that the program gave to every object is not called. */
function jsonOf(data: unknown): string {
  if (!('toJSON' in Object.prototype) && !('toJSON' in Array.prototype)) return JSON.stringify(data);
  if (typeof data !== 'object' || data === null) return JSON.stringify(data);
  if (Array.isArray(data)) return `[${data.map(jsonOf).join(',')}]`;
  const fields = Object.entries(data).filter(([, value]) => value !== undefined);
  return `{${fields.map(([name, value]) => `${JSON.stringify(name)}:${jsonOf(value)}`).join(',')}}`;
}

/** The descriptor of a trace is not its file any more. */
class LostTrace extends Error {
  readonly code = 'EBADF';
}
