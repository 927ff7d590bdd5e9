import { closeSync, constants, openSync, writeSync } from 'node:fs';

const flushEveryMs = 100;
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
  #timer: NodeJS.Timeout | null = null;

  constructor(path: string, mostBytes: number) {
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
    else if (this.#timer === null) {
      this.#timer = setTimeout(() => {
        this.flush();
      }, flushEveryMs);
      this.#timer.unref();
    }
  }

  flush(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#pending.length === 0) return;
    const text = this.#pending.join('');
    this.#pending = [];
    this.#characters = 0;
    try {
      this.#bytes += writeSync(this.#descriptor, text);
    } catch {
      this.#bytes = this.#mostBytes;
    }
  }

  close(): void {
    this.flush();
    closeSync(this.#descriptor);
  }
}
