import type { Comparison } from '../contract/result.ts';
import { isWide } from '../statistics/wide-interval.ts';
import { formatTimes } from './format.ts';
import { withLatency, type LatencyWords } from './latency.ts';

/** How a language calls a lane faster; `times` is a figure, or a range of them. */
export interface PraiseWords extends LatencyWords {
  /** Both ends of an interval. */
  range: (low: string, high: string) => string;
  faster: (lane: string, times: string, baseline: string) => string;
  /** The same of a lane whose commands take longer each. */
  throughput: (lane: string, times: string, baseline: string) => string;
}

/**
 * By how much a lane beats the baseline, and in the same sentence what it costs in latency, or saves: `pipeline does
 * 6.60 times the throughput of one-by-one; p50 +12 %`. A wide interval is said in place of the ratio.
 */
export function praise(
  lane: string,
  { ratio, ci95, latency }: Pick<Comparison, 'ratio' | 'ci95' | 'latency'>,
  baseline: string,
  words: PraiseWords,
  format: (ratio: number) => string = formatTimes,
): string {
  const times = isWide(ci95) ? words.range(formatTimes(ci95[0]), formatTimes(ci95[1])) : format(ratio);
  const say = latency?.outcome === 'worse' ? words.throughput : words.faster;
  return withLatency(say(lane, times, baseline), latency, words);
}

/** Of a run in progress: an interval that is looked at again and again misses more often than it says. */
export const withoutIntervals = ({ latency, ...comparison }: Comparison): Comparison => ({
  ...comparison,
  ci95: null,
  ...(latency ? { latency: { ...latency, ci95: null } } : {}),
});
