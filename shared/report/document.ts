import type { ResultComparison } from '../comparison/compare-results.ts';
import type { RecipeResult } from '../contract/recipe.ts';
import type { Result } from '../contract/result.ts';
import type { SearchResult } from '../contract/search.ts';
import type { TrendLine } from '../contract/trend.ts';
import type { Check, Report } from './block.ts';

/** Later results held against an earlier one, each by its file. */
export interface ComparisonDocument {
  kind: 'comparison';
  was: string;
  comparisons: readonly { is: string; comparison: ResultComparison }[];
  checks: readonly Check[];
}

/** The lines of a trend file. */
export interface TrendDocument {
  kind: 'trend';
  file: string;
  lines: readonly TrendLine[];
}

/** What can be reported. */
export type ReportedDocument =
  | { kind: 'run'; result: Result; checks?: readonly Check[] }
  | { kind: 'recipe'; result: RecipeResult; checks?: readonly Check[] }
  | { kind: 'search'; result: SearchResult }
  | ComparisonDocument
  | TrendDocument
  /** Any other, which brings its blocks. */
  | { kind: 'blocks'; report: Report; result: unknown; checks?: readonly Check[] };

export type RunDocument = Extract<ReportedDocument, { kind: 'run' }>;
