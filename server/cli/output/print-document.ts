import { appendFileSync } from 'node:fs';
import type { Report, Check } from '../../../shared/report/block.ts';
import { checksInWords } from '../../../shared/report/checks.ts';
import type { ReportedDocument } from '../../../shared/report/document.ts';
import { markdown } from '../../reporters/markdown.ts';
import { reportOf } from '../../reporters/report-of.ts';
import { messageOf } from '../../../shared/words/message-of.ts';
import type { Outputs } from './outputs.ts';
import { reportText } from './report-text.ts';
import type { Terminal, TerminalLook } from './terminal.ts';
import { annotationsOf } from './annotations.ts';
import { columns } from './columns.ts';

/** Of documents whose text is as wide on every terminal that has room for it. */
export const sameEverywhere = { columns: 98, colour: false };

const narrowed = ({ columns }: TerminalLook): TerminalLook => ({
  ...sameEverywhere,
  columns: Math.min(sameEverywhere.columns, columns ?? Infinity),
});

/** The report of a document, without its checks. */
export function printReport(
  document: ReportedDocument,
  stream: 'stdout' | 'stderr',
  terminal: Terminal,
): void {
  const look = terminal.look(stream);
  reportText(reportOf(document), document.kind === 'run' ? look : narrowed(look), terminal.styled[stream]);
}

/**
 * Writes a document where it is read: on the terminal, in the diff and the summary of a GitHub workflow, in files.
 * `also`: what stands below it on the terminal. Throws as `Outputs.report`.
 */
export function printDocument(
  document: ReportedDocument,
  outputs: Outputs,
  {
    quiet = false,
    also = [],
    stream = outputs.takeStdout ? 'stderr' : 'stdout',
  }: { quiet?: boolean; also?: readonly Report[]; stream?: 'stdout' | 'stderr' },
  terminal: Terminal,
): void {
  const checks = ('checks' in document && document.checks) || [];
  const open = checks.filter(({ passed }) => passed === null);
  for (const { name, message } of open) terminal.stderr(`Not judged: ${name}: ${message}\n`);
  if (quiet) terminal.stderr(checks.some(isFailed) ? checksText(checks, isFailed) : '');
  else {
    printReport(document, stream, terminal);
    for (const report of also) reportText(report, narrowed(terminal.look(stream)), terminal.styled[stream]);
    terminal[stream](checksText(checks));
  }
  terminal.stderr(annotationsOf(document) + addToStepSummary(document));
  outputs.report(document);
}

const isFailed = ({ passed }: Check): boolean => passed === false;

/** The sum of all checks, and a line for each that is shown: whether it passed, what was asked, what was found. */
function checksText(checks: readonly Check[], isShown = (_check: Check): boolean => true): string {
  if (checks.length === 0) return '';
  const rows = checks
    .filter(isShown)
    .map(({ name, passed, message }) => [
      passed === null ? 'not judged' : passed ? 'passed' : 'FAILED',
      name,
      message,
    ]);
  return `\nChecks: ${checksInWords(checks)}\n${columns(rows, ['left', 'left', 'left'])}`;
}

/**
 * Adds a report in Markdown to the summary of the step of a GitHub workflow, whose file the environment names. Returns
 * what went wrong, a line: a measurement is not lost over it.
 */
function addToStepSummary(document: ReportedDocument): string {
  const file = process.env['GITHUB_STEP_SUMMARY'];
  if (!file) return '';
  const parts: string[] = [];
  markdown.report(document, (text) => parts.push(text));
  try {
    appendFileSync(file, `${parts.join('')}\n`);
    return '';
  } catch (error) {
    return `GITHUB_STEP_SUMMARY: ${messageOf(error)}\n`;
  }
}
