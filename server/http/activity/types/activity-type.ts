import type { CurrentRun } from '../../../../shared/contract/http.ts';
import type { RunEvent } from '../../../../shared/contract/run-events.ts';
import type { SearchResult } from '../../../../shared/contract/search.ts';
import type { RecipeResult } from '../../../../shared/contract/recipe.ts';
import type { InProgress, StartOptions } from '../../../engine/run/run-job.ts';
import type { LatestSnapshot, SnapshotReducer } from '../latest-snapshot.ts';

export type ActivityTypeName = CurrentRun['kind'];

/** The outcome of an activity; of a run, the event `run-finished` has it. */
export type Ended =
  | { type: 'lesson-ended'; id: string; result: RecipeResult }
  | { type: 'search-ended'; id: string; result: SearchResult };

export interface Breakdown {
  error: unknown;
  /** Somebody had asked for its end. */
  stopped: boolean;
}

/** What a kind of activity supplies: its start in the engine, and what its events make of its snapshot. */
export interface ActivityType<Order, Event, Snapshot, Outcome> extends SnapshotReducer<Snapshot, Event> {
  readonly name: ActivityTypeName;
  /** The kind that others are told is in progress; absent: its name. */
  nameOf?(order: Order): ActivityTypeName;
  readonly latest: LatestSnapshot<Snapshot, Event>;
  start(order: Order, options: StartOptions<Event>): InProgress<Outcome>;
  /** Whether everybody sees it from here on. What goes wrong earlier is told only to the one who asked for it. */
  isBegun(event: Event): boolean;
  /** The event of a run in this event; `null`: it has none. */
  runEvent(event: Event): RunEvent | null;
  /** Why a run of it broke off without a result, when this event says so. */
  runFailure?(event: Event): Error | null;
  /** Somebody has asked for its end. */
  stopping?(snapshot: Snapshot): Snapshot;
  /** It ended without an outcome; `before`: the snapshot that it replaced. */
  breakOff?(snapshot: Snapshot, cause: Breakdown, before: Snapshot | null): Snapshot | null;
  /** `null`: it says nothing. */
  ended?(id: string, outcome: Outcome): Ended | null;
}
