import type { Result } from '../../../shared/events.ts';

/** Turns a result into text, for a file, stdout or the terminal. Each reporter is one file and a line in index.ts. */
export interface Reporter {
  /** Name of its option, `--json FILE`. */
  id: string;
  report(result: Result, write: (text: string) => void): void;
}
