import { randomBytes } from 'node:crypto';
import type { Result } from '../../../shared/contract/result.ts';
import type { Plan, Tuning } from '../../../shared/contract/plan.ts';
import type { OpenedTarget, Target } from '../../redis/connection/target.ts';
import type { AgentsPlace } from '../agents/agents-place.ts';
import type { SliceHook } from '../lane/turn.ts';
import type { CodeOfLanes } from '../lane/lane-code.ts';

export interface InProgress<Result> {
  readonly id: string;
  /**
   * Resolves once everything is drained and cleaned up. Rejects when the set-up failed, or when there is nothing to
   * conclude anything from.
   */
  readonly finished: Promise<Result>;
}

export interface StartOptions<Event> {
  /** Ends it early: what is in flight is drained, what was measured is kept. */
  signal?: AbortSignal;
  /** Called with each event, in order, at once. It must not throw and must be quick: it runs in the engine's thread. */
  onEvent?: (event: Event) => void;
}

/** When it was started, and letters that nothing else of that second has: `20260102T030405-1a2b3c4d`. */
export const newActivityId = (startedAt: Date, letters = randomBytes(4).toString('hex')): string =>
  `${startedAt.toISOString().replace(/[-:]|\..*/g, '')}-${letters}`;

export interface RunJob {
  plan: Plan;
  /** The name that the caller gives the run. */
  name?: string | undefined;
  /** One that was opened is made ready first, once the plan is found to be right. */
  target: Target | OpenedTarget;
  /** Targets that lanes may name beside that of the plan. Private servers with settings of a plan are started for the run. */
  others?: readonly (Target | OpenedTarget)[];
  /** The plan is Roundtrip's own, and the server private: its custom command may be any. */
  trusted?: boolean;
  /** Stands around each slice: it is given what carries the slice out, and is to call it. */
  around?: SliceHook;
  /** Called while the keys that lanes read are written, before the first event, a few times a second: how many are, and will be. */
  onFilling?: (keys: number, of: number) => void;
  agents?: AgentsPlace;
  /** Of the lanes that are code of the user: no plan says where that is. */
  code?: CodeOfLanes | undefined;
  /** The server ends right after the run, and its keys with it: they need not be removed one by one. */
  serverEnds?: boolean;
}

/** A run that has been started; what can be changed in it while it is in progress. */
export interface Run extends InProgress<Result> {
  /**
   * Changes settings of all lanes: the round in progress is void and begins again with them. Throws InvalidInput, also
   * where a server that evicts has no room for them, or NoRunToTune before the first event, after the last slice and once the run is being stopped.
   */
  tune(tuning: Tuning): void;
  /** Moves some slots of a private cluster to another master. Throws InvalidInput where there are none to move. */
  moveSlots(): void;
}

/** Settings cannot be changed: the run has not begun to measure, or no longer does. */
export class NoRunToTune extends Error {
  constructor() {
    super('No run is in progress that could be tuned.');
    this.name = 'NoRunToTune';
  }
}
