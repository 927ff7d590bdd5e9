import type { ProfileFinding } from '../contract/profile.ts';
import { thousandths } from '../statistics/thousandths.ts';

/** A finding with how many units of the program have it. */
export interface CountedFinding {
  finding: ProfileFinding;
  count: number;
}

/**
 * Joins what was found alike in several tests. Each test is a unit with a name of its own, and a line of the program that
 * many of them run is one line to mend. The first test that has it stays its unit; times are the mean of all.
 */
export function joinedOverTests(found: readonly CountedFinding[]): CountedFinding[] {
  const byPlace = new Map<string, CountedFinding[]>();
  for (const one of found) {
    const { code, command, site, others, perUnit, runs, tripsNeeded, reasons } = one.finding;
    const key = JSON.stringify([code, command, site, others, perUnit, runs, tripsNeeded, reasons]);
    const alike = byPlace.get(key);
    if (alike) alike.push(one);
    else byPlace.set(key, [one]);
  }
  return [...byPlace.values()].flatMap((alike) => {
    const [first] = alike;
    if (!first || alike.length === 1) return alike;
    const mean = (of: (finding: ProfileFinding) => number) =>
      thousandths(alike.reduce((sum, { finding }) => sum + of(finding), 0) / alike.length);
    return {
      count: alike.reduce((sum, one) => sum + one.count, 0),
      finding: {
        ...first.finding,
        units: alike.reduce((sum, { finding }) => sum + finding.units, 0),
        waitingMs: mean(({ waitingMs }) => waitingMs),
        savingMs: first.finding.savingMs && [
          mean(({ savingMs }) => savingMs?.[0] ?? 0),
          mean(({ savingMs }) => savingMs?.[1] ?? 0),
        ],
      },
    };
  });
}
