import { rmSync, statSync } from 'node:fs';
import type { Database } from 'libsql';
import { loadLibsql, openDatabase } from './database.ts';
import { asUnusable } from './history-unusable.ts';

/**
 * The database in its file. A file that was deleted or replaced while it was open is noticed before each use, and the
 * one that is there now is opened, or a new one made: nothing is written to a file that nobody can find any more.
 */
export class HistoryFile {
  readonly file: string;
  readonly #open: () => Database;
  #database: Database | null;
  #identity: string | null;
  /** Its write-ahead log. */
  #log: string | null = null;

  private constructor(file: string, open: () => Database) {
    this.file = file;
    this.#open = open;
    this.#database = open();
    this.#identity = identityOf(file);
  }

  /** Rejects with HistoryUnusable. */
  static async open(file: string, mostBytes: number): Promise<HistoryFile> {
    try {
      const Libsql = await loadLibsql();
      return new HistoryFile(file, () => openDatabase(Libsql, file, mostBytes));
    } catch (error) {
      throw asUnusable(error, file);
    }
  }

  /** Throws HistoryUnusable when the file cannot be opened, read or written. */
  use<T>(action: (database: Database) => T): T {
    try {
      const result = action(this.#current());
      this.#log = identityOf(logOf(this.file));
      return result;
    } catch (error) {
      throw asUnusable(error, this.file);
    }
  }

  /** Afterwards all is in the one file. */
  close(): void {
    try {
      this.#database?.pragma('wal_checkpoint(TRUNCATE)');
    } catch {
      // Another server is at it, or the disk is full: who opens the file next finds all that was kept.
    }
    this.#release();
  }

  #current(): Database {
    if (this.#database && this.#identity === identityOf(this.file)) return this.#database;
    this.#release();
    this.#removeLog();
    this.#database = this.#open();
    this.#identity = identityOf(this.file);
    return this.#database;
  }

  /**
   * To close the database removes its log, unless a statement waits for garbage collection. What is opened in its place
   * would take the log for its own, and what it had would be lost.
   */
  #removeLog(): void {
    const log = logOf(this.file);
    if (this.#log === null || identityOf(log) !== this.#log) return;
    for (const left of [log, `${this.file}-shm`]) rmSync(left, { force: true });
  }

  #release(): void {
    this.#database?.close();
    this.#database = null;
  }
}

const logOf = (file: string) => `${file}-wal`;

/** Which file lies there; `null`: none. */
function identityOf(file: string): string | null {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found ? `${found.dev}:${found.ino}` : null;
}
