import { existsSync, mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Database } from 'libsql';
import { asUnusable, HistoryUnusable } from './history-unusable.ts';

/** Says in the file whose it is ("RTrp"). */
const applicationId = 0x52547270;
/** How long a writer waits for another one, ms. */
const patienceMs = 2000;
const pageBytes = 4096;
/** The form of the tables; the file has it as its `user_version`, 0 where it is new. */
export const historyForm = 7;
const tables = `
  CREATE TABLE entries (
    id TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    name TEXT,
    tags TEXT NOT NULL,
    started_at TEXT NOT NULL,
    finished_at TEXT NOT NULL,
    state TEXT NOT NULL,
    about TEXT NOT NULL,
    summary TEXT NOT NULL,
    lanes TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    words TEXT NOT NULL,
    sought TEXT NOT NULL,
    said TEXT,
    schema INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX entries_by_age ON entries (started_at, id);
  CREATE TABLE contents (id TEXT PRIMARY KEY, document BLOB NOT NULL, samples BLOB, card BLOB) STRICT;`;

type Libsql = typeof import('libsql');

/** Not every platform has a build: a server without a history still measures. */
export const loadLibsql = async (): Promise<Libsql> => (await import('libsql')).default;

/**
 * Opens the file, or makes it. The file never grows beyond `mostBytes`. Throws
 * HistoryUnusable.
 */
export function openDatabase(Libsql: Libsql, file: string, mostBytes: number): Database {
  try {
    makeFolder(dirname(resolve(file)));
    const database = new Libsql(file, { timeout: patienceMs });
    try {
      refuseForeign(database, file);
      prepare(database, mostBytes);
      makeTables(database, file);
      return database;
    } catch (error) {
      database.close();
      throw error;
    }
  } catch (error) {
    throw asUnusable(error, file);
  }
}

/** Step by step: where a folder cannot be made, as in /proc, the recursive mkdir of Node 20 never returns. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another server may have made it meanwhile.
    if (!existsSync(folder)) throw error;
  }
}

function prepare(database: Database, mostBytes: number): void {
  database.pragma(`page_size = ${pageBytes}`);
  // Only has an effect on a file that is still empty: what is removed gives its room back.
  database.pragma('auto_vacuum = INCREMENTAL');
  database.pragma('journal_mode = WAL');
  // A power cut may lose the last run; nothing damages the file.
  database.pragma('synchronous = NORMAL');
  database.pragma(`max_page_count = ${Math.ceil(mostBytes / pageBytes)}`);
}

/** Before anything is written: the file of another program, or of another build, stays as it is. */
function refuseForeign(database: Database, file: string): void {
  const isNew = numberOf(database, 'SELECT count(*) FROM sqlite_schema') === 0;
  if (!isNew && numberOf(database, 'PRAGMA application_id') !== applicationId)
    throw new HistoryUnusable(file, 'is the database of another program: name another file.');
  const form = numberOf(database, 'PRAGMA user_version');
  if (form > historyForm)
    throw new HistoryUnusable(
      file,
      `was written by a newer Roundtrip: it has form ${form}, and this one reads form ${historyForm}. Update Roundtrip, or name another file.`,
    );
  if (!isNew && form < historyForm)
    throw new HistoryUnusable(
      file,
      `was written by an earlier build: it has form ${form}, and this one reads form ${historyForm}. Move it away, and a new one is begun.`,
    );
}

/** Two servers may start at once: whoever comes second finds it done. */
function makeTables(database: Database, file: string): void {
  allOrNothing(database, () => {
    refuseForeign(database, file);
    if (numberOf(database, 'PRAGMA user_version') === historyForm) return;
    database.exec(tables);
    database.exec(`PRAGMA user_version = ${historyForm}`);
    database.exec(`PRAGMA application_id = ${applicationId}`);
  });
}

/** Changes that are made together. Of libsql's own, an error that has ended the transaction already is lost. */
export function allOrNothing<T>(database: Database, action: () => T): T {
  database.exec('BEGIN IMMEDIATE');
  try {
    const done = action();
    database.exec('COMMIT');
    return done;
  } catch (error) {
    if (database.inTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

/** The first column of the first row. */
export function numberOf(database: Database, query: string): number {
  const [value] = database.prepare(query).raw().get() as [number];
  return value;
}
