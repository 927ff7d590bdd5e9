import type { report } from '../words/en/report.ts';
import type { TableWords } from '../words/en/tables.ts';
import type { Words } from '../words/words.ts';

export type ReportWords = typeof report;

/** The language in which tables of figures are read. */
export interface TableLanguage {
  words: Words;
  tables: TableWords;
}

/** The language of a report's reader. */
export interface ReportLanguage extends TableLanguage {
  report: ReportWords;
}
