import type { Result } from '../contract/result.ts';
import { numbers } from './en/numbers.ts';
import { describeNetwork, tripsDuringLanes } from './network.ts';
import { tunedPlan } from '../plan/tuned-plan.ts';

/**
 * What lay in between: "direct", "20 ms round trip (20.4 ms measured)", and where that was changed, "1 ms round trip →
 * 20 ms round trip (20.4 ms measured)".
 */
export function networkInWords({
  plan,
  tunings,
  lanes,
  environment: { network },
}: Pick<Result, 'plan' | 'tunings' | 'lanes' | 'environment'>): string {
  const atEnd = tunedPlan(plan, tunings).network;
  const words = describeNetwork(atEnd);
  const measured = atEnd ? tripsDuringLanes(lanes, numbers) : null;
  const between = atEnd === plan.network || words === network ? network : `${network} → ${words}`;
  return between + (measured === null ? '' : ` (${measured} measured)`);
}
