import type { Result } from '../contract/result.ts';
import { keepsRate } from '../statistics/figures.ts';
import { tunedPlan } from './tuned-plan.ts';

/** The rate, commands per second, that every lane is asked for; `null`: they are not asked for the same, or for none. */
export function askedRate({ plan, tunings }: Pick<Result, 'plan' | 'tunings'>): number | null {
  const asked = new Set(tunedPlan(plan, tunings).lanes.map(({ workload }) => workload.rps));
  const [rate = null] = asked;
  return asked.size === 1 ? rate : null;
}

/**
 * The same, where every lane kept it: throughput is then what was asked for, and tells nothing of which is better.
 * `null`: not so.
 */
export const sustainedRate = (result: Pick<Result, 'plan' | 'tunings' | 'lanes'>): number | null =>
  result.lanes.every(({ rate }) => keepsRate(rate)) ? askedRate(result) : null;
