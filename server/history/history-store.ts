import type { Database } from 'libsql';
import type { SearchResult } from '../../shared/contract/search.ts';
import { readSearch, type StoredSearch } from '../../shared/search/read-search.ts';
import type { Result } from '../../shared/contract/result.ts';
import type { Sample } from '../../shared/contract/run-events.ts';
import type {
  HistoryChange,
  HistoryEntry,
  HistoryPage,
  HistoryRecord,
} from '../../shared/contract/history.ts';
import type { KeptLesson } from '../../shared/contract/guesses.ts';
import { historyLimits } from '../../shared/limits.ts';
import { allOrNothing, openDatabase } from './database.ts';
import { describeLesson, describeRun, describeSearch, type Described } from './entry-of.ts';
import { entryColumns, entryOf, soughtIn, type EntryRow } from './entry-rows.ts';
import { listEntries, type HistoryQuery } from './entry-list.ts';
import { asUnusable } from './history-unusable.ts';
import { pack, unpack } from './packed.ts';
import { removeEntry, removeSurplus, type HistoryBounds } from './retention.ts';

interface Contents {
  document: Buffer;
  samples: Buffer | null;
}

/** The file may hold a little more than what is kept: the list itself, and pages that are free for a moment. */
const slack = (bytes: number) => 1.5 * bytes + 1_048_576;

/**
 * What was measured, in an SQLite file. Several servers may have the same one open. Every method throws
 * HistoryUnusable, or rejects with it, when the file cannot be read or written any more.
 */
export class HistoryStore {
  readonly file: string;
  readonly #database: Database;
  readonly #bounds: HistoryBounds;

  private constructor(file: string, database: Database, bounds: HistoryBounds) {
    this.file = file;
    this.#database = database;
    this.#bounds = bounds;
  }

  /** Opens the file, or makes it with its folder. Rejects with HistoryUnusable. */
  static async open(file: string, bounds: HistoryBounds = historyLimits): Promise<HistoryStore> {
    return new HistoryStore(file, await openDatabase(file, slack(bounds.bytes)), bounds);
  }

  /** Keeps a run that is over, with the samples that are to be shown of it. */
  async keepRun(result: Result, samples: readonly Sample[]): Promise<void> {
    await this.#keep(describeRun(result), result, samples);
  }

  async keepLesson(id: string, result: KeptLesson): Promise<void> {
    await this.#keep(describeLesson(id, result), result);
  }

  async keepSearch(id: string, advice: SearchResult): Promise<void> {
    await this.#keep(describeSearch(id, advice), advice);
  }

  list(query: HistoryQuery): HistoryPage {
    return this.#attempt(() => listEntries(this.#database, query));
  }

  /** An entry with all that is kept of it; `null`: there is none. */
  async record(id: string): Promise<HistoryRecord | null> {
    const found = this.#attempt(() => {
      const entry = this.#entry(id);
      const contents = this.#database
        .prepare('SELECT document, samples FROM contents WHERE id = ?')
        .get(id) as Contents | undefined;
      return entry && contents ? { entry, contents } : null;
    });
    if (!found) return null;
    const { entry, contents } = found;
    const kept = await unpack(contents.document);
    const document = entry.kind === 'search' ? readSearch(kept as StoredSearch) : kept;
    const samples = contents.samples ? await unpack(contents.samples) : [];
    // The document is what was kept for this kind, in the form of its day.
    return { ...entry, document, ...(entry.kind === 'run' ? { samples } : {}) } as HistoryRecord;
  }

  /** Gives or takes a name, replaces the tags; `null`: there is no such entry. */
  change(id: string, { name, tags }: HistoryChange): HistoryEntry | null {
    return this.#attempt(() =>
      allOrNothing(this.#database, () => {
        const entry = this.#entry(id);
        if (!entry) return null;
        const changed = {
          ...entry,
          ...(name === undefined ? {} : { name }),
          ...(tags === undefined ? {} : { tags }),
        };
        const { words } = this.#database.prepare('SELECT words FROM entries WHERE id = ?').get(id) as {
          words: string;
        };
        this.#database
          .prepare('UPDATE entries SET name = ?, tags = ?, sought = ? WHERE id = ?')
          .run(
            changed.name,
            JSON.stringify(changed.tags),
            soughtIn([words, changed.name, ...changed.tags]),
            id,
          );
        return changed;
      }),
    );
  }

  /** Whether there was one. */
  remove(id: string): boolean {
    return this.#attempt(() => {
      const removed = allOrNothing(this.#database, () => removeEntry(this.#database, id));
      this.#database.pragma('incremental_vacuum');
      return removed;
    });
  }

  /** Afterwards all is in the one file. */
  close(): void {
    try {
      this.#database.pragma('wal_checkpoint(TRUNCATE)');
    } catch {
      // Another server is at it, or the disk is full: whoever opens the file next will find all that was kept.
    }
    this.#database.close();
  }

  async #keep(described: Described, document: object, samples?: readonly Sample[]): Promise<void> {
    const packed = await pack(document);
    const packedSamples = samples ? await pack(samples) : null;
    const { entry } = described;
    const bytes = packed.length + (packedSamples?.length ?? 0);
    const words = soughtIn([
      entry.id,
      entry.kind,
      entry.state,
      entry.about,
      entry.summary,
      ...described.words,
    ]);
    this.#attempt(() => {
      allOrNothing(this.#database, () => {
        this.#database
          .prepare(
            `INSERT OR REPLACE INTO entries (${entryColumns}, words, sought) VALUES (?, ?, NULL, '[]', ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
          )
          .run(
            ...[entry.id, entry.kind, entry.startedAt, entry.finishedAt, entry.state, entry.about],
            ...[entry.summary, JSON.stringify(entry.lanes), bytes, words, words],
          );
        this.#database
          .prepare('INSERT OR REPLACE INTO contents (id, document, samples) VALUES (?, ?, ?)')
          .run(entry.id, packed, packedSamples);
        removeSurplus(this.#database, this.#bounds, entry.id);
      });
      this.#database.pragma('incremental_vacuum');
    });
  }

  #entry(id: string): HistoryEntry | null {
    const row = this.#database.prepare(`SELECT ${entryColumns} FROM entries WHERE id = ?`).get(id) as
      EntryRow | undefined;
    return row ? entryOf(row) : null;
  }

  #attempt<T>(action: () => T): T {
    try {
      return action();
    } catch (error) {
      throw asUnusable(error, this.file);
    }
  }
}
