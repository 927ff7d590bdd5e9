import type { Database } from 'libsql';
import type { EntryKind } from '../../shared/contract/enums.ts';
import type { HistoryPage } from '../../shared/contract/history.ts';
import { entryColumns, entryOf, searchWords, type EntryRow } from './entry-rows.ts';

/** What is asked of the list. */
export interface HistoryQuery {
  /** Words, each of which an entry has to hold. */
  search?: string | undefined;
  kind?: EntryKind | undefined;
  tag?: string | undefined;
  /** Id of an entry: only older ones. One that is there no more ends the list. */
  before?: string | undefined;
  limit: number;
}

/** A page of the list, newest first; entries of the same moment by id, so that the order is always the same. */
export function listEntries(database: Database, query: HistoryQuery): HistoryPage {
  const { conditions, values } = conditionsOf(query);
  const matching = `FROM entries WHERE ${conditions.join(' AND ')}`;
  const [total] = database
    .prepare(`SELECT count(*) ${matching}`)
    .raw()
    .get(...values) as [number];
  const older =
    query.before === undefined
      ? { condition: '', values: [] }
      : {
          condition: 'AND (started_at, id) < (SELECT started_at, id FROM entries WHERE id = ?)',
          values: [query.before],
        };
  const rows = database
    .prepare(
      `SELECT ${entryColumns} ${matching} ${older.condition} ORDER BY started_at DESC, id DESC LIMIT ?`,
    )
    .all(...values, ...older.values, query.limit) as EntryRow[];
  return { entries: rows.map(entryOf), total, tags: tagsInUse(database) };
}

function conditionsOf({ search = '', kind, tag }: HistoryQuery): { conditions: string[]; values: string[] } {
  const words = searchWords(search);
  return {
    conditions: [
      'TRUE',
      ...(kind === undefined ? [] : ['kind = ?']),
      ...(tag === undefined ? [] : ['EXISTS (SELECT 1 FROM json_each(tags) WHERE value = ?)']),
      ...words.map(() => 'instr(sought, ?) > 0'),
    ],
    values: [...(kind === undefined ? [] : [kind]), ...(tag === undefined ? [] : [tag]), ...words],
  };
}

function tagsInUse(database: Database): string[] {
  const rows = database
    .prepare('SELECT DISTINCT tag.value FROM entries, json_each(entries.tags) AS tag')
    .raw()
    .all() as [string][];
  return rows.map(([tag]) => tag).sort((a, b) => a.localeCompare(b, 'en'));
}
