import type { LaneResult } from '../../shared/contract/lane-result.ts';
import type { RunEvent } from '../../shared/contract/run-events.ts';
import type { ReportedDocument } from '../../shared/report/document.ts';

export type Write = (text: string) => void;

/**
 * Turns a document into text, for a file or stdout, or writes the events of a run as they happen. Each reporter is one
 * file and a line in index.ts.
 */
export interface Reporter {
  /** Name of its option, `--json FILE`. */
  id: string;
  /** For its option's help. */
  help: string;
  /** One file for each lane of a run, with the lane's id before the ending; else one for the whole document. */
  perLane?: boolean;
  report?(document: ReportedDocument, write: Write, lane?: LaneResult): void;
  /** During a run, one event after the other. */
  onEvent?(event: RunEvent, write: Write): void;
}
