import type { LaneResult } from '../contract/lane-result.ts';

/** The last commands of a slice are answered after it: that much of a rate may be missing. */
const mostOfRate = 0.98;

/** Whether a lane of an open loop did what it was asked for; a lane of a closed loop was asked for no rate. */
export const keepsRate = (rate: LaneResult['rate']): boolean =>
  rate !== null && !rate.growing && rate.achieved >= mostOfRate * rate.offered;
