import { mean } from './statistics.ts';
import { normal95, normalTail } from './student-t.ts';

/**
 * One value for each start of the lanes, from values in order and how many of them each start has. JIT and memory come
 * to lie otherwise at each start, so that values of one start are alike: only starts are independent. With one start,
 * the values themselves.
 */
export function valuesByStart(
  values: readonly number[],
  starts: readonly number[] | undefined,
  middle: (ofStart: readonly number[]) => number = mean,
): readonly number[] {
  if (starts === undefined || starts.length < 2) return values;
  let from = 0;
  return starts.flatMap((count) => {
    const ofStart = values.slice(from, (from += count));
    return ofStart.length > 0 ? [middle(ofStart)] : [];
  });
}

/**
 * By how much the speed of a lane differs from start to start: standard deviation of its logarithm. Two equal servers,
 * one lane on each, 12 starts of 20 pairs of slices: that of the ratio was 0.034, by which a lane has 0.024.
 */
const startSpread = 0.03;

const ofTwoLanes = Math.SQRT2 * startSpread;

/**
 * How likely chance alone takes the ratio of equal lanes this far from 1, with what one start makes of each: slices of
 * one start say nothing of the next. The ratio of several starts has that in its interval already.
 */
export function chanceOverStarts(
  { ratio, ci95, chance }: { ratio: number; ci95: readonly [number, number] | null; chance: number },
  starts: readonly number[] | undefined,
): number {
  if (ci95 === null || (starts?.length ?? 1) > 1) return chance;
  const error = Math.log(ci95[1] / ci95[0]) / (2 * normal95);
  return Math.max(chance, normalTail(Math.log(ratio) / Math.hypot(error, ofTwoLanes)));
}

/**
 * The 95 % interval of a value that the speeds of so many lanes are in, each with one start, with what a start makes of
 * them: slices of one start do not show it.
 */
export function overStarts(value: number, ci95: readonly [number, number], lanes: number): [number, number] {
  const half = normal95 * Math.sqrt(lanes) * startSpread;
  const end = (of: number, sign: 1 | -1) => value * Math.exp(sign * Math.hypot(Math.log(of / value), half));
  return [end(ci95[0], -1), end(ci95[1], 1)];
}
