import { appendFileSync } from 'node:fs';
import { markdown } from '../reporters/markdown.ts';
import type { Report } from '../reporters/reporter.ts';

/**
 * Adds the Markdown report to the summary of the step of a GitHub workflow, where GITHUB_STEP_SUMMARY names its
 * file. Gives what went wrong, if anything: a measurement is not lost over it.
 */
export function addToStepSummary(report: Report, env: NodeJS.ProcessEnv): string | null {
  const file = env['GITHUB_STEP_SUMMARY'];
  if (!file) return null;
  const parts: string[] = [];
  markdown.report(report, (text) => parts.push(text));
  try {
    appendFileSync(file, `${parts.join('')}\n`);
    return null;
  } catch (error) {
    return `GITHUB_STEP_SUMMARY: ${error instanceof Error ? error.message : String(error)}`;
  }
}
