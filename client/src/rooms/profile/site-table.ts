import type { Profile, ProfileFinding } from '../../../../shared/contract/profile.ts';
import { siteInWords, whyOf } from '../../../../shared/profile/report.ts';
import type { TableBlock } from '../../../../shared/report/block.ts';
import type { ProfileMessages } from '../../messages/profile/en.ts';

/** Lines of the program, the most costly first, with what a batch would save, or why nothing is said of that. */
export function siteTable(
  findings: Profile['findings'],
  { sites, columns, report }: Pick<ProfileMessages, 'sites' | 'columns' | 'report'>,
): Pick<TableBlock, 'title' | 'columns' | 'rows'> {
  const { msShort } = report.numbers;
  const saving = ({ savingMs }: ProfileFinding) =>
    savingMs === null
      ? ''
      : `${msShort((savingMs[0] + savingMs[1]) / 2)} (${savingMs.map(msShort).join(' – ')})`;
  return {
    title: sites,
    columns: [
      { label: columns.place, unit: 'text' },
      { label: columns.command, unit: 'text' },
      { label: columns.perUnit, unit: 'count' },
      { label: columns.waiting, unit: 'text', isRight: true },
      { label: columns.saving, unit: 'text', isRight: true },
      { label: columns.why, unit: 'text', isProse: true },
    ],
    rows: findings.map((finding) => [
      { text: siteInWords(finding, report), below: [{ text: finding.unit }] },
      finding.command.split('/').join(', '),
      finding.perUnit,
      msShort(finding.waitingMs),
      saving(finding),
      whyOf(finding, report),
    ]),
  };
}
