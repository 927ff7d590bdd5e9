import { hodgesLehmann, signedRankChance, signedRankInterval, walshAverages } from './signed-rank.ts';
import { inBlocks, mean, standardDeviation } from './statistics.ts';
import { studentT95, studentTail } from './student-t.ts';

/** Where the middle of some values lies. */
export interface Location {
  /** Hodges and Lehmann's estimate. */
  middle: number;
  /** 95 %; `null` for fewer than two values. */
  ci95: [number, number] | null;
  /** How likely chance alone puts the middle as far from 0; 1 where nothing is known. */
  chance: number;
}

/** From so many values on the signed-rank test has steps fine enough, also for one of twelve lanes. */
const enoughForRanks = 10;

/** Walsh averages grow with the square: of more values, means of neighbours are taken. */
const mostRanked = 100;

/**
 * The middle of values that scatter alike to both sides: Student's t for fewer than ten, the exact signed-rank test
 * for more. docs/calibration.md has how often its interval misses. NaN for no values.
 */
export function locateMiddle(values: readonly number[]): Location {
  const count = values.length;
  if (count >= enoughForRanks) {
    const ranked = inBlocks(values, mostRanked, mean);
    const averages = walshAverages(ranked);
    return {
      middle: hodgesLehmann(averages),
      ci95: signedRankInterval(averages, ranked.length),
      chance: signedRankChance(averages, ranked.length),
    };
  }
  const middle = hodgesLehmann(walshAverages(values));
  if (count < 2) return { middle, ci95: null, chance: 1 };
  const centre = mean(values);
  const error = standardDeviation(values) / Math.sqrt(count);
  const half = studentT95(count - 1) * error;
  const chance = error > 0 ? studentTail(centre / error, count - 1) : centre === 0 ? 1 : 0;
  return { middle, ci95: [Math.min(centre - half, middle), Math.max(centre + half, middle)], chance };
}
