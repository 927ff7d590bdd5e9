import type { Report } from '../../shared/report/block.ts';
import { comparisonReport } from '../../shared/report/comparison.ts';
import type { ReportedDocument } from '../../shared/report/document.ts';
import type { ReportLanguage } from '../../shared/report/language.ts';
import { recipeReport } from '../../shared/report/recipe.ts';
import { runReport } from '../../shared/report/run.ts';
import { searchReport } from '../../shared/report/search.ts';
import { trendReport } from '../../shared/report/trend.ts';
import { english as words } from '../../shared/words/en/index.ts';
import { recipeLanguage } from '../../shared/sweep/en/index.ts';
import { report } from '../../shared/words/en/report.ts';
import { tables } from '../../shared/words/en/tables.ts';
import { search } from '../../shared/words/en/search.ts';

/** Files and terminals are read in English. */
export const english: ReportLanguage = { words, report, tables };

/** A document as its blocks. */
export function reportOf(document: ReportedDocument): Report {
  switch (document.kind) {
    case 'run':
      return runReport(document.result, document.checks ?? [], english);
    case 'recipe':
      return recipeReport(document.result, document.checks ?? [], recipeLanguage, english);
    case 'search':
      return searchReport(document.result, search, english);
    case 'comparison':
      return comparisonReport(document, english);
    case 'trend':
      return trendReport(document);
    case 'blocks':
      return document.report;
  }
}
