import type { Profile, ProfileGap, ProfileUnit } from '../contract/profile.ts';
import { otherUnits } from '../contract/profile-trace.ts';
import type { Asker } from '../words/asker.ts';
import { gateWords } from '../words/en/profile.ts';

/** Gaps through which no command passes unseen. All others are open, a new one included. */
const closed: readonly ProfileGap[] = ['nothing-seen', 'by-connection'];
/** Gaps for which each unit that was left out is counted under its name. */
const counted: readonly ProfileGap[] = ['sampled', 'bounded'];

const uncounted: ReadonlySet<ProfileUnit['kind']> = new Set(['program', 'test']);

const mostNamed = 5;

const openGaps = ({ gaps }: Profile) => gaps.filter((gap) => !closed.includes(gap));

export const isWhole = (profile: Profile): boolean => openGaps(profile).length === 0;

/** True where the names of all units are known, and how many there were of each. */
export const areUnitsCounted = (profile: Profile): boolean =>
  openGaps(profile).every((gap) => profile.source === 'patch' && counted.includes(gap)) &&
  !profile.units.some(({ name }) => name === otherUnits);

/**
 * True where all that units of a name sent was recorded. Of what is sent outside of units, nobody counts the units, and a
 * test is known by the commands that were looked at.
 */
export const isUnitWhole = (profile: Profile, { kind, count, recorded }: ProfileUnit): boolean =>
  isWhole(profile) || (areUnitsCounted(profile) && !uncounted.has(kind) && recorded >= count);

/** Says what a profile does not have, why, and what to do. */
export function leftOutInWords(profile: Profile, asker: Asker): string {
  const units = profile.units.filter(({ count, recorded }) => recorded < count);
  const names = units
    .slice(0, mostNamed)
    .map(({ name, count, recorded }) => gateWords.unitLeftOut(name, recorded, count));
  const more = units.length - names.length;
  const missing = profile.commands - profile.recorded;
  const what = [
    ...names,
    ...(more > 0 ? [gateWords.unitsMore(more)] : []),
    ...(names.length === 0 && missing > 0 ? [gateWords.commandsLeftOut(missing, profile.commands)] : []),
  ];
  const why = openGaps(profile).map((gap) => gateWords.remedy(gap, profile.source, asker));
  return [...(what.length > 0 ? [gateWords.leftOut(what)] : []), ...why].join(' ');
}
