import type { FindingCode, Profile, ProfileFinding } from '../contract/profile.ts';
import type { Check } from '../report/block.ts';
import { gateWords, profile as words } from '../words/en/profile.ts';
import { siteInWords } from './report.ts';

/** An assertion that cannot be read, at a column from 0. */
export class ProfileAssertionInvalid extends Error {
  override readonly name = 'ProfileAssertionInvalid';
  readonly column: number;
  constructor(column: number, message: string) {
    super(message);
    this.column = column;
  }
}

export interface ProfileAssertion {
  text: string;
  figure: string;
  unit: string | null;
  comparator: string;
  bound: number;
}

const byCode: Readonly<Record<string, FindingCode>> = {
  independent: 'independent-sequence',
  dependent: 'dependent-sequence',
  sequences: 'sequence',
  concurrent: 'concurrent',
  batched: 'batched',
};
const ofUnits = {
  tripsPerUnit: 'tripsNow',
  tripsNeeded: 'tripsNeeded',
  commandsPerUnit: 'commands',
  waitingMs: 'waitingMs',
  durationMs: 'durationMs',
} as const;

export const profileFigures = [...Object.keys(byCode), ...Object.keys(ofUnits)];

const form = /^\s*profile\.(\w+)(?:\[(['"])(.*?)\2\])?\s*(<=|>=|==|!=|<|>)\s*(\d+(?:\.\d+)?)\s*(ms)?\s*$/;

/**
 * Reads `profile.independent == 0` or `profile.tripsPerUnit['GET /cart/:id'] <= 3`. Without a unit, a figure of units is
 * the largest of all. Throws ProfileAssertionInvalid.
 */
export function parseProfileAssertion(text: string): ProfileAssertion {
  const found = form.exec(text);
  if (!found)
    throw new ProfileAssertionInvalid(
      0,
      `expected a figure, a comparison and a number, as in profile.independent == 0 or profile.tripsPerUnit['GET /cart/:id'] <= 3`,
    );
  const [, figure = '', , unit = null, comparator = '', bound = ''] = found;
  if (!profileFigures.includes(figure))
    throw new ProfileAssertionInvalid(
      text.indexOf(figure),
      `there is no figure "${figure}"; known are ${profileFigures.join(', ')}`,
    );
  if (unit !== null && figure in byCode)
    throw new ProfileAssertionInvalid(
      text.indexOf('['),
      `"${figure}" counts sites of all units: leave out the [ ]`,
    );
  return { text, figure, unit, comparator, bound: Number(bound) };
}

const holds: Readonly<Record<string, (one: number, other: number) => boolean>> = {
  '<=': (one, other) => one <= other,
  '>=': (one, other) => one >= other,
  '<': (one, other) => one < other,
  '>': (one, other) => one > other,
  '==': (one, other) => one === other,
  '!=': (one, other) => one !== other,
};

/** Whether a profile is as was asserted. A unit that was not seen fails: a gate that has seen nothing is not open. */
export function judgeProfile(
  { text, figure, unit, comparator, bound }: ProfileAssertion,
  profile: Profile,
): Check {
  const { value, message } = measured(figure, unit, profile);
  if (value === null) return { name: text, passed: false, message };
  return { name: text, passed: holds[comparator]?.(value, bound) === true, message };
}

function measured(
  figure: string,
  unit: string | null,
  profile: Profile,
): { value: number | null; message: string } {
  const code = byCode[figure];
  if (profile.commands === 0) return { value: null, message: words.nothingSeen };
  if (code) {
    const sites = profile.findings.filter((finding) => finding.code === code);
    const named = sites.slice(0, 3).map((finding) => siteInWords(finding));
    return {
      value: sites.length,
      message: [String(sites.length), ...(named.length > 0 ? [named.join('; ')] : [])].join(': '),
    };
  }
  const field = ofUnits[figure as keyof typeof ofUnits];
  const units = profile.units.filter(
    ({ name, recorded }) => recorded > 0 && (unit === null || name === unit),
  );
  const worst = units.toSorted((one, other) => other[field] - one[field])[0];
  if (!worst) {
    const names = profile.units.map(({ name }) => name).slice(0, 8);
    return { value: null, message: `no unit "${unit ?? ''}" was recorded; there are ${names.join(', ')}` };
  }
  return {
    value: worst[field],
    message: unit === null ? `${worst[field]} (${worst.name})` : String(worst[field]),
  };
}

/** Sites of independent commands that an earlier profile has not, by function and command: lines move. */
export function newSites(was: Profile, is: Profile): ProfileFinding[] {
  const strong = ({ findings }: Profile) => findings.filter(({ code }) => code === 'independent-sequence');
  const keyOf = ({ site, command, unit }: ProfileFinding) =>
    JSON.stringify([site.file, site.function, command, unit]);
  const known = new Set(strong(was).map(keyOf));
  return strong(is).filter((finding) => !known.has(keyOf(finding)));
}

/** A check for each new site, or one that passes. */
export function checkNewSites(was: Profile, is: Profile, baseline: string): Check[] {
  const found = newSites(was, is);
  const name = `no new independent sequence since ${baseline}`;
  return found.length === 0
    ? [{ name, passed: true, message: gateWords.noNewSite }]
    : found.map((finding) => ({
        name,
        passed: false,
        message: gateWords.newSite(siteInWords(finding), finding.command),
      }));
}
