import type { Database } from 'libsql';
import type { EntryKind } from '../../shared/contract/enums.ts';
import type { HistoryPage } from '../../shared/contract/history.ts';
import { asBytes, entryOf, searchWords, selectedColumns, textOf, type EntryRow } from './entry-rows.ts';

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
      `SELECT ${selectedColumns} ${matching} ${older.condition} ORDER BY started_at DESC, id DESC LIMIT ?`,
    )
    .all(...values, ...older.values, query.limit) as EntryRow[];
  const entries = rows.map(entryOf).filter((entry) => entry !== null);
  return { entries, total, tags: tagsInUse(database) };
}

/** Tags that a damaged row has lost are none. */
const readableTags = "CASE WHEN json_valid(entries.tags) THEN entries.tags ELSE '[]' END";

function conditionsOf({ search = '', kind, tag }: HistoryQuery): { conditions: string[]; values: string[] } {
  const words = searchWords(search);
  return {
    conditions: [
      'TRUE',
      ...(kind === undefined ? [] : ['kind = ?']),
      ...(tag === undefined ? [] : [`EXISTS (SELECT 1 FROM json_each(${readableTags}) WHERE value = ?)`]),
      ...words.map(() => 'instr(sought, ?) > 0'),
    ],
    values: [...(kind === undefined ? [] : [kind]), ...(tag === undefined ? [] : [tag]), ...words],
  };
}

function tagsInUse(database: Database): string[] {
  const rows = database
    .prepare(`SELECT DISTINCT ${asBytes('tag.value')} FROM entries, json_each(${readableTags}) AS tag`)
    .raw()
    .all() as [Uint8Array][];
  return rows.map(([tag]) => textOf(tag)).sort((a, b) => a.localeCompare(b, 'en'));
}
