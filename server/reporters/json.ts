import type { ReportedDocument } from '../../shared/report/document.ts';
import { plainJson } from '../terminal/plain-text.ts';
import type { Reporter } from './reporter.ts';

/** All of it, as the schema of results and docs/recipes.md describe it. */
export const json = {
  id: 'json',
  help: 'the result as JSON',
  report(document, write) {
    write(`${plainJson(contentOf(document), 2)}\n`);
  },
} satisfies Reporter;

/** Of a comparison throughput in commands per second, or ratios to the first lane, as `figure` says. */
function contentOf(document: ReportedDocument): unknown {
  if (document.kind === 'trend') return { kind: document.kind, schema: 1, runs: document.lines };
  if (document.kind !== 'comparison') return document.result;
  const { kind, was, comparisons, checks } = document;
  return {
    ...{ kind, schema: 1, was },
    comparisons: comparisons.map(({ is, comparison }) => ({ is, ...comparison })),
    checks,
  };
}
