import type { ResultComparison } from '../../../shared/comparison/compare-results.ts';
import type { GateCheck, Write } from '../reporter.ts';

/** Later results held against an earlier one. */
export interface ComparisonReport {
  /** File of the earlier result. */
  was: string;
  /** Each later one, by its file. */
  comparisons: readonly { is: string; comparison: ResultComparison }[];
  checks: readonly GateCheck[];
}

/** Turns a comparison into text, for a file or stdout. Each reporter is one file and a line in index.ts. */
export interface ComparisonReporter {
  /** Name of its option, `--json FILE`. */
  id: string;
  /** For its option's help. */
  help: string;
  report(report: ComparisonReport, write: Write): void;
}
