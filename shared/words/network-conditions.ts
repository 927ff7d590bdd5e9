import type { Result } from '../contract/result.ts';
import { describeNetwork } from './network.ts';
import { tunedPlan } from '../plan/tuned-plan.ts';

/** What lay in between: "direct", "20 ms round trip", and where that was changed, "1 ms round trip → 20 ms round trip". */
export function networkInWords({
  plan,
  tunings,
  environment: { network },
}: Pick<Result, 'plan' | 'tunings' | 'environment'>): string {
  const atEnd = tunedPlan(plan, tunings).network;
  const words = describeNetwork(atEnd);
  return atEnd === plan.network || words === network ? network : `${network} → ${words}`;
}
