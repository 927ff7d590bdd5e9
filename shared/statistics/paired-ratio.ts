import type { Comparison } from '../contract/result.ts';
import { locateMiddle } from './location.ts';
import { valuesByStart } from './starts.ts';
import { mean } from './statistics.ts';

/** Commands per second that stand for none at all. */
export const leastRate = 0.001;

/** Its ends are so many times apart, or more: an interval that says nothing. */
const saysNothing = 10_000;

/** Returns true for a ratio whose value and interval are positive and finite. */
export const isStatable = ({ ratio, ci95 }: Pick<PairedRatio, 'ratio' | 'ci95'>): boolean =>
  [ratio, ...(ci95 ?? [])].every((value) => value > 0 && value < Infinity) &&
  (ci95 === null || ci95[1] / ci95[0] < saysNothing);

/** Two lanes by slices of the same rounds, before anything is concluded from it. */
export interface PairedRatio {
  ratio: number;
  ci95: [number, number] | null;
  /** Pairs of slices. */
  pairs: number;
  /** How likely chance alone takes the ratio of equal lanes this far from 1. */
  chance: number;
}

/** The ratio without an interval that says nothing; `null` where the ratio itself cannot be stated. */
function stated(ratio: PairedRatio): PairedRatio | null {
  if (isStatable(ratio)) return ratio;
  const alone = { ...ratio, ci95: null, chance: 1 };
  return isStatable(alone) ? alone : null;
}

/**
 * Logarithms of the ratios of slices of the same rounds, one for each start where there are several. Unpaired slices
 * at the end are left out, and rounds in which neither did anything.
 */
export function pairedLogs(
  slices: readonly number[],
  baseline: readonly number[],
  starts?: readonly number[],
): { values: readonly number[]; pairs: number } {
  const logs = slices.slice(0, baseline.length).map((ours, pair) => {
    const theirs = baseline[pair] ?? NaN;
    // A slice in which nothing came back is as slow as can be told, and not left out.
    return ours > 0 || theirs > 0 ? Math.log((ours || leastRate) / (theirs || leastRate)) : NaN;
  });
  const known = (values: readonly number[]) => values.filter((value) => !Number.isNaN(value));
  return {
    values: known(valuesByStart(logs, starts, (some) => mean(known(some)))),
    pairs: known(logs).length,
  };
}

/**
 * Ratio of two lanes from slices measured in the same rounds: the middle of the logarithms of the paired ratios,
 * with its interval (duet benchmarking, arXiv 2001.05811; Kalibera & Jones 2013). `starts`: how many slices each start
 * of the lanes has, where they were started several times; the interval is then that of the starts. Slices that scatter
 * over orders of magnitude have no interval. `null` for no pairs.
 */
export function pairedRatio(
  slices: readonly number[],
  baseline: readonly number[],
  starts?: readonly number[],
): PairedRatio | null {
  const { values, pairs } = pairedLogs(slices, baseline, starts);
  if (pairs === 0) return null;
  const { middle, ci95, chance } = locateMiddle(values);
  return stated({
    ratio: Math.exp(middle),
    ci95: ci95 && [Math.exp(ci95[0]), Math.exp(ci95[1])],
    pairs,
    chance,
  });
}

/** A lane with the rate that the fit over all lanes gives it. */
export interface FittedLane {
  /** Commands per second. */
  estimate: number;
  /** Commands per second, by round. */
  slices: readonly number[];
  starts?: readonly number[] | undefined;
}

/**
 * Ratio of two lanes of one fit: the quotient of their estimates, with the interval of their paired rounds, which is
 * widened to hold it. `null` as `pairedRatio`.
 */
export function fittedRatio(lane: FittedLane, baseline: FittedLane): PairedRatio | null {
  const paired = pairedRatio(lane.slices, baseline.slices, baseline.starts);
  return paired && withRatio(paired, lane.estimate / baseline.estimate);
}

/** With the ratio that is shown in place of that of the pairs; `null` where it cannot be stated. */
export function withRatio(paired: PairedRatio, ratio: number): PairedRatio | null {
  const { ci95 } = paired;
  return stated({ ...paired, ratio, ci95: ci95 && holding(ci95, ratio) });
}

/** An interval, widened to hold a value. */
export const holding = ([low, high]: readonly [number, number], value: number): [number, number] => [
  Math.min(low, value),
  Math.max(high, value),
];

/** The same with what can be concluded of these two alone. */
export function compareFitted(lane: FittedLane, baseline: FittedLane): Outcome | null {
  const ratio = fittedRatio(lane, baseline);
  return ratio && concluded(ratio, true);
}

type Outcome = Pick<Comparison, 'ratio' | 'ci95' | 'outcome' | 'pairs'>;

/** One lane against one other. `null` as `pairedRatio`. */
export function compareSlices(
  slices: readonly number[],
  baseline: readonly number[],
  starts?: readonly number[],
): Outcome | null {
  const ratio = pairedRatio(slices, baseline, starts);
  return ratio && concluded(ratio, true);
}

/** `apart`: whether the lanes may be told apart, by however many there are. */
function concluded({ ratio, ci95, pairs }: PairedRatio, apart: boolean): Outcome {
  const outcome = ci95 && ci95[0] > 1 ? 'faster' : ci95 && ci95[1] < 1 ? 'slower' : 'inconclusive';
  if (apart || ci95 === null) return { ratio, ci95, outcome, pairs };
  return { ratio, ci95: [Math.min(ci95[0], 1), Math.max(ci95[1], 1)], outcome: 'inconclusive', pairs };
}

/** The sentences about a family of lanes may all be true in at least 95 % of runs. */
const mostFalse = 0.05;

/**
 * What can be said of lanes that were compared with the same baseline, so that in at most 5 % of runs any of it is
 * false (Holm 1979): the clearest has to be unlikely by chance among all of them, the next among the others, until
 * one is not. Intervals of those that are not told apart reach to 1 (Strassburger & Bretz 2008).
 */
export function concludeFamily(ratios: readonly PairedRatio[]): Outcome[] {
  const clearest = ratios.toSorted((one, other) => one.chance - other.chance);
  const first = clearest.findIndex(({ chance }, index) => chance * (ratios.length - index) > mostFalse);
  const apart = new Set(first < 0 ? clearest : clearest.slice(0, first));
  return ratios.map((ratio) => concluded(ratio, apart.has(ratio)));
}
