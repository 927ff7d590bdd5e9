import type { LiveSample } from '../../../shared/contract/live.ts';
import type { Axes } from '../charts/axes.ts';
import { atSeconds, spanSeconds } from '../charts/series.ts';
import type { LiveRun } from './live-run.svelte.ts';
import { clockAxesOf } from './run-axes.ts';
import { largest } from '../../../shared/statistics/extremes.ts';

/** Seconds on the axis of a run without an end, the newest ones, while it is in progress. */
const windowSeconds = 60;

/** Axes by the clock of a run, with what does not count after its changes. */
export function liveAxesOf(run: LiveRun): Axes {
  const axes = clockAxesOf(run);
  const uncounted = run.tunings.map(({ atMs }, index): readonly [number, number] => [
    atMs / 1000,
    countsAgainAt(run, index + 1) ?? newestAt(run),
  ]);
  const isEndless = run.running && run.totalMs === null;
  const end = isEndless ? Math.max(axes.xMax, windowSeconds / 3) : axes.xMax;
  return { ...axes, uncounted, xMin: isEndless ? Math.max(0, end - windowSeconds) : 0, xMax: end };
}

const newestAt = ({ lanes }: LiveRun): number =>
  largest(
    lanes.flatMap(({ points, series }) => (points > 0 && series.last ? atSeconds(series.last) : [])),
    0,
  );

/** The moment at which every running lane has a counted turn of this revision or a later one, s; `null`: not yet. */
function countsAgainAt({ lanes, running }: LiveRun, revision: number): number | null {
  const starts = lanes.flatMap(({ points, series, error }) => {
    if (points === 0) return [];
    for (let number = series.first; number < series.total; number++) {
      const sample = series.at(number);
      if (sample && sample.settings.revision >= revision && sample.notCounted === null)
        return [startOf(sample)];
    }
    return error === null ? [Infinity] : [];
  });
  const last = largest(
    starts.filter((start) => !(start === Infinity && !running)),
    0,
  );
  return last > 0 && Number.isFinite(last) ? last : null;
}

const startOf = (sample: LiveSample): number => atSeconds(sample) - spanSeconds(sample);
