import type { DistanceGain, DistanceLane } from '../../../../shared/contract/distance-gain.ts';
import { laneLabel } from '../../../../shared/words/lane-labels.ts';

/** In the reader's language; lanes that differ in more than their strategy have names of their own. */
export function laneName(
  lane: DistanceLane,
  { plan, lanes }: DistanceGain,
  labelOf: (strategy: string) => string,
): string {
  const own = plan.lanes.find(({ id }) => id === lane.lane)?.label;
  const alike = lanes.filter(({ strategy, client }) => strategy === lane.strategy && client === lane.client);
  return own ?? (alike.length > 1 ? `${lane.label} (${lane.lane})` : laneLabel(labelOf(lane.strategy), lane));
}
