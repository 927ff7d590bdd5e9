import type { Result } from '../contract/result.ts';
import { english } from './en/index.ts';
import { tripsDuringLanes } from './network.ts';
import { describeNetwork } from './settings.ts';
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
  const words = describeNetwork(atEnd, english);
  const measured = atEnd ? tripsDuringLanes(lanes, english.numbers) : null;
  const between = atEnd === plan.network || words === network ? network : `${network} → ${words}`;
  return between + (measured === null ? '' : ` (${measured} measured)`);
}
