import { appendFileSync } from 'node:fs';
import type { Write } from '../../reporters/reporter.ts';

/**
 * Adds a report in Markdown to the summary of the step of a GitHub workflow, where GITHUB_STEP_SUMMARY names its
 * file. Gives what went wrong, if anything: a measurement is not lost over it.
 */
export function addToStepSummary(report: (write: Write) => void, env: NodeJS.ProcessEnv): string | null {
  const file = env['GITHUB_STEP_SUMMARY'];
  if (!file) return null;
  const parts: string[] = [];
  report((text) => parts.push(text));
  try {
    appendFileSync(file, `${parts.join('')}\n`);
    return null;
  } catch (error) {
    return `GITHUB_STEP_SUMMARY: ${error instanceof Error ? error.message : String(error)}`;
  }
}
