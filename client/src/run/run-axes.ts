import type { Axes } from '../charts/axes.ts';
import type { ScheduleMode } from '../../../shared/contract/enums.ts';
import type { LiveRun } from './live-run.svelte.ts';
import { atSeconds, isWarmUp, laneSeconds, spanSeconds, type Place } from '../charts/series.ts';
import { largest } from '../../../shared/statistics/extremes.ts';

/**
 * Which of its times places a sample: in turns the lane's own, so that lanes which ran one after the other lie
 * over each other; in a race the time since the start.
 */
export const placeOf = (mode: ScheduleMode): Place => (mode === 'turns' ? laneSeconds : atSeconds);

/** The axes that all lanes of a run share. As long as the plan says, so that the lines grow into them. */
export function axesOf(run: LiveRun): Axes {
  const place = placeOf(run.plan.schedule.mode);
  const { warmupMs, durationMs, requests } = run.plan.workload;
  const planned = requests === undefined ? (warmupMs + durationMs) / 1000 : warmupMs / 1000;
  const warmUps = run.lanes.flatMap((lane) => (lane.points > 0 && lane.series.lastWarmUp) || []);
  return {
    xMax: Math.max(planned, endOf(run, place), 1),
    warmUpEnd: largest(warmUps.map(place), warmupMs / 1000),
  };
}

/** The axes by the clock of the run: warm-up is what came before anything counted. */
export function clockAxesOf(run: LiveRun): Axes {
  const warmUps = run.lanes.flatMap((lane) => {
    const firstCounted = lane.points > 0 ? lane.series.firstWhere((sample) => !isWarmUp(sample)) : undefined;
    return firstCounted
      ? atSeconds(firstCounted) - spanSeconds(firstCounted)
      : endOf({ lanes: [lane] }, atSeconds);
  });
  return {
    xMax: Math.max((run.totalMs ?? 0) / 1000, endOf(run, atSeconds), 1),
    warmUpEnd: largest(warmUps, 0),
  };
}

const endOf = ({ lanes }: Pick<LiveRun, 'lanes'>, place: Place): number =>
  largest(
    lanes.flatMap((lane) => (lane.points > 0 && lane.series.last ? place(lane.series.last) : [])),
    0,
  );

/** The axes before there is a run. */
export const emptyAxes: Axes = { xMax: 7, warmUpEnd: 0 };
