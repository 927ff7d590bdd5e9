import { largest, smallest } from '../../../../shared/statistics/extremes.ts';

/** An axis of ratios, logarithmic, so that twice and half are equally far from 1. */
export interface RatioAxis {
  /** From the left, %. */
  at: (ratio: number) => number;
  ticks: readonly number[];
}

/** At least so far to either side of 1: equal runs do not look far apart. */
const least = 1.05;
/** Closer to 1 than this, in pixels, an end has no room for its figure. */
const roomForTick = 48;

/** Holds 1 and all `ratios`, with some room; its ends and 1 are the figures on it. `pixels`: how wide it is. */
export function ratioAxis(ratios: readonly number[], pixels: number): RatioAxis {
  const placed = ratios.filter((ratio) => ratio > 0 && Number.isFinite(ratio));
  const [low, high] = [smallest(placed, 1 / least), largest(placed, least)].map(Math.log);
  const [from = 0, to = 1] = [low, high];
  const width = (to - from) * 1.04;
  const start = from - (to - from) * 0.02;
  const at = (ratio: number) => (100 * (Math.log(ratio) - start)) / width;
  const ends = [from, to].filter((end) => Math.abs(end) * pixels > roomForTick * width).map(Math.exp);
  return { at, ticks: [1, ...ends].sort((a, b) => a - b) };
}
