import type { ProfileFinding } from '../contract/profile.ts';

/**
 * A name for each finding that stays the same where lines move: made of what is said, the file, the function and the
 * commands. Of findings that are equal in these, each after the first has its number, in the order of their lines. The
 * pattern of keys is part of it where there is no line, as with a proxy: in a program it is known only once three keys
 * were seen, so that an id would depend on the data.
 */
export function withFindingIds(findings: readonly ProfileFinding[]): (ProfileFinding & { id: string })[] {
  const ids = new Map<ProfileFinding, string>();
  const times = new Map<string, number>();
  for (const finding of findings.toSorted(byPlace)) {
    const base = baseOf(finding);
    const time = (times.get(base) ?? 0) + 1;
    times.set(base, time);
    ids.set(finding, time === 1 ? base : `${base}:${time}`);
  }
  return findings.map((finding) => ({ ...finding, id: ids.get(finding) ?? '' }));
}

const baseOf = ({ code, site: { file, function: name, line }, command, keyPattern }: ProfileFinding) =>
  [code, file, name, command, ...(line === 0 && keyPattern !== null ? [keyPattern] : [])].join(':');

/** One line may be a finding in several units. */
const byPlace = (one: ProfileFinding, other: ProfileFinding): number =>
  one.site.line - other.site.line ||
  one.site.column - other.site.column ||
  (one.unit < other.unit ? -1 : Number(one.unit > other.unit));
