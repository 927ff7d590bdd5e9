import { traitsOf } from '../contract/strategies.ts';
import type { LanePlan } from '../contract/plan.ts';
import type { StrategyTraits } from '../contract/strategy.ts';

/**
 * Commands that a lane has in flight at once, over all its connections; with callers, those that wait for one as well.
 * `batching`: of a strategy that nobody chooses, which has no traits.
 */
export const commandsInFlight = (
  { strategy, workload: { callers, clients, pipeline } }: Pick<LanePlan, 'strategy' | 'workload'>,
  batching: StrategyTraits['batching'] = traitsOf(strategy)?.batching ?? 'none',
): number => callers ?? clients * (batching === 'none' ? 1 : pipeline);
