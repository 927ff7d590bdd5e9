import { logGrid } from '../../../shared/statistics/log-grid.ts';
import { largest, smallest } from '../../../shared/statistics/extremes.ts';

/** Where a logarithmic axis begins and ends, and the figures on it. */
export interface LogAxis {
  min: number;
  max: number;
  ticks: readonly number[];
}

/** An axis that holds all values with some room; it changes seldom. Values that are not above 0 have no place. */
export function logAxis(values: readonly number[], most = 9): LogAxis {
  const placed = values.filter((value) => value > 0 && Number.isFinite(value));
  const [low, high] = placed.length > 0 ? [smallest(placed), largest(placed)] : [1, 10];
  const grid = logGrid(low / 1.1, high * 1.1);
  const powers = grid.filter((value) => Number.isInteger(Math.log10(value)));
  return {
    min: grid[0] ?? 1,
    max: grid.at(-1) ?? 10,
    ticks: grid.length > most && powers.length > 1 ? powers : grid,
  };
}

/** An axis of batch sizes: those that were tried are the figures on it, as far as there is room for them. */
export function depthAxis(depths: readonly number[]): LogAxis {
  const tried = [...new Set([1, ...depths])].sort((a, b) => a - b);
  const highest = tried.at(-1) ?? 1;
  const ticks: number[] = [];
  for (const depth of tried) if (depth >= 1.7 * (ticks.at(-1) ?? 0)) ticks.push(depth);
  return { min: 0.8, max: Math.max(4, highest) * 1.4, ticks };
}

/** Width of a digit in the type of the charts, and the least gap between two figures, pixels. */
const [digitPixels, gapPixels] = [7.5, 6];

/** The ticks whose figures do not touch each other; `pixels`: how wide the axis is. The highest tick stays. */
export function ticksApart(
  { min, max, ticks }: LogAxis,
  pixels: number,
  inWords: (tick: number) => string,
): number[] {
  const widthOf = (tick: number) => digitPixels * inWords(tick).length;
  const kept: number[] = [];
  for (const tick of ticks.toReversed()) {
    const next = kept[0];
    const room = next === undefined ? Infinity : (Math.log(next / tick) / Math.log(max / min)) * pixels;
    if (room >= gapPixels + (widthOf(tick) + widthOf(next ?? tick)) / 2) kept.unshift(tick);
  }
  return kept;
}
