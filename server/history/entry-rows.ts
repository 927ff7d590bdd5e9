import type { Database } from 'libsql';
import { entryKinds, type EntryKind } from '../../shared/contract/enums.ts';
import type { EntrySummary, HistoryEntry, HistoryPage } from '../../shared/contract/history.ts';

const textColumns = [
  'id',
  'kind',
  'name',
  'tags',
  'started_at',
  'finished_at',
  'state',
  'about',
  'summary',
  'lanes',
] as const;

/** Of an entry, in the order in which `insertEntry` gives them. */
export const entryColumns = [...textColumns, 'said', 'schema', 'bytes'].join(', ');

/**
 * A column of text as its bytes: libsql ends the whole process when a text that it hands over is not UTF-8, as a
 * damaged file may have it.
 */
export const asBytes = (column: string): string => `CAST(${column} AS BLOB)`;

/** What is not UTF-8 becomes U+FFFD. */
export const textOf = (bytes: Uint8Array): string => decoder.decode(bytes);
const decoder = new TextDecoder();

/** An entry as it is selected: its texts as bytes. */
export type EntryRow = { [Column in Exclude<(typeof textColumns)[number], 'name'>]: Uint8Array } & {
  name: Uint8Array | null;
  said: Uint8Array | null;
  schema: number;
  bytes: number;
};

export const selectedColumns = [
  ...[...textColumns, 'said'].map((column) => `${asBytes(column)} AS ${column}`),
  'schema',
  'bytes',
].join(', ');

/** `null` for a row that is damaged beyond what can be shown: it costs itself and no other. */
export function entryOf(row: EntryRow): HistoryEntry | null {
  // A damaged column may be NULL, whatever the table says.
  if (textColumns.some((column) => column !== 'name' && (row[column] as Uint8Array | null) === null))
    return null;
  const kind = entryKinds.find((one) => one === textOf(row.kind));
  const [tags, lanes] = [listIn(row.tags), listIn(row.lanes)];
  if (!kind || !tags || !lanes) return null;
  const said = row.said && saidIn(row.said);
  return {
    id: textOf(row.id),
    kind,
    name: row.name && textOf(row.name),
    tags: tags as HistoryEntry['tags'],
    startedAt: textOf(row.started_at),
    finishedAt: textOf(row.finished_at),
    state: textOf(row.state) as HistoryEntry['state'],
    schema: row.schema,
    about: textOf(row.about),
    summary: textOf(row.summary),
    ...(said ? { said } : {}),
    lanes: lanes as HistoryEntry['lanes'],
    bytes: row.bytes,
  };
}

/** `null` where it is damaged: there is the text. */
function saidIn(json: Uint8Array): EntrySummary | null {
  try {
    return JSON.parse(textOf(json)) as EntrySummary;
  } catch {
    return null;
  }
}

function listIn(json: Uint8Array): unknown[] | null {
  try {
    const list: unknown = JSON.parse(textOf(json));
    return Array.isArray(list) ? list : null;
  } catch {
    return null;
  }
}

/** What a search looks through: SQLite's own lower() knows no letters but ASCII's. */
export const soughtIn = (parts: readonly (string | null)[]): string =>
  parts
    .filter((part) => part !== null)
    .join('\n')
    .normalize('NFKC')
    .toLowerCase();

/** The words of a search; an entry has to hold each of them. */
const searchWords = (search: string): string[] =>
  soughtIn([search])
    .split(/\s+/)
    .filter((word) => word !== '');

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
