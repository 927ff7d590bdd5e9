import { closeSync, constants, openSync, writeSync } from 'node:fs';
import type { Budget } from './budget.ts';
import { after, inThisTurn, now } from './clock.ts';

const flushEveryMs = 100;
/** What may be spent on writing in the turn after a line, ms and share of the time: a test runner ends by a signal. */
const promptly = { ms: 5, share: 0.003 };
const flushAtCharacters = 16_384;

/**
 * The trace of one process, which it alone may read. Lines are written while it runs: a signal ends a process without
 * a word. What cannot be written is lost, and the program does not notice.
 */
export class TraceFile {
  readonly #descriptor: number;
  readonly #mostBytes: number;
  #pending: string[] = [];
  #characters = 0;
  #bytes = 0;
  #cancel: (() => void) | null = null;
  #spentMs = 0;
  readonly #openedAt = now();
  readonly #budget: Budget;

  constructor(path: string, mostBytes: number, budget: Budget) {
    this.#budget = budget;
    this.#descriptor = openSync(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600);
    this.#mostBytes = mostBytes;
  }

  get isFull(): boolean {
    return this.#bytes >= this.#mostBytes;
  }

  write(line: unknown): void {
    const text = `${JSON.stringify(line)}\n`;
    this.#pending.push(text);
    this.#characters += text.length;
    if (this.#characters >= flushAtCharacters) this.flush();
    else this.#cancel ??= this.#schedule();
  }

  #schedule(): () => void {
    const flush = () => {
      const start = now();
      this.flush();
      this.#budget.spend(start);
    };
    const isCheap = this.#spentMs < promptly.ms + promptly.share * (now() - this.#openedAt);
    return isCheap ? inThisTurn(flush) : after(flushEveryMs, flush);
  }

  flush(): void {
    this.#cancel?.();
    this.#cancel = null;
    if (this.#pending.length === 0) return;
    const text = this.#pending.join('');
    this.#pending = [];
    this.#characters = 0;
    const startedAt = now();
    try {
      this.#bytes += writeSync(this.#descriptor, text);
    } catch {
      this.#bytes = this.#mostBytes;
    }
    this.#spentMs += now() - startedAt;
  }

  close(): void {
    this.flush();
    closeSync(this.#descriptor);
  }
}
