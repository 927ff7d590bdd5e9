import type { Comparison } from '../contract/result.ts';
import { isWide } from '../statistics/figures.ts';
import type { LatencySlices } from '../contract/figures.ts';
import type { LatencyWords } from './latency.ts';

type Latency = NonNullable<Comparison['latency']>;

/** How a language calls a lane faster; `times` is a figure, or a range of them. */
export interface PraiseWords extends LatencyWords {
  /** Both ends of an interval. */
  range: (low: string, high: string) => string;
  faster: (lane: string, times: string, baseline: string) => string;
  /** The same of a lane whose commands take longer each. */
  throughput: (lane: string, times: string, baseline: string) => string;
  /** What the median command, or response, takes against the baseline's. */
  takes: {
    times: (kind: LatencySlices['kind'], times: string) => string;
    longer: (kind: LatencySlices['kind'], share: string) => string;
    less: (kind: LatencySlices['kind'], share: string) => string;
  };
}

/**
 * By how much a lane beats the baseline, and in the same sentence what it costs in latency, or saves: `pipeline does
 * 6.60 times the throughput of one-by-one; a typical command takes 12 % longer (p50)`. A wide interval is said in place of the ratio.
 */
export function praise(
  lane: string,
  { ratio, ci95, latency }: Pick<Comparison, 'ratio' | 'ci95' | 'latency'>,
  baseline: string,
  words: PraiseWords,
  format: (ratio: number) => string = words.numbers.times,
): string {
  const times = isWide(ci95)
    ? words.range(words.numbers.times(ci95[0]), words.numbers.times(ci95[1]))
    : format(ratio);
  const say = latency?.outcome === 'worse' ? words.throughput : words.faster;
  const praised = say(lane, times, baseline);
  return latency && latency.outcome !== 'inconclusive'
    ? words.beside(praised, paidWith(latency, words))
    : praised;
}

/** Percents say nothing any more of what has more than doubled. */
function paidWith(
  { kind, ratio, ci95 }: Latency,
  { takes, range, numbers: { count, share, times } }: PraiseWords,
): string {
  if (ratio < 1)
    return takes.less(kind, isWide(ci95) ? range(share(1 - ci95[1]), share(1 - ci95[0])) : share(1 - ratio));
  if (isWide(ci95)) return takes.times(kind, range(times(ci95[0]), times(ci95[1])));
  return ratio < 2
    ? takes.longer(kind, share(ratio - 1))
    : takes.times(kind, count(Number(ratio.toPrecision(2))));
}

/** Of a run in progress: an interval that is looked at again and again misses more often than it says. */
export const withoutIntervals = ({ latency, ...comparison }: Comparison): Comparison => ({
  ...comparison,
  ci95: null,
  ...(latency ? { latency: { ...latency, ci95: null } } : {}),
});
