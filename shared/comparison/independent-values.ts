import { valuesByStart } from '../statistics/starts.ts';
import { median } from '../statistics/statistics.ts';

/** What the slices of a lane gave, in order; NaN: nothing. */
export interface SliceValues {
  values: readonly number[];
  /** How many of them each start of the lane has; `undefined`: there was one. */
  starts: readonly number[] | undefined;
}

/**
 * Of each side, what an interval may take for independent: the median of each start where both have several, so that
 * how starts differ is known; else the values of the slices.
 */
export function independentValues(...sides: readonly [SliceValues, SliceValues]): [number[], number[]] {
  const known = (values: readonly number[]) => values.filter((value) => !Number.isNaN(value));
  const ofStarts = sides.every(({ starts = [] }) => starts.length > 1);
  const of = ({ values, starts }: SliceValues) =>
    known(ofStarts ? valuesByStart(values, starts, (some) => median(known(some))) : values);
  return [of(sides[0]), of(sides[1])];
}
