import type { LaneResult, Result } from '../../../shared/events.ts';

/** Turns a result into text, for a file, stdout or the terminal. Each reporter is one file and a line in index.ts. */
export interface Reporter {
  /** Name of its option, `--json FILE`. */
  id: string;
  /** For its option's help. */
  help: string;
  /** One file for each lane, with the lane's id before the ending; else one for the whole result. */
  perLane?: boolean;
  report(result: Result, write: (text: string) => void, lane?: LaneResult): void;
}
