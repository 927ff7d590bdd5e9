import type { Result } from '../../../../shared/contract/result.ts';
import type { ReadForeign } from '../../../../shared/foreign/reading.ts';
import type { EntryKind } from '../../../../shared/contract/enums.ts';
import type {
  HistoryChange,
  HistoryEntry,
  HistoryPage,
  HistoryRecord,
} from '../../../../shared/contract/history.ts';
import type { Messages } from '../../messages/en.ts';
import { momentInWords } from '../../messages/for-reader.ts';
import { ApiError, type Api } from '../../connection/api.ts';
import { comparedIds, comparisonId, fileStart, mostCompared } from '../../navigation/comparison-id.ts';

/** What is looked for; empty: everything. */
export interface RunsQuery {
  search: string;
  kind: EntryKind | '';
  tag: string;
}

/** What another tool measured, opened from disk. */
export interface ForeignRun {
  id: string;
  fileName: string;
  foreign: ReadForeign;
}

/** A result that the reader opened from disk. It stays on this page, and goes with it. */
export interface FileRun {
  id: string;
  /** `null`: it came in an address. */
  fileName: string | null;
  result: Result;
}

export type Opened =
  | { state: 'none' }
  | { state: 'loading'; id: string }
  | { state: 'missing'; id: string; message: string }
  | { state: 'kept'; id: string; record: HistoryRecord }
  | { state: 'file'; id: string; file: FileRun }
  | { state: 'foreign'; id: string; file: ForeignRun }
  /** `missing`: why others that were named are not among them. */
  | { state: 'compared'; id: string; compared: readonly Compared[]; missing: readonly string[] };

export interface Compared {
  id: string;
  /** What its reader called it, or its file; `null`: its outcome is all of its name. */
  name: string | null;
  result: Result;
}

const typingPauseMs = 250;
/** The first screen can do without it. */
const reader = () => import('./result-file.ts');

/** What was kept: the list, what is open of it, files from disk, and runs side by side. */
export class Runs {
  readonly #api: Api;
  readonly #text: Messages['runs'];
  readonly #loadForeignWords: Messages['loadForeignWords'];
  readonly #language: string;
  #entries = $state.raw<readonly HistoryEntry[]>([]);
  #page = $state.raw<HistoryPage | null>(null);
  #query = $state.raw<RunsQuery>({ search: '', kind: '', tag: '' });
  /** What the list on screen is the answer to. */
  #answered = $state.raw<RunsQuery | null>(null);
  #complaint = $state<string | null>(null);
  /** Of the file that was taken in last, or of a choice: it outlives the loading of the list. */
  #refused = $state<string | null>(null);
  #opened = $state.raw<Opened>({ state: 'none' });
  #files = $state.raw<readonly FileRun[]>([]);
  #foreign = $state.raw<readonly ForeignRun[]>([]);
  #chosen = $state.raw<readonly string[]>([]);
  /** Answers to earlier questions are out of date. */
  #asked = 0;
  #openings = 0;
  #pause: ReturnType<typeof setTimeout> | undefined;

  constructor(
    api: Api,
    { runs, code, loadForeignWords }: Pick<Messages, 'runs' | 'code' | 'loadForeignWords'>,
  ) {
    this.#api = api;
    this.#text = runs;
    this.#loadForeignWords = loadForeignWords;
    this.#language = code;
  }

  get entries(): readonly HistoryEntry[] {
    return this.#entries;
  }

  /** `null`: not asked yet. */
  get page(): HistoryPage | null {
    return this.#page;
  }

  get query(): RunsQuery {
    return this.#query;
  }

  /** Whether something in particular is looked for, or was in the list on screen. */
  get narrowed(): boolean {
    return [this.#query, this.#answered ?? {}].some((query) =>
      Object.values(query).some((value) => value !== ''),
    );
  }

  get complaint(): string | null {
    return this.#refused ?? this.#complaint;
  }

  get opened(): Opened {
    return this.#opened;
  }

  get files(): readonly FileRun[] {
    return this.#files;
  }

  get foreign(): readonly ForeignRun[] {
    return this.#foreign;
  }

  /** Ids, in the order in which they were chosen for a comparison. */
  get chosen(): readonly string[] {
    return this.#chosen;
  }

  /** The chosen ones, the oldest first: a change is read against what was before it. */
  get chosenByAge(): readonly string[] {
    const startedAt = (id: string) =>
      (this.#fileOf(id)?.result ?? this.#entries.find((entry) => entry.id === id))?.startedAt ?? '';
    return this.#chosen.toSorted((one, other) => startedAt(one).localeCompare(startedAt(other)));
  }

  /** Whether one more may be chosen. */
  get canChoose(): boolean {
    return this.#chosen.length < mostCompared;
  }

  get hasMore(): boolean {
    return this.#page !== null && this.#entries.length < this.#page.total;
  }

  /** Whether the list is still to come. */
  get isLoading(): boolean {
    return this.#page === null && this.#complaint === null;
  }

  nameOf({ fileName, result }: FileRun): string {
    return fileName ?? this.#text.shared(momentInWords(result.startedAt, this.#language));
  }

  look(change: Partial<RunsQuery>): void {
    this.#query = { ...this.#query, ...change };
    clearTimeout(this.#pause);
    this.#pause = setTimeout(() => void this.load(), change.search === undefined ? 0 : typingPauseMs);
  }

  /** The first page of what is looked for. */
  load = () => this.#list(undefined);

  /** What is older than the last. */
  more = () => this.#list(this.#entries.at(-1)?.id);

  #list(before: string | undefined): Promise<void> {
    const number = ++this.#asked;
    const query = this.#query;
    return this.#try(async () => {
      const page = await this.#api.history({ ...query, before: before ?? '' });
      if (number !== this.#asked) return;
      this.#entries = before === undefined ? page.entries : [...this.#entries, ...page.entries];
      this.#page = page;
      this.#answered = query;
    });
  }

  change(id: string, change: HistoryChange): Promise<void> {
    return this.#try(async () => {
      const changed = await this.#api.changeEntry(id, change);
      this.#entries = this.#entries.map((entry) => (entry.id === id ? changed : entry));
      await this.load();
    });
  }

  remove(id: string): Promise<void> {
    return this.#try(async () => {
      await this.#api.removeEntry(id);
      this.#chosen = this.#chosen.filter((one) => one !== id);
      await this.load();
    });
  }

  /** Shows one of them, or several side by side; `null`: the list. */
  async open(id: string | null): Promise<void> {
    const number = ++this.#openings;
    if (id === null) {
      this.#opened = { state: 'none' };
      return;
    }
    const ids = comparedIds(id);
    const reordered = ids && this.#reordered(id, ids);
    if (reordered) {
      this.#opened = reordered;
      return;
    }
    this.#opened = { state: 'loading', id };
    const opened = await (ids ? this.#compare(id, ids) : this.#openOne(id));
    if (number === this.#openings) this.#opened = opened;
  }

  /** The runs that are compared already, with another one as their base. */
  #reordered(id: string, ids: readonly string[]): Opened | null {
    if (this.#opened.state !== 'compared' || this.#opened.missing.length > 0) return null;
    const { compared, missing } = this.#opened;
    const sorted = ids.flatMap((one) => compared.filter((side) => side.id === one));
    if (sorted.length !== compared.length || sorted.length !== ids.length) return null;
    this.#chosen = ids;
    return { state: 'compared', id, compared: sorted, missing };
  }

  async #openOne(id: string): Promise<Opened> {
    const file = this.#fileOf(id);
    if (file) return { state: 'file', id, file };
    const foreign = this.#foreign.find((one) => one.id === id);
    if (foreign) return { state: 'foreign', id, file: foreign };
    return this.#record(id).then(
      (record): Opened => ({ state: 'kept', id, record }),
      (error: unknown): Opened => ({ state: 'missing', id, message: wordsOf(error) }),
    );
  }

  async #compare(id: string, ids: readonly string[]): Promise<Opened> {
    // Back in the list they can be chosen otherwise.
    this.#chosen = ids;
    const sides = await Promise.all(
      ids.map((one) => this.#sideOf(one).catch((error: unknown) => wordsOf(error))),
    );
    const compared = sides.filter((side) => typeof side !== 'string');
    const missing = sides.filter((side) => typeof side === 'string');
    if (compared.length > 1) return { state: 'compared', id, compared, missing };
    return { state: 'missing', id, message: [...missing, this.#text.needsTwo].join('\n') };
  }

  /** Takes files in and returns the id of what to open; `null` when all were refused. What was refused is complained of. */
  async take(files: readonly File[]): Promise<string | null> {
    this.#refused = null;
    const refused: string[] = [];
    const taken: string[] = [];
    let foreign: string | undefined;
    for (const file of files) {
      try {
        const [{ readDroppedFile }, words] = await Promise.all([reader(), this.#loadForeignWords()]);
        const read = readDroppedFile(await file.text(), this.#text.refused, words);
        const named = { id: this.#nextId(), fileName: file.name };
        if ('tool' in read) {
          this.#foreign = [...this.#foreign, { ...named, foreign: read }];
          foreign ??= named.id;
        } else {
          this.#files = [...this.#files, { ...named, result: read }];
          taken.push(named.id);
        }
      } catch (error) {
        const said = error instanceof Error && error.name === 'FileRefused';
        refused.push(`${file.name}: ${said ? error.message : this.#text.refused.unreadable}`);
      }
    }
    if (refused.length > 0) this.#refused = refused.join('\n');
    return taken.length > 1 ? comparisonId(taken.slice(0, mostCompared)) : (taken[0] ?? foreign ?? null);
  }

  /** The result in an address, as text; `null`: it was damaged. As `take`, it returns what to open. */
  async takeLinked(text: string | null): Promise<string | null> {
    this.#refused = null;
    try {
      if (text === null) throw new Error('nothing came out of it');
      const { readResultFile } = await reader();
      const result = readResultFile(text, this.#text.refused);
      const id = this.#nextId();
      this.#files = [...this.#files, { id, fileName: null, result }];
      return id;
    } catch {
      this.#refused = this.#text.refused.link;
      return null;
    }
  }

  /** One more than can stand side by side is not taken, and that is said. */
  choose(id: string, chosen: boolean): void {
    const others = this.#chosen.filter((one) => one !== id);
    this.#refused = chosen && others.length >= mostCompared ? this.#text.mostChosen(mostCompared) : null;
    if (this.#refused === null) this.#chosen = chosen ? [...others, id] : others;
  }

  clearChosen(): void {
    this.#chosen = [];
    this.#refused = null;
  }

  /** Throws ApiError with words for the reader. */
  async #sideOf(id: string): Promise<Compared | string> {
    const file = this.#fileOf(id);
    if (file) return { id, name: file.fileName, result: file.result };
    const record = await this.#record(id);
    return record.kind === 'run'
      ? { id, name: record.name, result: record.document }
      : this.#text.notARun(record.name ?? momentInWords(record.startedAt, this.#language));
  }

  readonly #nextId = () => `${fileStart}${this.#files.length + this.#foreign.length + 1}`;

  #fileOf(id: string): FileRun | undefined {
    return this.#files.find((one) => one.id === id);
  }

  async #record(id: string): Promise<HistoryRecord> {
    const code = 'no_such_entry';
    if (id.startsWith(fileStart)) throw new ApiError({ code, message: this.#text.fileGone });
    return this.#api.record(id).catch((error: unknown) => {
      if (!(error instanceof ApiError) || error.code !== code) throw error;
      throw new ApiError({ code, message: this.#text.unknown(id.slice(0, 80)) });
    });
  }

  async #try(action: () => Promise<void>): Promise<void> {
    this.#complaint = null;
    try {
      await action();
    } catch (error) {
      this.#complaint = wordsOf(error);
    }
  }
}

function wordsOf(error: unknown): string {
  if (error instanceof ApiError) return error.message;
  throw error;
}

const made = new WeakMap<Api, Runs>();

/** The same each time that the room is opened, with what was opened in it. */
export function runsOf(api: Api, messages: Messages): Runs {
  const runs = made.get(api) ?? new Runs(api, messages);
  made.set(api, runs);
  return runs;
}
