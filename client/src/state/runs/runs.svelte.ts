import type { Result } from '../../../../shared/events.ts';
import type {
  EntryKind,
  HistoryChange,
  HistoryEntry,
  HistoryPage,
  HistoryRecord,
} from '../../../../shared/history.ts';
import { messages } from '../../messages/index.ts';
import { ApiError, type Api } from '../api.ts';
import { FileRefused, readResultFile } from './result-file.ts';

/** What is looked for; empty: everything. */
export interface RunsQuery {
  search: string;
  kind: EntryKind | '';
  tag: string;
}

/** A result that the reader opened from disk. It stays on this page, and goes with it. */
export interface FileRun {
  id: string;
  fileName: string;
  result: Result;
}

export type Opened =
  | { state: 'none' }
  | { state: 'loading'; id: string }
  | { state: 'missing'; id: string; message: string }
  | { state: 'kept'; id: string; record: HistoryRecord }
  | { state: 'file'; id: string; file: FileRun };

export interface Compared {
  name: string;
  result: Result;
}

const typingPauseMs = 250;

/** What was kept: the list, what is open of it, files from disk, and runs side by side. */
export class Runs {
  readonly #api: Api;
  #entries = $state.raw<readonly HistoryEntry[]>([]);
  #page = $state.raw<HistoryPage | null>(null);
  #query = $state.raw<RunsQuery>({ search: '', kind: '', tag: '' });
  #complaint = $state<string | null>(null);
  /** Of the file that was taken in last: it outlives the loading of the list. */
  #refused = $state<string | null>(null);
  #opened = $state.raw<Opened>({ state: 'none' });
  #files = $state.raw<readonly FileRun[]>([]);
  #chosen = $state.raw<readonly string[]>([]);
  #compared = $state.raw<readonly Compared[]>([]);
  /** Answers to earlier questions are out of date. */
  #asked = 0;
  #pause: ReturnType<typeof setTimeout> | undefined;

  constructor(api: Api) {
    this.#api = api;
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

  get complaint(): string | null {
    return this.#refused ?? this.#complaint;
  }

  get opened(): Opened {
    return this.#opened;
  }

  get files(): readonly FileRun[] {
    return this.#files;
  }

  /** Ids, in the order in which they were chosen for a comparison. */
  get chosen(): readonly string[] {
    return this.#chosen;
  }

  get compared(): readonly Compared[] {
    return this.#compared;
  }

  get hasMore(): boolean {
    return this.#page !== null && this.#entries.length < this.#page.total;
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
    return this.#try(async () => {
      const page = await this.#api.history({ ...this.#query, before: before ?? '' });
      if (number !== this.#asked) return;
      this.#entries = before === undefined ? page.entries : [...this.#entries, ...page.entries];
      this.#page = page;
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

  /** Shows one of them; `null`: the list. */
  async open(id: string | null): Promise<void> {
    if (id === null) {
      this.#opened = { state: 'none' };
      return;
    }
    const file = this.#files.find((one) => one.id === id);
    this.#opened = file ? { state: 'file', id, file } : { state: 'loading', id };
    if (file) return;
    const opened = await this.#api.record(id).then(
      (record): Opened => ({ state: 'kept', id, record }),
      (error: unknown): Opened => ({ state: 'missing', id, message: wordsOf(error) }),
    );
    if (this.#opened.state === 'loading' && this.#opened.id === id) this.#opened = opened;
  }

  /** Takes a file in. Returns the id under which it is open; `null` when it was refused, with a complaint. */
  async take(file: File): Promise<string | null> {
    this.#refused = null;
    try {
      const result = readResultFile(await file.text(), messages.runs.refused);
      const id = `file-${this.#files.length + 1}`;
      this.#files = [...this.#files, { id, fileName: file.name, result }];
      return id;
    } catch (error) {
      const why = error instanceof FileRefused ? error.message : messages.runs.refused.unreadable;
      this.#refused = `${file.name}: ${why}`;
      return null;
    }
  }

  choose(id: string, chosen: boolean): void {
    this.#chosen = chosen ? [...this.#chosen, id] : this.#chosen.filter((one) => one !== id);
    if (this.#chosen.length < 2) this.#compared = [];
  }

  /** Puts the chosen ones side by side. */
  compare(): Promise<void> {
    return this.#try(async () => {
      const sides = await Promise.all(this.#chosen.map((id) => this.#sideOf(id)));
      this.#compared = sides.flatMap((side) => side ?? []);
    });
  }

  async #sideOf(id: string): Promise<Compared | null> {
    const file = this.#files.find((one) => one.id === id);
    if (file) return { name: file.fileName, result: file.result };
    const record = await this.#api.record(id);
    return record.kind === 'run' ? { name: nameOf(record), result: record.document } : null;
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

/** What it is called: by its reader, else by when it was. */
export const nameOf = ({ name, startedAt }: Pick<HistoryEntry, 'name' | 'startedAt'>): string =>
  name ?? whenOf(startedAt);

export const whenOf = (startedAt: string): string =>
  new Date(startedAt).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

function wordsOf(error: unknown): string {
  if (error instanceof ApiError) return error.message;
  throw error;
}
