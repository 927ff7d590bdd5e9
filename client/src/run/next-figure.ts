import type { LaneView } from './lane-view.svelte.ts';
import type { LiveRun } from './live-run.svelte.ts';
import { largest } from '../../../shared/statistics/extremes.ts';

/** Up to this round trip a row has a new figure about every second, ms. */
const nearRttMs = 12;

/** Round trips that a turn takes beside its time: it drains, and INFO is asked before and after it. */
const tripsOfTurn = 4;

/**
 * Seconds until a lane has its next figure, by the time between its last two; `null`: it has one every second, or none
 * is expected.
 */
export function nextFigureIn(run: LiveRun, lane: LaneView): number | null {
  const rttMs = largest(run.lanes.map(({ plan }) => (plan.network ?? run.plan.network)?.rttMs ?? 0));
  if (!run.running || run.plan.schedule.mode === 'race' || lane.error !== null || rttMs <= nearRttMs)
    return null;
  const [before, last] = lane.newestTurns(2).slice(-2);
  const roundMs =
    before && last
      ? last.last.atMs - before.last.atMs
      : run.lanes.length * (run.plan.schedule.sliceMs + tripsOfTurn * rttMs);
  const lastMs = (last ?? before)?.last.atMs ?? 0;
  const leftMs = lastMs + roundMs - run.clock.elapsedMs;
  return leftMs > 0 ? Math.ceil(leftMs / 1000) : null;
}
