import type { LaneResult } from '../../shared/contract/lane-result.ts';
import type { Result } from '../../shared/contract/result.ts';
import type { RunEvent } from '../../shared/contract/run-events.ts';

/** Something that a result was held against: an assertion, or the bound of a regression. */
export interface GateCheck {
  /** What was asked, as in `pipeline.p99 < 5ms`. */
  name: string;
  passed: boolean;
  /** What was found, with its figures. */
  message: string;
}

/** What there is to report once a run is over, or of a stored result. */
export interface Report {
  result: Result;
  checks?: readonly GateCheck[];
}

export type Write = (text: string) => void;

interface Option {
  /** Name of its option, `--json FILE`. */
  id: string;
  /** For its option's help. */
  help: string;
}

/** Turns a result into text, for a file, stdout or the terminal. Each reporter is one file and a line in index.ts. */
export interface Reporter extends Option {
  /** One file for each lane, with the lane's id before the ending; else one for the whole result. */
  perLane?: boolean;
  report(report: Report, write: Write, lane?: LaneResult): void;
}

/** Writes during the run, one event after the other. */
export interface EventReporter extends Option {
  onEvent(event: RunEvent, write: Write): void;
}
