import type { LatencySlices } from '../contract/figures.ts';
import type { LatencyComparison } from '../contract/result.ts';
import { isWide } from '../statistics/figures.ts';
import type { Numbers } from './numbers.ts';

/** How a language names a p50 beside a throughput. */
export interface LatencyWords {
  numbers: Numbers;
  p50: Record<LatencySlices['kind'], string>;
  /** A throughput, and the latency that it is paid with. */
  beside: (throughput: string, latency: string) => string;
  /** A change whose scatter is not known. */
  noInterval: (change: string) => string;
}

/** `p50 × 3.07`, or in place of a ratio whose interval is wide that, `p50 × 1.84 – 5.02`; `null` where it is not told apart, or not known. */
export const latencyInWords = (
  latency: LatencyComparison | null | undefined,
  words: LatencyWords,
): string | null => (latency && latency.outcome !== 'inconclusive' ? changeInWords(latency, words) : null);

/** `× 3.87; p50 × 1.12` */
export function withLatency(
  throughput: string,
  latency: LatencyComparison | null | undefined,
  words: LatencyWords,
): string {
  const change = latencyInWords(latency, words);
  return change === null ? throughput : words.beside(throughput, change);
}

export const changeInWords = (
  { kind, ...change }: Omit<LatencyComparison, 'outcome'>,
  { p50, numbers }: LatencyWords,
): string =>
  // Short, as a cell of a table has it.
  `${p50[kind]} ${isWide(change.ci95) ? `× ${change.ci95.map(numbers.times).join(' – ')}` : numbers.ratio(change.ratio)}`;

interface Ratio {
  ratio: number;
  ci95: readonly [number, number] | null;
}

/** `× 3.87`; where the interval is wide, `about × 3.9`. Its interval stands beside it. */
export const pointOf = ({ ratio, ci95 }: Ratio, numbers: Numbers): string =>
  isWide(ci95) ? numbers.aboutRatio(ratio) : numbers.ratio(ratio);

/** `× 3.87`; where the interval is wide, with it: `about × 3.9 (1.84 – 5.02)`. */
export const ratioAlone = (of: Ratio, numbers: Numbers): string =>
  pointOf(of, numbers) + (isWide(of.ci95) ? ` (${of.ci95.map(numbers.times).join(' – ')})` : '');
