import type { LaneResult } from '../contract/lane-result.ts';

/** The last commands of a slice are answered after it: that much of a rate may be missing. */
const keptRate = 0.98;

/** Whether a lane of an open loop did what it was asked for; a lane of a closed loop was asked for no rate. */
export const keepsRate = (rate: LaneResult['rate']): boolean =>
  rate !== null && !rate.growing && rate.achieved >= keptRate * rate.offered;

/**
 * The rate, commands per second, where every one of these lanes was asked for it and kept it: throughput is then what
 * was asked for, and tells nothing of which is better. `null`: not so.
 */
export function rateKeptByAll(lanes: readonly Pick<LaneResult, 'rate'>[]): number | null {
  const rates = lanes.flatMap(({ rate }) => (rate !== null && keepsRate(rate) ? [rate.offered] : []));
  const [first] = rates;
  return first !== undefined && rates.length === lanes.length ? first : null;
}
