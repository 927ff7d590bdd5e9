import type { Check } from '../../../shared/report/block.ts';
import type { ReportedDocument } from '../../../shared/report/document.ts';
import { isStrong } from '../../../shared/profile/report.ts';
import { judgedFindings, type JudgedProfile } from '../../reporters/judged-findings.ts';
import { repositoryPath } from '../../reporters/repository-path.ts';
import { plainText } from '../../terminal/plain-text.ts';

/** GitHub shows so many of each level for a step. */
const most = 10;

/**
 * Commands of a GitHub workflow that put the findings of a profile on their lines in the diff: as errors where a check
 * failed for them, as warnings where nothing was checked. Failed checks of a measurement are errors of the step, and
 * those that a second measurement cleared are warnings. Empty elsewhere. GitHub reads both streams of a step.
 */
export function annotationsOf(document: ReportedDocument): string {
  if (process.env['GITHUB_ACTIONS'] !== 'true') return '';
  const judged = judgedFindings(document);
  const lines = judged ? ofProfile(judged) : ofChecks(('checks' in document && document.checks) || []);
  return lines
    .slice(0, most)
    .map((line) => `${line}\n`)
    .join('');
}

const ofChecks = (checks: readonly Check[]): string[] =>
  checks
    .filter(({ passed, tookTwo }) => passed === false || tookTwo)
    .map((check) =>
      check.passed === false
        ? annotation('error', check.message, { title: titleOf([check]) })
        : annotation('warning', check.message, { title: check.name }),
    );

function ofProfile({ checks, findings }: JudgedProfile): string[] {
  const failed = checks.filter(({ passed }) => passed === false);
  const shown = checks.length > 0 ? findings.filter(({ level }) => level === 'error') : findings;
  return [
    ...shown
      .filter(({ finding }) => checks.length > 0 || isStrong(finding))
      .map(({ finding: { id, site }, text }) =>
        annotation(checks.length > 0 ? 'error' : 'warning', text, {
          ...placeOf(site),
          title: titleOf(failed.filter(({ findings: ids = [] }) => ids.includes(id))),
        }),
      ),
    ...failed
      .filter(({ findings: ids = [] }) => ids.length === 0)
      .map((check) => annotation('error', check.message, { title: titleOf([check]) })),
  ];
}

const titleOf = (failed: readonly Check[]): string =>
  failed.length === 0 ? 'Redis round trips' : `Failed: ${failed.map(({ name }) => name).join('; ')}`;

/** Without a file where its place is no file of the repository: the text names it. */
function placeOf({ file, line, column }: { file: string; line: number; column: number }) {
  const path = line === 0 ? null : repositoryPath(file);
  return path === null ? {} : { file: path, line, col: column };
}

function annotation(
  level: 'error' | 'warning',
  message: string,
  properties: Readonly<Record<string, string | number>>,
): string {
  const listed = Object.entries(properties).map(([name, value]) => `${name}=${asProperty(String(value))}`);
  return `::${level} ${listed.join(',')}::${asData(message)}`;
}

/** Escapes a value as @actions/core does; carriage returns are not in plain text. */
const asData = (text: string): string => plainText(text).replaceAll('%', '%25').replaceAll('\n', '%0A');
const asProperty = (text: string): string => asData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
