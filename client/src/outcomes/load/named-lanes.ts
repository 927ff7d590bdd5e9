import type { LoadCurve, LoadLane } from '../../../../shared/contract/load-curve.ts';
import { laneLabel } from '../../../../shared/words/lane-labels.ts';
import type { PageSession } from '../../connection/page-session.svelte.ts';

/** With lanes named in the reader's language; those that differ in more than their strategy have names of their own. */
export function withNamedLanes(load: LoadCurve, session: Pick<PageSession, 'labelOf'>): LoadCurve {
  const isAlike = (one: LoadLane, other: LoadLane) =>
    one.strategy === other.strategy && one.client === other.client;
  const ownNameOf = ({ lane }: LoadLane) => load.plan.lanes.find(({ id }) => id === lane)?.label;
  const nameOf = (lane: LoadLane) =>
    ownNameOf(lane) ??
    (load.lanes.filter((other) => isAlike(lane, other)).length > 1
      ? `${lane.label} (${lane.lane})`
      : laneLabel(session.labelOf(lane.strategy), lane));
  return { ...load, lanes: load.lanes.map((lane) => ({ ...lane, label: nameOf(lane) })) };
}
