import type { Result } from '../contract/result.ts';
import { isWayOfSending } from '../statistics/best-lane.ts';
import { keepsRate } from '../statistics/figures.ts';
import { askedRate, sustainedRate } from '../plan/sustained-rate.ts';
import type { Numbers } from './numbers.ts';

/** How a language says that all lanes did what they were asked for. */
export interface SustainedRateWords {
  /** `rate`: a figure, commands per second. */
  kept: (rate: string) => string;
  /** `lanes`: the names of those that keep it, and how many they are; may be empty. */
  missed: (rate: string, lanes: string, count: number) => string;
  /** `times`: of each lane its name and its p50. */
  responses: (times: string) => string;
}

/** What is said in place of who is faster where every lane keeps the rate; `null`: they do not. */
export function sustainedRateInWords(
  result: Pick<Result, 'plan' | 'tunings' | 'lanes'>,
  nameOf: (lane: Result['lanes'][number]) => string,
  { sustainedRate: words, numbers }: { sustainedRate: SustainedRateWords; numbers: Numbers },
): { text: string; more: string } | null {
  const rate = sustainedRate(result);
  if (rate === null) return null;
  const times = result.lanes
    .filter(({ strategy }) => isWayOfSending(strategy))
    .map((lane) => `${nameOf(lane)} ${numbers.inMs(lane.latencyMs.response?.p50 ?? NaN)}`);
  return { text: words.kept(numbers.rate(rate)), more: words.responses(times.join(', ')) };
}

/** Which lanes keep the rate that all are asked for; `null`: all do, or there is none. */
export function missedRateInWords(
  result: Pick<Result, 'plan' | 'tunings' | 'lanes'>,
  nameOf: (lane: Result['lanes'][number]) => string,
  { sustainedRate: words, numbers }: { sustainedRate: SustainedRateWords; numbers: Numbers },
): string | null {
  const rate = askedRate(result);
  if (rate === null || sustainedRate(result) !== null) return null;
  const keeping = result.lanes.filter((lane) => keepsRate(lane.rate)).map(nameOf);
  return words.missed(numbers.rate(rate), keeping.join(', '), keeping.length);
}
