import type { Result } from '../../../shared/contract/result.ts';
import type { Plan, Tuning } from '../../../shared/contract/plan.ts';
import type { OpenedTarget } from '../../redis/connection/opened-target.ts';
import type { Target } from '../../redis/connection/target.ts';
import type { InProgress } from './in-progress.ts';
import type { AgentsPlace } from '../agents/coordinator-order.ts';
import type { SliceHook } from '../probes/slice-hook.ts';

/** A plan and where it is measured. */
export interface RunJob {
  plan: Plan;
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
  /** Where agents are found, for a plan that has some. */
  agents?: AgentsPlace;
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
