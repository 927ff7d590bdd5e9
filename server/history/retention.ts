import type { Database } from 'libsql';

/** How much is kept. */
export interface HistoryBounds {
  entries: number;
  /** Of all documents and samples, as they are stored. */
  bytes: number;
}

interface Candidate {
  id: string;
  bytes: number;
}

/**
 * Removes entries until the rest is within the bounds: the oldest first, and those that have a name or a tag only
 * when no others are left. `newest` stays whatever its size.
 */
export function removeSurplus(database: Database, { entries, bytes }: HistoryBounds, newest: string): void {
  const all = database
    .prepare("SELECT id, bytes FROM entries ORDER BY name IS NOT NULL OR tags <> '[]', started_at, id")
    .all() as Candidate[];
  let count = all.length;
  let sum = all.reduce((total, one) => total + one.bytes, 0);
  for (const candidate of all) {
    if (count <= entries && sum <= bytes) return;
    if (candidate.id === newest) continue;
    removeEntry(database, candidate.id);
    count--;
    sum -= candidate.bytes;
  }
}

/** Whether there was one. */
export function removeEntry(database: Database, id: string): boolean {
  database.prepare('DELETE FROM contents WHERE id = ?').run(id);
  return database.prepare('DELETE FROM entries WHERE id = ?').run(id).changes > 0;
}
