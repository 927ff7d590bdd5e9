import type { Report } from '../../../shared/report/block.ts';
import type { ReportedDocument } from '../../../shared/report/document.ts';
import { markdown } from '../../reporters/markdown.ts';
import { reportOf } from '../../reporters/report-of.ts';
import { checksText } from './checks-text.ts';
import type { Outputs } from './outputs.ts';
import { reportText } from './report-text.ts';
import { addToStepSummary } from './step-summary.ts';
import type { Terminal } from './terminal.ts';

/** Of documents whose text is as wide on every terminal. */
export const sameEverywhere = { columns: 98, colour: false };

/**
 * Writes a document where it is read: on the terminal, in the summary of a step, in files. `also`: what stands below it
 * on the terminal. Throws as `Outputs.report`.
 */
export function printDocument(
  document: ReportedDocument,
  outputs: Outputs,
  { quiet = false, also = [] }: { quiet?: boolean; also?: readonly Report[] },
  terminal: Terminal,
): void {
  const checks = ('checks' in document && document.checks) || [];
  const stream = outputs.takeStdout ? 'stderr' : 'stdout';
  if (quiet) terminal.stderr(checksText(checks.filter(({ passed }) => !passed)));
  else {
    const look = document.kind === 'run' ? terminal.look(stream) : sameEverywhere;
    reportText(reportOf(document), look, terminal.styled[stream]);
    for (const report of also) reportText(report, sameEverywhere, terminal.styled[stream]);
    terminal[stream](checksText(checks));
  }
  const noSummary = addToStepSummary((write) => {
    markdown.report(document, write);
  }, process.env);
  if (noSummary !== null) terminal.stderr(`${noSummary}\n`);
  outputs.report(document);
}
