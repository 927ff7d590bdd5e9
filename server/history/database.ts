import { existsSync, mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Database } from 'libsql';
import { asUnusable, HistoryUnusable } from './history-unusable.ts';
import { migrations } from './migrations.ts';

/** Says in the file whose it is ("RTrp"). */
const applicationId = 0x52547270;
/** How long a writer waits for another one, ms. */
const patienceMs = 2000;
const pageBytes = 4096;

type Libsql = typeof import('libsql');

/** Not every platform has a build: a server without a history still measures. */
export const loadLibsql = async (): Promise<Libsql> => (await import('libsql')).default;

/**
 * Opens the file, or makes it; afterwards it has the newest form. The file never grows beyond `mostBytes`. Throws
 * HistoryUnusable.
 */
export function openDatabase(Libsql: Libsql, file: string, mostBytes: number): Database {
  try {
    makeFolder(dirname(resolve(file)));
    const database = new Libsql(file, { timeout: patienceMs });
    try {
      refuseForeign(database, file);
      prepare(database, mostBytes);
      migrate(database, file);
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

/** Before anything is written: the file of another program, or of a newer Roundtrip, stays as it is. */
function refuseForeign(database: Database, file: string): void {
  const tables = numberOf(database, 'SELECT count(*) FROM sqlite_schema');
  if (tables > 0 && numberOf(database, 'PRAGMA application_id') !== applicationId)
    throw new HistoryUnusable(file, 'is the database of another program: name another file.');
  const version = numberOf(database, 'PRAGMA user_version');
  if (version > migrations.length)
    throw new HistoryUnusable(
      file,
      `was written by a newer Roundtrip: it has form ${version}, and this one reads up to ${migrations.length}. Update Roundtrip, or name another file.`,
    );
}

/** Two servers may start at once: whoever comes second finds it done. */
function migrate(database: Database, file: string): void {
  allOrNothing(database, () => {
    refuseForeign(database, file);
    const done = numberOf(database, 'PRAGMA user_version');
    for (const step of migrations.slice(done)) database.exec(step);
    database.exec(`PRAGMA user_version = ${migrations.length}`);
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
