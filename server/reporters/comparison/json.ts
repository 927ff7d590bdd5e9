import { plainJson } from '../../terminal/plain-text.ts';
import type { ComparisonReporter } from './comparison-reporter.ts';

/** All that was compared: throughput in commands per second, or ratios to the first lane, as `figure` says. */
export const comparisonJson: ComparisonReporter = {
  id: 'json',
  help: 'the comparison as JSON',
  report({ was, comparisons, checks }, write) {
    const document = {
      kind: 'comparison',
      schema: 1,
      was,
      comparisons: comparisons.map(({ is, comparison }) => ({ is, ...comparison })),
      checks,
    };
    write(`${plainJson(document, 2)}\n`);
  },
};
