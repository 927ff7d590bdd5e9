import type { Result, RunEvent } from '../../../shared/contract/events.ts';
import type { Plan, Tuning } from '../../../shared/contract/schemas.ts';
import type { Target } from '../../redis/connection/target.ts';
import type { AroundSlice } from '../probes/around-slice.ts';
import { RunInProgress } from './run-in-progress.ts';

/** A plan being carried out. */
export interface Run {
  readonly id: string;
  readonly plan: Plan;
  /** Resolves with the result once all is drained and cleaned up; rejects only when the set-up failed. */
  readonly finished: Promise<Result>;
  /** Ends the run early: drains, keeps what was measured, removes the keys. */
  stop(): void;
  /**
   * Changes settings of all lanes; they follow within one slice. Throws InvalidInput, or NoRunToTune before the first
   * event, after the last slice and once the run is being stopped.
   */
  tune(tuning: Tuning): void;
  /** Moves some slots of a private cluster to another master. Throws InvalidInput where there are none to move. */
  moveSlots(): void;
}

export interface RunOptions {
  /** Called with each event, in order, at once. It must not throw and should be quick: it runs in the engine's thread. */
  onEvent?: (event: RunEvent) => void;
  /** The plan is Roundtrip's own, and the server private: its custom command may be any. */
  trusted?: boolean;
  /** What was worth knowing before the run began; the first of the result's warnings. */
  warnings?: readonly string[];
  /** Stands around each slice: it is given what carries the slice out, and is to call it. */
  around?: AroundSlice;
  /** The server ends right after the run, and its keys with it: they need not be removed one by one. */
  serverEnds?: boolean;
}

/**
 * Carries a plan out on a target. Nothing is sent before every lane is ready. The first event is `run-started`,
 * the last `run-finished`; there are none when the set-up fails: then `finished` rejects with the reason
 * (InvalidInput for a plan that cannot be met, TargetUnusable, or the error of the lane that got no connection).
 */
export function startRun(plan: Plan, target: Target, options: RunOptions = {}): Run {
  return new RunInProgress(plan, target, options);
}
