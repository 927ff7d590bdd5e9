import type { HistoryEntry } from '../../shared/contract/history.ts';

/** An entry as the table has it. */
export interface EntryRow {
  id: string;
  kind: string;
  name: string | null;
  tags: string;
  started_at: string;
  finished_at: string;
  state: string;
  about: string;
  summary: string;
  lanes: string;
  bytes: number;
}

export const entryColumns =
  'id, kind, name, tags, started_at, finished_at, state, about, summary, lanes, bytes';

/** Only this program writes such rows. */
export const entryOf = (row: EntryRow): HistoryEntry => ({
  id: row.id,
  kind: row.kind as HistoryEntry['kind'],
  name: row.name,
  tags: JSON.parse(row.tags) as HistoryEntry['tags'],
  startedAt: row.started_at,
  finishedAt: row.finished_at,
  state: row.state as HistoryEntry['state'],
  about: row.about,
  summary: row.summary,
  lanes: JSON.parse(row.lanes) as HistoryEntry['lanes'],
  bytes: row.bytes,
});

/** What a search looks through: SQLite's own lower() knows no letters but ASCII's. */
export const soughtIn = (parts: readonly (string | null)[]): string =>
  parts
    .filter((part) => part !== null)
    .join('\n')
    .normalize('NFKC')
    .toLowerCase();

/** The words of a search; an entry has to hold each of them. */
export const searchWords = (search: string): string[] =>
  soughtIn([search])
    .split(/\s+/)
    .filter((word) => word !== '');
