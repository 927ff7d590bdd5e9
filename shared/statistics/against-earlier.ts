import { mean, standardDeviation } from './statistics.ts';
import { studentPoint } from './student-point.ts';
import { normal95 } from './student-t.ts';

/** A figure with its 95 % interval; `null`: it has none. */
export interface Bounded {
  value: number;
  ci95: [low: number, high: number] | null;
}

/** Fewer earlier runs say too little of how runs differ. */
export const leastEarlier = 3;

/**
 * Ratio of a present figure to the geometric mean of earlier runs, with a 95 % prediction interval: all logarithms are
 * of one normal distribution while nothing has changed, so that the difference has a standard deviation of
 * s·√(1 + 1/N), and Student's t has N − 1 degrees of freedom (Hahn & Meeker, Statistical Intervals, 4.8). s is that of
 * the earlier runs, and so includes what starts, slices and the mood of the machine do. Where the present figure is less
 * certain by itself than s, its own interval takes the place of the 1. Values are above 0. `null` for fewer earlier runs
 * than `leastEarlier`.
 */
export function againstEarlier(
  { value, ci95 }: Bounded,
  earlier: readonly number[],
): { ratio: number; ci95: [number, number] } | null {
  const runs = earlier.length;
  if (runs < leastEarlier) return null;
  const logs = earlier.map(Math.log);
  const spread = standardDeviation(logs);
  const own = ci95 ? Math.log(ci95[1] / ci95[0]) / (2 * normal95) : 0;
  const half = studentPoint(0.05, runs - 1) * Math.sqrt(Math.max(spread, own) ** 2 + spread ** 2 / runs);
  const middle = Math.log(value) - mean(logs);
  return { ratio: Math.exp(middle), ci95: [Math.exp(middle - half), Math.exp(middle + half)] };
}
