import type { FindingCode, Profile, ProfileFinding } from '../contract/profile.ts';
import type { Check } from '../report/block.ts';
import { comparators, type Comparator } from '../report/comparator.ts';
import { gateWords, profile as words } from '../words/en/profile.ts';
import type { Asker } from '../words/asker.ts';
import { formatCount } from '../words/format.ts';
import { withFindingIds } from './finding-ids.ts';
import { areUnitsCounted, isUnitWhole, isWhole, leftOutInWords } from './left-out.ts';
import { headlineOf, isStrong, siteInWords } from './report.ts';

export interface ProfileAssertion {
  text: string;
  figure: ProfileFigure;
  unit: string | null;
  comparator: Comparator;
  /** Times in ms. */
  bound: number;
}

const byCode = {
  independent: 'independent-sequence',
  dependent: 'dependent-sequence',
  sequences: 'sequence',
  held: 'held',
  concurrent: 'concurrent',
  batched: 'batched',
} as const satisfies Record<string, FindingCode>;
const ofUnits = {
  tripsPerUnit: 'tripsNow',
  tripsNeeded: 'tripsNeeded',
  commandsPerUnit: 'commands',
  waitingMs: 'waitingMs',
  durationMs: 'durationMs',
} as const;
type SitesFigure = keyof typeof byCode;
type UnitFigure = keyof typeof ofUnits;
export type ProfileFigure = SitesFigure | UnitFigure;

export const isOfUnits = (figure: ProfileFigure): figure is UnitFigure => figure in ofUnits;

export const profileFigures = [...Object.keys(byCode), ...Object.keys(ofUnits)] as ProfileFigure[];

/**
 * True where a profile is as was asserted. What holds only because something was left out is not judged. A profile without
 * a command fails.
 */
export function judgeProfile(
  { text, figure, unit, comparator, bound }: ProfileAssertion,
  profile: Profile,
  asker: Asker = 'command',
): Check {
  const check = (passed: boolean | null, message: string, found: readonly string[] = []): Check => ({
    ...{ name: text, passed, message },
    ...(passed === false && found.length > 0 ? { findings: found } : {}),
  });
  if (profile.commands === 0) return check(false, headlineOf(profile, words));
  if (figure === 'independent' && profile.source === 'proxy')
    return check(null, gateWords.noIndependentByProxy);
  const measured = isOfUnits(figure) ? unitFigure(figure, unit, profile) : sitesOf(figure, profile);
  const leftOut = () => leftOutInWords(profile, asker);
  if (measured === null) {
    if (!isNamedForSure(unit, profile))
      return check(null, `${gateWords.unitNotRecorded(unit ?? '')} ${leftOut()}`);
    const names = profile.units.map(({ name }) => name).slice(0, 8);
    return check(false, gateWords.noUnit(unit ?? '', names));
  }
  const { value, message, isWhole: sawAll, findings } = measured;
  const passed = comparators[comparator].holds(value, bound);
  const limit = isOfUnits(figure) && !passed ? `, ${comparators[comparator].wanted(formatCount(bound))}` : '';
  return sawAll || !mayChange(comparator, value, bound)
    ? check(
        passed,
        message + limit + (passed && figure === 'independent' ? unsureIn(profile) : ''),
        findings.map(({ id }) => id),
      )
    : check(null, gateWords.recordedOnly(message + limit, leftOut()));
}

/** True where more of what was left out may turn the outcome round: figures only grow by it. */
function mayChange(comparator: Comparator, value: number, bound: number): boolean {
  const isReached = comparator === '<' || comparator === '>=' ? value >= bound : value > bound;
  return !isReached;
}

/** `isWhole`: nothing that it is about was left out. */
interface Measured {
  value: number;
  message: string;
  isWhole: boolean;
  /** The findings that it counts, or what could be saved in the unit that it is of. */
  findings: readonly Identified[];
}

type Identified = ReturnType<typeof withFindingIds>[number];

function sitesOf(figure: SitesFigure, profile: Profile): Measured {
  const found = withFindingIds(profile.findings).filter(({ code }) => code === byCode[figure]);
  // One site in several units, or with several callers, is one.
  const sites = new Map(found.toReversed().map((one) => [siteKey(one), one]));
  const named = found.filter((one) => sites.get(siteKey(one)) === one).slice(0, 3);
  return {
    value: sites.size,
    message: [
      String(sites.size),
      ...(named.length > 0 ? [named.map((one) => siteInWords(one)).join('; ')] : []),
    ].join(': '),
    isWhole: isWhole(profile),
    findings: found,
  };
}

/** The number of sequences that may be independent or not. */
function unsureIn({ findings }: Profile): string {
  const sites = new Set(findings.filter(({ code }) => code === 'sequence').map(siteKey));
  return sites.size > 0 ? `; ${gateWords.unsure(sites.size)}` : '';
}

/** A site of a proxy has no line: its keys tell it from others. */
const siteKey = ({ site: { file, line, column }, command, keyPattern }: ProfileFinding): string =>
  JSON.stringify([file, line, column, command, line === 0 ? keyPattern : null]);

/** The figure of the unit of a name, or the largest of all; `null`: none was recorded. */
function unitFigure(figure: UnitFigure, unit: string | null, profile: Profile): Measured | null {
  const field = ofUnits[figure];
  const asked = profile.units.filter(({ name }) => unit === null || name === unit);
  const worst = asked
    .filter(({ recorded }) => recorded > 0)
    .toSorted((one, other) => other[field] - one[field])[0];
  if (!worst) return null;
  return {
    value: worst[field],
    message: gateWords.ofUnit(figure, worst[field], worst.name),
    isWhole: asked.every((one) => isUnitWhole(profile, one)),
    findings: withFindingIds(profile.findings).filter((one) => isStrong(one) && one.unit === worst.name),
  };
}

/** True where a unit of which nothing was recorded did not come at all. */
const isNamedForSure = (unit: string | null, profile: Profile): boolean =>
  isWhole(profile) ||
  (areUnitsCounted(profile) && unit !== null && profile.units.every(({ name }) => name !== unit));

/** Sites of independent commands that an earlier profile has not, by their ids: lines move. */
function newSites(was: Profile, is: Profile): Identified[] {
  const strong = ({ findings }: Profile) => withFindingIds(findings.filter(isStrong));
  const known = new Set(strong(was).map(({ id }) => id));
  return strong(is).filter(({ id }) => !known.has(id));
}

/** A check for each new site, or one that passes; it is not judged where something was left out. */
export function checkNewSites(was: Profile, is: Profile, baseline: string): Check[] {
  const found = newSites(was, is);
  const name = `no new independent sequence since ${baseline}`;
  if (found.length > 0)
    return found.map((finding) => ({
      name,
      passed: false,
      message: [
        gateWords.newSite(siteInWords(finding), finding.command),
        ...(isWhole(was) ? [] : [gateWords.maybeKnown]),
      ].join(' '),
      findings: [finding.id],
    }));
  if (is.source === 'proxy') return [{ name, passed: null, message: gateWords.noIndependentByProxy }];
  return isWhole(is)
    ? [{ name, passed: true, message: gateWords.noNewSite }]
    : [{ name, passed: null, message: gateWords.recordedOnly('none', leftOutInWords(is, 'command')) }];
}
