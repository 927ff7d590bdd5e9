import type { Profile, ProfileFinding, ProfileUnit } from '../contract/profile.ts';
import { withFindingIds } from './finding-ids.ts';
import { isWhole } from './left-out.ts';
import { isStrong } from './report.ts';

/** Figures of a unit in the mean, and how often it came. */
type UnitFigures = Pick<ProfileUnit, 'count' | 'commands' | 'tripsNow' | 'waitingMs' | 'durationMs'>;

interface UnitChange {
  name: string;
  /** `null`: the profile has no such unit that was recorded to its end. */
  was: UnitFigures | null;
  is: UnitFigures | null;
}

/** Two profiles of a program, before and after a change of it. */
export interface ProfileChange {
  units: UnitChange[];
  /** Round trips of all recorded units together, and the time that they wait, ms. */
  trips: { was: number; is: number };
  waitingMs: { was: number; is: number };
  /** True where every unit of the earlier profile came as often in the later one. */
  isSameWork: boolean;
  /** True where neither profile left anything out. */
  isWhole: boolean;
  /** Sequences of independent commands: those of the earlier profile alone, of both, of the later one alone. */
  gone: ProfileFinding[];
  left: ProfileFinding[];
  added: ProfileFinding[];
}

/** Compares two profiles of a program. Findings are matched by their ids, since lines move. */
export function profileChange(was: Profile, is: Profile): ProfileChange {
  const [before, after] = [strongIn(was), strongIn(is)];
  const names = new Set([...was.units, ...is.units].map(({ name }) => name));
  const units = [...names].map((name): UnitChange => ({
    name,
    was: figuresIn(was, name),
    is: figuresIn(is, name),
  }));
  return {
    units,
    trips: { was: Math.round(totalOf(was, 'tripsNow')), is: Math.round(totalOf(is, 'tripsNow')) },
    waitingMs: { was: totalOf(was, 'waitingMs'), is: totalOf(is, 'waitingMs') },
    isSameWork: units.every((unit) => unit.was === null || unit.was.count === unit.is?.count),
    isWhole: isWhole(was) && isWhole(is),
    gone: before.filter(({ id }) => !after.some((one) => one.id === id)),
    left: after.filter(({ id }) => before.some((one) => one.id === id)),
    added: after.filter(({ id }) => !before.some((one) => one.id === id)),
  };
}

const strongIn = ({ findings }: Profile) => withFindingIds(findings.filter(isStrong));

function figuresIn({ units }: Profile, wanted: string): UnitFigures | null {
  const unit = units.find(({ name, recorded }) => name === wanted && recorded > 0);
  if (!unit) return null;
  const { count, commands, tripsNow, waitingMs, durationMs } = unit;
  return { count, commands, tripsNow, waitingMs, durationMs };
}

const totalOf = ({ units }: Profile, figure: 'tripsNow' | 'waitingMs'): number =>
  units.reduce((sum, unit) => sum + unit.recorded * unit[figure], 0);
