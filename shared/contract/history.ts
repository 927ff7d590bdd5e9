import type { SearchResult } from '../contract/search.ts';
import type { Result, Sample } from './events.ts';
import type { KeptLesson } from './lesson.ts';

/** What is kept: a single run, a lesson (the result of a recipe), a search for a batch size. */
export const entryKinds = ['run', 'lesson', 'search'] as const;
export type EntryKind = (typeof entryKinds)[number];

/** A line in the list of what was kept, newest first. */
export interface HistoryEntry {
  /** Of the run, the lesson or the search. */
  id: string;
  kind: EntryKind;
  /** What its reader called it; `null`: nothing yet. */
  name: string | null;
  tags: string[];
  /** ISO 8601. */
  startedAt: string;
  finishedAt: string;
  state: Result['state'];
  /** Id of the target; of a lesson the id of its recipe. */
  about: string;
  /** One line made of its figures, for the list. */
  summary: string;
  lanes: { id: string; label: string; strategy: string; throughput: number | null; p99Ms: number | null }[];
  /** Size of its document and samples as they are stored. */
  bytes: number;
}

/** `GET /api/history?search=&kind=&tag=&limit=&before=`. `before`: entries older than that one. */
export interface HistoryPage {
  entries: HistoryEntry[];
  /** That match, on all pages. */
  total: number;
  /** All tags in use, in alphabetical order. */
  tags: string[];
  /** Why what is measured now is not kept, in a sentence. Absent: it is kept. */
  off?: string;
}

/** `GET /api/history/:id`: an entry with all that is known of it. */
export type HistoryRecord = HistoryEntry &
  (
    | { kind: 'run'; document: Result; samples: Sample[] }
    | { kind: 'lesson'; document: KeptLesson }
    | { kind: 'search'; document: SearchResult }
  );

/** `PATCH /api/history/:id`: what its reader may change. `name: null` takes the name away. */
export interface HistoryChange {
  name?: string | null;
  tags?: string[];
}

/**
 * `GET /api/history/:id/export/:format` answers with a file; `POST /api/export/:format` with the same of a result
 * that comes in the body, such as one from a file.
 */
export const exportFormats = ['json', 'csv', 'markdown', 'html'] as const;
export type ExportFormat = (typeof exportFormats)[number];
