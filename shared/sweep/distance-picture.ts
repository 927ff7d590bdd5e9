import type { DistanceGain } from '../contract/distance-gain.ts';
import { logGrid } from '../statistics/log-grid.ts';
import { gainingLanes } from './distances.ts';
import { largest, smallest } from '../statistics/extremes.ts';

/** Where things are in the picture of × over distance; 0 to 1 on each axis, y from the bottom. */
export interface DistancePicture {
  /** Of a distance, by its place; lanes stand side by side there, so that their intervals can be told apart. */
  x: (place: number, lane?: number) => number;
  /** Of a ratio, on a logarithmic axis. */
  y: (ratio: number) => number;
  /** The ratio at a height. */
  ratioAt: (y: number) => number;
  ticks: readonly number[];
  /** Ratios that commands in flight allow, each once. */
  limits: readonly number[];
}

/** How far lanes stand apart, as a share of the room of a distance. */
const apart = 0.09;

/** `others`: further ratios that are to be seen, as guesses. */
export function distancePicture(gain: DistanceGain, others: readonly number[] = []): DistancePicture {
  const lanes = gainingLanes(gain);
  const limits = [...new Set(lanes.map(({ limit }) => limit))].filter((limit) => limit > 1);
  const shown = lanes.flatMap(({ points }) =>
    points.flatMap(({ ratio, ci95 }) => [ratio ?? 1, ...(ci95 ?? [])]),
  );
  const all = [1, ...limits, ...shown, ...others].filter((ratio) => ratio > 0);
  const ticks = logGrid(smallest(all), largest(all, 2));
  const [low, high] = [ticks[0] ?? 1, ticks.at(-1) ?? 2].map(Math.log) as [number, number];
  const places = gain.distances.length;
  return {
    x: (place, lane) =>
      (place + 0.5 + (lane === undefined ? 0 : (lane - (lanes.length - 1) / 2) * apart)) / places,
    y: (ratio) => (Math.log(ratio) - low) / (high - low),
    ratioAt: (y) => Math.exp(low + y * (high - low)),
    ticks,
    limits,
  };
}
