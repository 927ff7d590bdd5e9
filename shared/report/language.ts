import type { report } from '../words/en/report.ts';
import type { Words } from '../words/words.ts';

export type ReportWords = typeof report;

/** The language of a report's reader. */
export interface ReportLanguage {
  words: Words;
  report: ReportWords;
}
