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

/** `p50 +12 %`, `p50 × 3.1`, or where the interval is wide that, `p50 × 1.84–5.02`; `null` where it is not told apart, or not known. */
export const latencyInWords = (
  latency: LatencyComparison | null | undefined,
  words: LatencyWords,
): string | null => (latency && latency.outcome !== 'inconclusive' ? changeInWords(latency, words) : null);

/** `× 3.87; p50 +12 %` */
export function withLatency(
  throughput: string,
  latency: LatencyComparison | null | undefined,
  words: LatencyWords,
): string {
  const change = latencyInWords(latency, words);
  return change === null ? throughput : words.beside(throughput, change);
}

export const changeInWords = (
  { kind, ratio, ci95 }: Omit<LatencyComparison, 'outcome'>,
  { p50, numbers }: LatencyWords,
): string =>
  `${p50[kind]} ${isWide(ci95) ? `× ${ci95.map(numbers.times).join('–')}` : changeOf(ratio, numbers)}`;

/** Percents say nothing any more of what has more than doubled, or halved. */
const changeOf = (ratio: number, { count, share }: Numbers) =>
  ratio >= 2 || ratio <= 0.5
    ? `× ${count(Number(ratio.toPrecision(2)))}`
    : `${ratio < 1 ? '−' : '+'}${share(Math.abs(ratio - 1))}`;
