import type { Result } from '../contract/result.ts';
import { tunedPlan } from './tuned-plan.ts';

/** The rate, commands per second, that every lane is asked for; `null`: they are not asked for the same, or for none. */
export function askedRate({ plan, tunings }: Pick<Result, 'plan' | 'tunings'>): number | null {
  const asked = new Set(tunedPlan(plan, tunings).lanes.map(({ workload }) => workload.rps));
  const [rate = null] = asked;
  return asked.size === 1 ? rate : null;
}
