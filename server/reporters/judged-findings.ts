import type { Profile, ProfileFinding } from '../../shared/contract/profile.ts';
import { withFindingIds } from '../../shared/profile/finding-ids.ts';
import { findingInWords, isStrong, whyOf } from '../../shared/profile/report.ts';
import type { Check } from '../../shared/report/block.ts';
import type { ReportedDocument } from '../../shared/report/document.ts';
import { profile as words } from '../../shared/words/en/profile.ts';

interface JudgedFinding {
  finding: ProfileFinding & { id: string };
  text: string;
  /** error: a check failed for it; warning: a saving or a held command. */
  level: 'error' | 'warning' | 'note';
}

export interface JudgedProfile {
  profile: Profile;
  checks: readonly Check[];
  findings: readonly JudgedFinding[];
}

/** The findings of a profile with how much they matter; `null`: the document is of another kind. */
export function judgedFindings(document: ReportedDocument): JudgedProfile | null {
  if (document.kind !== 'blocks' || !isProfile(document.result)) return null;
  const { result: profile, checks = [] } = document;
  const failed = new Set(checks.flatMap(({ findings = [] }) => findings));
  return {
    ...{ profile, checks },
    findings: withFindingIds(profile.findings).map((finding) => ({
      finding,
      text: [findingInWords(finding, profile, words), whyOf(finding, words)].join(' ').trim(),
      level: failed.has(finding.id)
        ? 'error'
        : isStrong(finding) || finding.code === 'held'
          ? 'warning'
          : 'note',
    })),
  };
}

const isProfile = (result: unknown): result is Profile => (result as Partial<Profile>).kind === 'profile';
