import type { LanePlan } from '../contract/plan.ts';
import { traitsOf } from '../contract/strategies.ts';

/** Commands that a lane has in flight at once, over all its connections; with callers, those that wait for one as well. */
export const commandsInFlight = ({
  strategy,
  workload: { callers, clients, pipeline },
}: Pick<LanePlan, 'strategy' | 'workload'>): number =>
  callers ?? clients * ((traitsOf(strategy)?.batching ?? 'none') === 'none' ? 1 : pipeline);
