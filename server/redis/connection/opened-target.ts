import type { ServerPlan } from '../../../shared/plan/server-plan.ts';
import type { Target } from './target.ts';

/** A target that can be measured. */
export interface OpenedTarget {
  /** As it is now: a private server listens elsewhere after each start. */
  readonly target: Target;
  /**
   * Makes it ready for a run; only between two runs. Tells what the reader of the result should know: each in a
   * sentence without its full stop, as the warnings of a result.
   */
  prepare(server: ServerPlan | undefined): Promise<string[]>;
  /** Ends what was started for it. */
  stop(): Promise<void>;
}

/** A server that is not ours to start. */
export const alreadyThere = (target: Target): OpenedTarget => ({
  target,
  prepare: () => Promise.resolve([]),
  stop: () => Promise.resolve(),
});
