import type { LaneResult } from '../contract/lane-result.ts';
import type { Comparison } from '../contract/result.ts';
import { isWide } from '../statistics/figures.ts';
import type { Numbers } from './numbers.ts';

/** How a language takes a gain apart; each slot is a ratio, those of the factors with their intervals. */
export interface GainWords {
  numbers: Numbers;
  factors: (waiting: string, batching: string) => string;
  /** Beside an interval that includes 1. */
  inconclusive: string;
  /** Of what batching changed; `figures` are some of those that follow. */
  evidence: (concurrent: string, figures: readonly string[]) => string;
  perWrite: (batching: string, concurrent: string) => string;
  perRead: (batching: string, concurrent: string) => string;
  /** Microseconds of the server's CPU. */
  serverCpu: (batching: string, concurrent: string) => string;
  /** Bytes sent. */
  bytes: (batching: string, concurrent: string) => string;
}

/**
 * `× 6.71 (6.40 – 7.02) by not waiting, then × 1.61 (1.52 – 1.70) by batching.` `null`: the lane has no gain, it cannot be
 * taken apart, or an interval says more than the ratio in its middle.
 */
export function factorsInWords(
  { gain }: Pick<LaneResult, 'gain'>,
  comparison: Comparison | null | undefined,
  { factors, inconclusive, numbers: { ratio: ofRatio, times } }: GainWords,
): string | null {
  if (!gain || comparison?.outcome !== 'faster') return null;
  const { waiting, batching } = gain;
  if ([comparison, waiting, batching].some(({ ci95 }) => !ci95 || isWide(ci95))) return null;
  const say = ({ ratio, ci95 }: typeof waiting) => {
    const [low = 0, high = 0] = ci95 ?? [];
    const includes1 = low <= 1 && high >= 1 ? `, ${inconclusive}` : '';
    return `${ofRatio(ratio)} (${times(low)} – ${times(high)}${includes1})`;
  };
  return factors(say(waiting), say(batching));
}
