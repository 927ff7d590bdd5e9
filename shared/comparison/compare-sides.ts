import { overStarts, valuesByStart } from '../statistics/starts.ts';
import { median } from '../statistics/statistics.ts';
import { ratioOfMedians, type UnpairedRatio } from './ratio-of-medians.ts';

/** What the slices of a lane gave, in order; NaN: nothing. */
export interface SliceValues {
  values: readonly number[];
  /** How many of them each start of the lane has; `undefined`: there was one. */
  starts: readonly number[] | undefined;
}

/** What two runs have measured of one lane, each by its median; `null`: nothing. */
export interface TwoSides {
  was: number | null;
  is: number | null;
  /** Of the later to the earlier; `null` where a side is empty. */
  ratio: UnpairedRatio | null;
}

/**
 * Takes for independent the median of each start, where both sides have several; else the values of the slices. These
 * say nothing of how starts differ, so that the interval is widened by it. `lanes`: how many each value comes from.
 */
export function compareSides(was: SliceValues, is: SliceValues, lanes: 1 | 2): TwoSides {
  const known = (values: readonly number[]) => values.filter((value) => !Number.isNaN(value));
  const ofStarts = [was, is].every(({ starts = [] }) => starts.length > 1);
  const of = ({ values, starts }: SliceValues) =>
    known(ofStarts ? valuesByStart(values, starts, (some) => median(known(some))) : values);
  const [before, after] = [of(was), of(is)];
  const ratio = ratioOfMedians(after, before);
  const middle = (values: readonly number[]) => (values.length === 0 ? null : median(values));
  const sides = { was: middle(before), is: middle(after) };
  if (ratio === null || ofStarts) return { ...sides, ratio };
  const ci95 = ratio.ci95 && overStarts(ratio.ratio, ratio.ci95, 2 * lanes);
  return { ...sides, ratio: { ...ratio, ci95 } };
}
