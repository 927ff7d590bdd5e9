import type { Throughput } from '../contract/figures.ts';
import { locateMiddle } from './location.ts';
import { holding } from './paired-ratio.ts';
import { valuesByStart } from './starts.ts';
import { mean, median, standardDeviation } from './statistics.ts';

/** 95 % interval of the middle of `values`, widened to hold their median; `null` for fewer than two. */
export function interval95(values: readonly number[]): [number, number] | null {
  const { ci95 } = locateMiddle(values);
  const typical = median(values);
  return ci95 && holding(ci95, typical);
}

/** Of the medians of several starts, widened to hold the median of all slices. */
function intervalOfStarts(slices: readonly number[], starts: readonly number[]): [number, number] | null {
  const interval = interval95(valuesByStart(slices, starts, median));
  const typical = median(slices);
  return interval && holding(interval, typical);
}

/** The throughput of a lane before the fit over all lanes. */
export type SlicesInFigures = Omit<Throughput, 'estimate'>;

/** With the rate that the fit over all lanes gives it, commands per second, which its interval holds. */
export const withEstimate = (throughput: SlicesInFigures, estimate: number): Throughput => ({
  ...throughput,
  estimate,
  ci95: throughput.ci95 && holding(throughput.ci95, estimate),
});

/**
 * What the slices of a lane say of its throughput; `starts`: how many of them each start of the lane has, where there
 * were several. `null` for no slices. An interval that reaches 0 says nothing: there is none.
 */
export function summariseThroughput(
  slices: readonly number[],
  starts: readonly number[] = [],
): SlicesInFigures | null {
  if (slices.length === 0) return null;
  const middle = mean(slices);
  const stddev = standardDeviation(slices);
  const interval = intervalOfStarts(slices, starts);
  return {
    median: median(slices),
    mean: middle,
    stddev,
    cv: middle > 0 ? stddev / middle : 0,
    ci95: interval && interval[0] > 0 ? interval : null,
    slices: [...slices],
    ...(starts.length > 1 ? { starts: [...starts] } : {}),
  };
}
