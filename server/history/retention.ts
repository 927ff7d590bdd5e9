import type { Database } from 'libsql';
import { numberOf } from './database.ts';

export interface HistoryBounds {
  entries: number;
  /** Of all documents and samples, as they are stored. */
  bytes: number;
}

interface Candidate {
  rowid: number;
  bytes: number;
}

/**
 * Removes entries until the rest is within the bounds: the oldest first, and those that have a name or a tag only
 * when no others are left. `newest` stays whatever its size.
 */
export function removeSurplus(database: Database, { entries, bytes }: HistoryBounds, newest: string): void {
  const all = database
    .prepare(
      "SELECT rowid, bytes FROM entries WHERE id <> ? ORDER BY name IS NOT NULL OR tags <> '[]', started_at, id",
    )
    .all(newest) as Candidate[];
  let count = all.length + 1;
  let sum = numberOf(database, 'SELECT sum(bytes) FROM entries');
  for (const candidate of all) {
    if (count <= entries && sum <= bytes) return;
    // By the row: the id of a damaged one may be no text.
    const id = '(SELECT id FROM entries WHERE rowid = ?)';
    database.prepare(`DELETE FROM contents WHERE id = ${id}`).run(candidate.rowid);
    database.prepare('DELETE FROM entries WHERE rowid = ?').run(candidate.rowid);
    count--;
    sum -= candidate.bytes;
  }
}

/** Whether there was one. */
export function removeEntry(database: Database, id: string): boolean {
  database.prepare('DELETE FROM contents WHERE id = ?').run(id);
  return database.prepare('DELETE FROM entries WHERE id = ?').run(id).changes > 0;
}
