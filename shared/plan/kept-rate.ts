import type { Result } from '../contract/result.ts';
import { keepsRate } from '../statistics/keeps-rate.ts';
import { tunedPlan } from './tuned-plan.ts';

/**
 * The rate, commands per second, where every lane was asked for the same and kept it: throughput is then what was
 * asked for, and tells nothing of which is better. `null`: not so.
 */
export function keptRate({
  plan,
  tunings,
  lanes,
}: Pick<Result, 'plan' | 'tunings' | 'lanes'>): number | null {
  const asked = new Set(tunedPlan(plan, tunings).lanes.map(({ workload }) => workload.rps));
  const [rate] = asked;
  const isKept = asked.size === 1 && lanes.every((lane) => keepsRate(lane.rate));
  return rate !== undefined && isKept ? rate : null;
}
