import type { LatencySpread } from '../contract/figures.ts';
import { spreadBuckets } from '../limits.ts';
import { largest, smallest } from './extremes.ts';

/** Where a bucket begins, ms. */
export function spreadBoundMs(bucket: number): number {
  const { perDoubling, smallestExponent } = spreadBuckets;
  const doubling = Math.floor(bucket / perDoubling);
  return (2 ** (doubling + smallestExponent) * (1 + (bucket % perDoubling) / perDoubling)) / 1000;
}

/** In short: where the middle half of the commands is, and where the slowest is at most. */
export interface SpreadRange {
  fromMs: number;
  toMs: number;
  mostMs: number;
}

export function rangeOf({ from, perMille }: LatencySpread): SpreadRange {
  const all = perMille.reduce((sum, share) => sum + share, 0);
  const bucketAt = (share: number) => {
    let seen = 0;
    return from + perMille.findIndex((here) => (seen += here) >= share * all);
  };
  return {
    fromMs: spreadBoundMs(bucketAt(0.25)),
    toMs: spreadBoundMs(bucketAt(0.75) + 1),
    mostMs: spreadBoundMs(from + perMille.length),
  };
}

/** The spread of several samples together, each with the weight of its commands; `null`: of none. */
export function mergeSpreads(
  spreads: readonly { spread: LatencySpread; commands: number }[],
): LatencySpread | null {
  const all = spreads.reduce((sum, { commands }) => sum + commands, 0);
  if (!(all > 0)) return null;
  const from = smallest(spreads.map(({ spread }) => spread.from));
  const end = largest(spreads.map(({ spread }) => spread.from + spread.perMille.length));
  const shares = new Array<number>(end - from).fill(0);
  for (const { spread, commands } of spreads)
    spread.perMille.forEach((share, index) => {
      const bucket = spread.from - from + index;
      shares[bucket] = (shares[bucket] ?? 0) + (share * commands) / all;
    });
  return { from, perMille: shares };
}
