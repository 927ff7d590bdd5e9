import { startSpread, valuesByStart } from '../statistics/starts.ts';
import { median } from '../statistics/statistics.ts';
import { normal95 } from '../statistics/student-t.ts';
import { ratioOfMedians, type UnpairedRatio } from './ratio-of-medians.ts';

/** What the slices of a lane gave, in order; NaN: nothing. */
export interface SliceValues {
  values: readonly number[];
  /** How many of them each start of the lane has; `undefined`: there was one. */
  starts: readonly number[] | undefined;
}

/** What two runs have measured of one lane, and the ratio of the later to the earlier. */
export interface TwoSides {
  was: number[];
  is: number[];
  /** `null` where a side is empty. */
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
  return { was: before, is: after, ratio: ratio && (ofStarts ? ratio : overStarts(ratio, 2 * lanes)) };
}

/** With what so many starts make of a ratio, as far as the values of one start each cannot show it. */
function overStarts({ ratio, ci95 }: UnpairedRatio, starts: number): UnpairedRatio {
  const half = normal95 * Math.sqrt(starts) * startSpread;
  const end = (of: number, sign: 1 | -1) => ratio * Math.exp(sign * Math.hypot(Math.log(of / ratio), half));
  return { ratio, ci95: ci95 && [end(ci95[0], -1), end(ci95[1], 1)] };
}
