import type { Result } from '../contract/result.ts';
import { isWayOfSending } from '../statistics/best-lane.ts';
import { keptRate } from '../plan/kept-rate.ts';
import type { Words } from './words.ts';

/** How a language says that all lanes did what they were asked for. */
export interface KeptRateWords {
  /** `rate`: a figure, commands per second. */
  kept: (rate: string) => string;
  /** `times`: of each lane its name and its p50. */
  responses: (times: string) => string;
}

/** What is said in place of who is faster where every lane keeps the rate; `null`: they do not. */
export function keptRateInWords(
  result: Pick<Result, 'plan' | 'tunings' | 'lanes'>,
  nameOf: (lane: Result['lanes'][number]) => string,
  { keptRate: words, numbers }: Pick<Words, 'keptRate' | 'numbers'>,
): { text: string; more: string } | null {
  const rate = keptRate(result);
  if (rate === null) return null;
  const times = result.lanes
    .filter(({ strategy }) => isWayOfSending(strategy))
    .map((lane) => `${nameOf(lane)} ${numbers.inMs(lane.latencyMs.response?.p50 ?? NaN)}`);
  return { text: words.kept(numbers.rate(rate)), more: words.responses(times.join(', ')) };
}
