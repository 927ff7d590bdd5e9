import { reportText } from '../../server/cli/output/report-text.ts';
import { reportOf } from '../../server/reporters/report-of.ts';
import type { Reporter } from '../../server/reporters/reporter.ts';
import type { LaneResult } from '../../shared/contract/lane-result.ts';
import { english } from '../../shared/words/en/index.ts';
import { say } from '../../shared/words/words.ts';
import type { ReportedDocument, RunDocument } from '../../shared/report/document.ts';

type Reported = ReportedDocument | (Omit<RunDocument, 'kind'> & { kind?: undefined });

const documentOf = (reported: Reported): ReportedDocument =>
  reported.kind === undefined ? { ...reported, kind: 'run' } : reported;

/** All that a reporter writes of a document; of a run where none is named. */
export function reported(reporter: Reporter, document: Reported, lane?: LaneResult): string {
  let text = '';
  reporter.report?.(documentOf(document), (part) => (text += part), lane);
  return text;
}

/** The same on a terminal. */
export function shownOnTerminal(document: Reported, columns: number | null = null, colour = false): string {
  let text = '';
  reportText(reportOf(documentOf(document)), { columns, colour }, (part) => (text += part));
  return text;
}

/** What bounds a lane, and what would help. */
export function verdictInWords({ verdict }: Pick<LaneResult, 'verdict'>): string {
  const { sentence, advice } = say(verdict, english.verdict);
  return `${sentence} ${advice}`;
}

/** What there is to know of the whole run or of a lane. */
export const warningsInWords = ({ warnings }: Pick<LaneResult, 'warnings'>): string[] =>
  warnings.map((warning) => say(warning, english.warning));
