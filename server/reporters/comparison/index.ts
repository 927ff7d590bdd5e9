import type { ComparisonReporter } from './comparison-reporter.ts';
import { comparisonJson } from './json.ts';
import { comparisonMarkdown } from './markdown.ts';

/** Every report of a comparison; the options of `compare` follow from this list. */
export const comparisonReporters: readonly ComparisonReporter[] = [comparisonJson, comparisonMarkdown];
