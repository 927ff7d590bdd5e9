import type { NetworkPlan } from '../../../shared/contract/plan.ts';
import type { Messages } from './en.ts';

/** What lies between client and server: "direct", or "20 ms round trip, 2 ms jitter, 100 Mbit/s". */
export function networkForReader(network: NetworkPlan | undefined, messages: Messages): string {
  const text = messages.network;
  if (!network) return text.direct;
  const { rttMs, jitterMs, bandwidthMbit, by } = network;
  return [
    ...(by === 'kernel' ? [text.kernel] : []),
    ...(by === 'kernel' && rttMs === 0 ? [] : [text.roundTrip(rttMs)]),
    ...(jitterMs > 0 ? [text.jitter(jitterMs)] : []),
    ...(bandwidthMbit === undefined
      ? []
      : [`${messages.words.numbers.count(bandwidthMbit)} ${messages.plan.bandwidthMbit.unit}`]),
  ].join(', ');
}
