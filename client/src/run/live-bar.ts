import type { BarFigures } from './bar-scale.ts';
import type { LaneView } from './lane-view.svelte.ts';
import type { LiveRun } from './live-run.svelte.ts';

/** Turns shorter than this change too fast to be followed by eye, ms. */
const leastSeenMs = 250;

/** True where the row shows whose turn it is. */
export const hasTurnsToSee = ({ plan }: LiveRun): boolean =>
  plan.schedule.mode === 'race' || plan.schedule.sliceMs >= leastSeenMs;

/** The bar of a lane with the interval that its ratio has so far. */
export function liveBar(run: LiveRun, lane: LaneView): BarFigures {
  const bar = run.barOf(lane);
  const { ratio } = run.figuresOf(lane);
  const interval = bar.interval ?? (bar.counts && run.bars.unit === 'ratio' ? (ratio?.ci95 ?? null) : null);
  return { ...bar, interval };
}
