import type { Axes } from '../charts/axes.ts';
import type { ScheduleMode } from '../../../shared/contract/enums.ts';
import type { LiveRun } from './live-run.svelte.ts';
import type { Point } from '../charts/series.ts';

/**
 * Which of its times places a point: in turns the lane's own, so that lanes which ran one after the other lie
 * over each other; in a race the time since the start.
 */
export const placeOf = (mode: ScheduleMode) => (point: Point) =>
  mode === 'turns' ? point.laneSeconds : point.atSeconds;

/** The axes that all lanes of a run share. As long as the plan says, so that the lines grow into them. */
export function axesOf(run: LiveRun): Axes {
  const place = placeOf(run.plan.schedule.mode);
  const { warmupMs, durationMs, requests } = run.plan.workload;
  const planned = requests === undefined ? (warmupMs + durationMs) / 1000 : warmupMs / 1000;
  let [end, warmUpEnd] = [0, warmupMs / 1000];
  for (const lane of run.lanes) {
    const { last, lastWarmUp } = lane.points > 0 ? lane.series : { last: undefined, lastWarmUp: undefined };
    if (last) end = Math.max(end, place(last));
    if (lastWarmUp) warmUpEnd = Math.max(warmUpEnd, place(lastWarmUp));
  }
  return { xMax: Math.max(planned, end, 1), warmUpEnd };
}

/** The axes before there is a run. */
export const emptyAxes: Axes = { xMax: 7, warmUpEnd: 0 };
