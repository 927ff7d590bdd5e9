import type { GuessBin } from '../../../../shared/contract/guesses.ts';

/** Where a value lies in a row of bins that are drawn equally wide: 0 at its beginning, 1 at its end. */
export function placeInBins(bins: readonly GuessBin[], value: number): number {
  const index = bins.findLastIndex(({ from }) => from <= value);
  const bin = bins[index];
  if (!bin) return 0;
  return Math.min(1, (index + (value - bin.from) / (bin.to - bin.from)) / bins.length);
}
