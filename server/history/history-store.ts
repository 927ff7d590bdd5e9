import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { Database } from 'libsql';
import type { SearchResult } from '../../shared/contract/search.ts';
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
import { allOrNothing } from './database.ts';
import { HistoryFile } from './history-file.ts';
import { describeLesson, describeRun, describeSearch, type Described } from './entry-of.ts';
import {
  asBytes,
  entryColumns,
  entryOf,
  selectedColumns,
  soughtIn,
  textOf,
  type EntryRow,
  listEntries,
  type HistoryQuery,
} from './entry-rows.ts';
import { HistoryUnusable } from './history-unusable.ts';
import { removeEntry, removeSurplus, type HistoryBounds } from './retention.ts';

interface Contents {
  document: Buffer;
  samples: Buffer | null;
}

const [compress, expand] = [promisify(gzip), promisify(gunzip)];

/** A document as it is stored: JSON, compressed. Outside of the event loop, which others are being answered in. */
const pack = (document: unknown): Promise<Buffer> => compress(JSON.stringify(document));

/** The file may hold a little more than what is kept: the list itself, and pages that are free for a moment. */
const slack = (bytes: number) => 1.5 * bytes + 1_048_576;

/**
 * What was measured, in an SQLite file. Several servers may have the same one open. Every method throws
 * HistoryUnusable, or rejects with it, when the file cannot be read or written any more.
 */
export class HistoryStore {
  readonly #file: HistoryFile;
  readonly #bounds: HistoryBounds;

  private constructor(file: HistoryFile, bounds: HistoryBounds) {
    this.#file = file;
    this.#bounds = bounds;
  }

  /** Opens the file, or makes it with its folder. Rejects with HistoryUnusable. */
  static async open(file: string, bounds: HistoryBounds = historyLimits): Promise<HistoryStore> {
    return new HistoryStore(await HistoryFile.open(file, slack(bounds.bytes)), bounds);
  }

  get file(): string {
    return this.#file.file;
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
    return this.#file.use((database) => listEntries(database, query));
  }

  /** An entry with all that is kept of it; `null`: there is none. */
  async record(id: string): Promise<HistoryRecord | null> {
    const found = this.#file.use((database) => {
      const entry = entryIn(database, id);
      const contents = database.prepare('SELECT document, samples FROM contents WHERE id = ?').get(id) as
        Contents | undefined;
      return entry && contents ? { entry, contents } : null;
    });
    if (!found) return null;
    const { entry, contents } = found;
    const document = await this.#unpack(contents.document);
    const samples = contents.samples ? await this.#unpack(contents.samples) : [];
    // The document is what was kept for this kind, in the form of its day.
    return { ...entry, document, ...(entry.kind === 'run' ? { samples } : {}) } as HistoryRecord;
  }

  /** A run, and true where a picture is kept with it; `null`: there is none. */
  async run(id: string): Promise<{ result: Result; hasCard: boolean } | null> {
    const found = this.#file.use((database) => {
      const entry = entryIn(database, id);
      const contents = database
        .prepare('SELECT document, card IS NOT NULL AS hasCard FROM contents WHERE id = ?')
        .get(id) as { document: Buffer; hasCard: number } | undefined;
      return entry?.kind === 'run' ? contents : undefined;
    });
    if (!found) return null;
    const result = (await this.#unpack(found.document)) as Result;
    return { result, hasCard: found.hasCard === 1 };
  }

  /** The picture of a run, as PNG; `null`: there is none. */
  card(id: string): Buffer | null {
    return this.#file.use((database) => {
      const found = database.prepare('SELECT card FROM contents WHERE id = ?').get(id) as
        { card: Buffer | null } | undefined;
      return found?.card ?? null;
    });
  }

  /** Keeps a picture with a run, in place of an earlier one; false: there is no such run. */
  keepCard(id: string, png: Buffer): boolean {
    return this.#file.use((database) =>
      allOrNothing(database, () => {
        if (entryIn(database, id)?.kind !== 'run') return false;
        database
          .prepare(
            'UPDATE entries SET bytes = bytes + ? - (SELECT coalesce(length(card), 0) FROM contents WHERE id = entries.id) WHERE id = ?',
          )
          .run(png.length, id);
        database.prepare('UPDATE contents SET card = ? WHERE id = ?').run(png, id);
        removeSurplus(database, this.#bounds, id);
        return true;
      }),
    );
  }

  /** Gives or takes a name, replaces the tags; `null`: there is no such entry. */
  change(id: string, { name, tags }: HistoryChange): HistoryEntry | null {
    return this.#file.use((database) =>
      allOrNothing(database, () => {
        const entry = entryIn(database, id);
        if (!entry) return null;
        const changed = {
          ...entry,
          ...(name === undefined ? {} : { name }),
          ...(tags === undefined ? {} : { tags }),
        };
        const [words] = database
          .prepare(`SELECT ${asBytes('words')} FROM entries WHERE id = ?`)
          .raw()
          .get(id) as [Uint8Array];
        database
          .prepare('UPDATE entries SET name = ?, tags = ?, sought = ? WHERE id = ?')
          .run(
            changed.name,
            JSON.stringify(changed.tags),
            soughtIn([textOf(words), changed.name, ...changed.tags]),
            id,
          );
        return changed;
      }),
    );
  }

  /** Whether there was one. */
  remove(id: string): boolean {
    return this.#file.use((database) => {
      const removed = allOrNothing(database, () => removeEntry(database, id));
      database.pragma('incremental_vacuum');
      return removed;
    });
  }

  /** Afterwards all is in the one file. */
  close(): void {
    this.#file.close();
  }

  async #unpack(packed: Buffer): Promise<unknown> {
    try {
      return JSON.parse((await expand(packed)).toString('utf8'));
    } catch (error) {
      const words = 'has this entry damaged: remove it. The others can be read.';
      throw new HistoryUnusable(this.file, words, { cause: error });
    }
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
    this.#file.use((database) => {
      allOrNothing(database, () => {
        database
          .prepare(
            `INSERT OR REPLACE INTO entries (${entryColumns}, words, sought) VALUES (?, ?, NULL, '[]', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
          )
          .run(
            ...[entry.id, entry.kind, entry.startedAt, entry.finishedAt, entry.state, entry.about],
            ...[
              entry.summary,
              JSON.stringify(entry.lanes),
              JSON.stringify(entry.said ?? null),
              entry.schema,
              bytes,
              words,
              words,
            ],
          );
        database
          .prepare('INSERT OR REPLACE INTO contents (id, document, samples) VALUES (?, ?, ?)')
          .run(entry.id, packed, packedSamples);
        removeSurplus(database, this.#bounds, entry.id);
      });
      database.pragma('incremental_vacuum');
    });
  }
}

function entryIn(database: Database, id: string): HistoryEntry | null {
  const row = database.prepare(`SELECT ${selectedColumns} FROM entries WHERE id = ?`).get(id) as
    EntryRow | undefined;
  return row ? entryOf(row) : null;
}
