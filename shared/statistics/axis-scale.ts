import { linearTicks, logTicks } from './axis-ticks.ts';
import { largest, smallest } from './extremes.ts';

export interface AxisScale {
  isLog: boolean;
  ticks: number[];
  /** 0 to 1. */
  place: (value: number) => number;
  within: (value: number) => boolean;
}

/**
 * A scale with room for all values, none of them below 0: from 0 up, or logarithmic where they differ by more than
 * `mostLinear` times. `isFromLeast`: it begins at the smallest, as an axis of settings does.
 */
export function axisScale(
  values: readonly number[],
  { isFromLeast = false, mostLinear = 30 }: { isFromLeast?: boolean; mostLinear?: number } = {},
): AxisScale {
  const [low, high] = [smallest(values, Infinity), largest(values, 0)];
  const isLog = low > 0 && high / low > mostLinear;
  const ticks = isLog ? logTicks(low, high) : linearTicks(high, 4);
  const [from, to] = isFromLeast ? [low, high] : [ticks[0] ?? 0, ticks.at(-1) ?? 1];
  const place = (value: number) => {
    if (!isLog) return to > from ? (value - from) / (to - from) : 0;
    return (Math.log(Math.max(value, from)) - Math.log(from)) / (Math.log(to) - Math.log(from));
  };
  return { isLog, ticks, place, within: (value) => value >= from && value <= to };
}
