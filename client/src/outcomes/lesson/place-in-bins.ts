import type { GuessSpread } from '../../../../shared/contract/guesses.ts';

type NumberSpread = Pick<Extract<GuessSpread, { type: 'number' }>, 'scale' | 'bins'>;

/** Where a value lies in a row of bins that are drawn equally wide: 0 at its beginning, 1 at its end. */
export function placeInBins({ scale, bins }: NumberSpread, value: number): number {
  const index = bins.findLastIndex(({ from }) => from <= value);
  const bin = bins[index];
  if (!bin) return 0;
  const { from, to } = bin;
  const share =
    scale === 'log' && from > 0 ? Math.log(value / from) / Math.log(to / from) : (value - from) / (to - from);
  return Math.min(1, (index + share) / bins.length);
}
