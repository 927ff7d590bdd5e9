import { holding } from '../statistics/paired-ratio.ts';
import { overStarts, valuesByStart } from '../statistics/starts.ts';
import { median } from '../statistics/statistics.ts';
import { ratioOfMedians, type UnpairedRatio } from './ratio-of-medians.ts';

/** What the slices of a lane gave, in order; NaN: nothing. */
export interface SliceValues {
  /** What is shown of the lane: its rate, say. */
  shown: number;
  values: readonly number[];
  /** How many of them each start of the lane has; `undefined`: there was one. */
  starts: readonly number[] | undefined;
}

/** What is shown of one lane in two runs; `null`: nothing was measured. */
export interface TwoSides {
  was: number | null;
  is: number | null;
  /** Of the later to the earlier, as they are shown; `null` where a side is empty. */
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
  const medians = ratioOfMedians(after, before);
  const sides = { was: before.length === 0 ? null : was.shown, is: after.length === 0 ? null : is.shown };
  if (medians === null) return { ...sides, ratio: null };
  const wide = medians.ci95 && (ofStarts ? medians.ci95 : overStarts(medians.ratio, medians.ci95, 2 * lanes));
  const ratio = is.shown / was.shown;
  return { ...sides, ratio: { ratio, ci95: wide && holding(wide, ratio) } };
}
