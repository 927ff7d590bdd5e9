import { mean, standardDeviation } from './statistics.ts';

/** 95 % point of the normal distribution. */
const normal95 = 1.645;
/** Of normal values, standard deviation by mean absolute deviation. */
const perMeanDeviation = Math.sqrt(Math.PI / 2);

/**
 * Coefficient of variation where it is certainly over `least` (a share), else `null`: over what chance makes of `least`
 * in 95 of 100 (chi-square, by Wilson & Hilferty 1931), by standard deviation and by mean absolute deviation alike, so
 * that a single stray slice is not enough.
 */
export function scatterOver(least: number, slices: readonly number[]): number | null {
  const middle = mean(slices);
  if (slices.length < 2 || middle <= 0) return null;
  const cv = standardDeviation(slices) / middle;
  const freedom = slices.length - 1;
  const third = 1 - 2 / (9 * freedom) + normal95 * Math.sqrt(2 / (9 * freedom));
  const chance = Math.sqrt(third ** 3);
  const deviation = mean(slices.map((slice) => Math.abs(slice - middle)));
  const correction = Math.sqrt(slices.length / freedom);
  const byDeviation = (perMeanDeviation * deviation * correction) / middle;
  return Math.min(cv, byDeviation) > least * chance ? cv : null;
}
