import { formatMsShort, formatRatio } from '../format.ts';
import type { AdvicePoint, AdvisedStrategy, Gain, Rung } from './advice.ts';
import { isGathering } from './search-plan.ts';

/** As the strategies call themselves everywhere else, within a sentence. */
const names: Record<AdvisedStrategy, string> = {
  'one-by-one': 'one by one',
  concurrent: 'concurrent',
  nagle: 'concurrent, Nagle',
  'auto-pipeline': 'auto-pipelining',
  pipeline: 'pipeline',
  multi: 'MULTI/EXEC',
  'multi-key': 'MSET / MGET',
};

export const nameStrategy = (strategy: AdvisedStrategy): string => names[strategy];

/** "pipeline, 64 at a time"; in an open loop nobody chooses a batch size but for those that gather. */
export function nameRung({ strategy, depth }: Rung, open: boolean): string {
  if (strategy === 'one-by-one' || (open && !isGathering(strategy))) return nameStrategy(strategy);
  return `${nameStrategy(strategy)}, ${depth} at a time`;
}

/** An interval whose ends are further apart than this says more than the figure in its middle. */
const tooWide = 2;

const isWide = ({ ci95 }: Gain) => ci95 !== null && ci95[1] > tooWide * ci95[0];

/** "× 12.3"; where the interval is wide, that: "between × 60 and × 190". */
export const shortGain = (gain: Gain): string =>
  gain.ci95 && isWide(gain) ? `between ${gain.ci95.map(formatRatio).join(' and ')}` : formatRatio(gain.ratio);

/** "× 12.3 (11.9 – 12.8)"; where the interval is wide, that alone. */
export function gainInWords(gain: Gain | null): string {
  if (!gain) return 'nothing comparable';
  const interval = gain.ci95?.map((end) => formatRatio(end).slice(2)).join(' – ');
  return interval === undefined || isWide(gain) ? shortGain(gain) : `${shortGain(gain)} (${interval})`;
}

/** Least and most p99 of its slices, ms; `null` for fewer than two. */
export function p99Range({ p99Slices }: Pick<AdvicePoint, 'p99Slices'>): [number, number] | null {
  return p99Slices.length < 2 ? null : [Math.min(...p99Slices), Math.max(...p99Slices)];
}

/** "46.0–50.7" */
export const rangeInWords = (range: readonly [number, number]): string => range.map(formatMsShort).join('–');
