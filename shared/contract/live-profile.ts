import type { Profile } from './profile.ts';

/** What was in flight together: a command, a pipeline, a transaction. */
export interface TimelineBar {
  /** From 1, in the order in which they were issued. */
  number: number;
  /** `GET`, or of several `GET, SET`. */
  name: string;
  count: number;
  /** `src/cart.ts:41`; empty: not known. */
  place: string;
  /** From the start of the unit, ms. The end is `null` where no reply came. */
  startMs: number;
  endMs: number | null;
  /** The bar whose reply was followed by it at once, and bars whose replies its arguments came from. */
  after: number | null;
  needs: readonly number[];
}

/** A unit on a line of time. */
export interface Timeline {
  name: string;
  durationMs: number;
  bars: readonly TimelineBar[];
  /** In which nothing was in flight: the time of the program itself, from and to, ms. */
  gaps: readonly (readonly [from: number, to: number])[];
  /** How many bars a long unit has beyond these. */
  left: number;
}

/** A unit that is to be looked at. */
export interface ShownUnit {
  which: 'slowest' | 'median' | 'newest';
  durationMs: number;
  line: Timeline;
}

/** A program that is recorded while it runs, bounded in bytes: what the room Profile shows of it. */
export interface LiveProfile {
  /** As a shell sees it; `null`: the program runs. */
  exitCode: number | null;
  /** Requests, jobs and marks that have ended. */
  units: number;
  /** Whether the findings are of the newest commands alone. At the end they are of all. */
  isOfNewest: boolean;
  /** With the most costly findings, and how many there are beyond them. */
  profile: Profile;
  moreFindings: number;
  shown: ShownUnit[];
}
