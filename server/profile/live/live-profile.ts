import type { LiveProfile } from '../../../shared/contract/live-profile.ts';
import type { Profile } from '../../../shared/contract/profile.ts';
import { shownUnit, type ChosenUnit } from '../../../shared/profile/timeline.ts';

/** Of each part, bytes; together with the rest of it at most 128 KiB. */
const mostBytes = { findings: 40_000, units: 16_000, shown: 64_000 };
const most = { findings: 30, units: 30 };

interface Standing extends Pick<LiveProfile, 'exitCode' | 'units' | 'isOfNewest'> {
  profile: Profile;
  chosen: readonly ChosenUnit[];
}

/** What is sent of a profile while it grows: what costs most, as far as it fits. */
export function liveProfile({ profile, chosen, ...standing }: Standing): LiveProfile {
  const findings = fitting(profile.findings.slice(0, most.findings), mostBytes.findings);
  return {
    ...standing,
    profile: { ...profile, findings, units: fitting(profile.units.slice(0, most.units), mostBytes.units) },
    moreFindings: profile.findings.length - findings.length,
    shown: fitting(chosen.map(shownUnit), mostBytes.shown),
  };
}

function fitting<Item>(items: readonly Item[], bytes: number): Item[] {
  let left = bytes;
  return items.filter((item) => {
    left -= Buffer.byteLength(JSON.stringify(item));
    return left >= 0;
  });
}
