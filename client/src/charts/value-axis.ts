import type { Numbers } from '../../../shared/words/numbers.ts';
import { logGrid } from '../../../shared/statistics/log-grid.ts';
import { roundUp } from './axes.ts';

/** The vertical axis of a chart: how far it reaches, and how its values are written. */
export interface ValueAxis {
  type: 'linear' | 'logarithmic';
  min: number;
  max: number;
  tick: (value: number, numbers: Numbers) => string;
  /** A value that somebody points at, with its unit. */
  exact: (value: number, numbers: Numbers) => string;
}

/** How an axis writes its values. */
export type Writing = Pick<ValueAxis, 'tick' | 'exact'>;

/** From 0 to the next round value above `most`; to `least` where that is enough. */
export const linearAxis = (most: number, writing: Writing, least = 0): ValueAxis => ({
  ...writing,
  type: 'linear',
  min: 0,
  max: most <= least ? least : roundUp(most * 1.04),
});

/** How many ticks can be told apart on the height of a chart. */
const mostTicks = 9;

/** Around `least` and `most`, both above 0, between values of 1, 2, 5 × 10ⁿ; a decade at the least. */
export function logarithmicAxis(least: number, most: number, writing: Writing): ValueAxis {
  const grid = least > 0 && most >= least ? logGrid(least, most) : [0.1, 10];
  const [min = 0.1, max = min] = [grid[0], grid.at(-1)];
  return { ...writing, type: 'logarithmic', min, max: Math.max(max, min * 10) };
}

/** Ticks of a logarithmic axis: 1, 2, 5 of each decade, or decades alone where those are too many. */
export function ticksOf({ type, min, max }: ValueAxis): number[] | null {
  if (type === 'linear') return null;
  const within = logGrid(min, max).filter((value) => value <= max * (1 + 1e-9));
  return within.length <= mostTicks ? within : within.filter((value) => isDecade(value));
}

const isDecade = (value: number) => Math.abs(Math.log10(value) - Math.round(Math.log10(value))) < 1e-9;
