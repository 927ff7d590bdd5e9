/** Schemas of the document, by name. */
export type SchemaName =
  'Plan' | 'Result' | 'Problem' | 'HistoryChange' | 'HistoryPage' | 'LessonOrder' | 'Started' | 'Stopped';

/** One thing that can be asked of the server over HTTP. */
export interface Operation {
  method: 'get' | 'post' | 'patch' | 'delete';
  /** With its parameters in braces. */
  path: string;
  group: 'Server' | 'Runs' | 'Lessons' | 'Batch size' | 'History' | 'Joining' | 'Documentation';
  summary: string;
  /** Needs the presenter's token wherever there is one. */
  presenter?: true;
  /** What the body holds, or just that it is JSON. */
  body?: SchemaName | 'object';
  query?: Readonly<Record<string, string>>;
  /** Of success. */
  status: 200 | 201 | 202 | 204;
  answer?: SchemaName | 'object' | 'list' | { type: string };
  /** Further answers, each with an error in the body. */
  errors?: readonly (400 | 401 | 404 | 409 | 413 | 502 | 503)[];
}
