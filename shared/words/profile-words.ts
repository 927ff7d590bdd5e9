import type {
  FindingCode,
  Profile,
  ProfileFinding,
  ProfileUnit,
  ReasonCode,
  Unpatched,
} from '../contract/profile.ts';
import type { Numbers } from './numbers.ts';

export type ProfiledKind = ProfileUnit['kind'];

/** A finding with what a sentence about it needs. */
export type SaidFinding = Pick<
  ProfileFinding,
  'perUnit' | 'units' | 'runs' | 'command' | 'waitingMs' | 'tripsNeeded' | 'savingMs'
> & {
  place: string;
  /** Of what a blocking command held. */
  held?: string;
  kind: ProfiledKind;
  durationMs: number;
};

type CutUnits = NonNullable<ProfileUnit['cut']>;
type Source = Profile['source'];
type UnitColumn = 'unit' | 'count' | 'duration' | 'waiting' | 'commands' | 'tripsNow' | 'tripsNeeded';

/** What is said of a profile in a language, in reports and on the page. */
export interface ProfileWords {
  numbers: Numbers;
  /** What is said of a finding. */
  finding: Readonly<Record<FindingCode, (finding: SaidFinding) => string>>;
  /** Why it is said. */
  reason: Readonly<Record<ReasonCode, string>>;
  /** Where a reason stands in the source, and what is called there; empty: nothing is. */
  spot: (place: string, name: string) => string;
  /** Behind the place of a wrapper: who called it. */
  from: (place: string) => string;
  /** Behind places: how many others there are. */
  more: (count: number) => string;
  title: (program: string) => string;
  nothingFound: (units: string) => string;
  /** Where each unit was cut. */
  noneToItsEnd: string;
  nothingSeen: string;
  couldNotRecord: string;
  noNode: string;
  nothingSeenWhy: Readonly<Record<Source, string>>;
  unitsOf: (count: number, kind: ProfiledKind) => string;
  recorded: (recorded: number, of: number) => string;
  cost: (share: number, tookMs: number) => string;
  proxyCost: (proxy: NonNullable<Profile['proxy']>) => string;
  byConnection: string;
  burstsLeftOut: string;
  unread: (count: number) => string;
  cluster: string;
  sampled: string;
  bounded: string;
  /** `cause`: the kind of the first fault, as `ENOSPC` or `TypeError`. */
  recorderFault: (count: number, cause: string) => string;
  longUnits: string;
  manyPlaces: string;
  noPlaces: string;
  unfinished: string;
  cut: string;
  notRecorded: string;
  /** In place of the figures of units that were all cut. */
  firstOf: (cut: CutUnits) => string;
  /** Behind a finding in units of which some were cut. */
  cutUnits: (cut: CutUnits, kind: ProfiledKind) => string;
  units: string;
  columns: Readonly<Record<UnitColumn, string>>;
  findings: string;
  mend: (place: string) => string;
  /** The sentence below a patch: the round trips that are left of those of a unit; if `repeated`, each time that the loop runs. */
  patched: (trips: number, of: number, repeated: boolean) => string;
  /** The sentence about findings whose patch is not shown. */
  morePatches: (count: number) => string;
  /** The sentence where there is no patch: why, with the line and the name that are in its way. */
  unpatched: Readonly<Record<Unpatched['why'], (line: number, name: string) => string>>;
}
