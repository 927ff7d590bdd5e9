import type { Answer } from '../contract/answer.ts';
import type { LatencySlices } from '../contract/figures.ts';
import { isWide } from '../statistics/figures.ts';
import { ratioAlone } from './latency.ts';
import type { Numbers } from './numbers.ts';

type Factors = Extract<Answer, { code: 'factors' }>;

/** What a latency is of: a command, a response, or a unit of the user's code. */
type Timed = LatencySlices['kind'] | 'unit';

/** How a language says what the answer of a run rests on. Lanes are named; ratios, times and intervals are written. */
export interface HeadlineWords {
  /** The lane with the largest figure, its ratio and the interval of that. */
  fastest: (lane: string, ratio: string, interval: string) => string;
  /** The same where one with a larger figure cannot be told apart from the baseline. */
  fastestRanked: (lane: string, ratio: string, interval: string) => string;
  /** The lane whose gain was taken apart, where it is not the fastest. */
  batching: (lane: string, ratio: string) => string;
  /** A gain that is not taken apart. */
  ahead: (lane: string, ratio: string, baseline: string) => string;
  /** Code that is slower than other code; `interval`: `null` where there is none. */
  behind: (lane: string, ratio: string, baseline: string, interval: string | null) => string;
  /** What a ratio rests on: the ends of its interval. */
  interval: (ends: string) => string;
  /** Between the names of two lanes. */
  and: string;
  /** `more`: lanes that are not named; `count`: of all. */
  level: (lanes: string, more: number, count: number) => string;
  scattered: (lanes: string, more: number, count: number) => string;
  /** What the median command, or response, takes. */
  takes: Takes;
  inconclusiveMore: string;
  noisyMore: string;
  slowerMore: string;
  singleMore: string;
  noneMore: string;
  allFailedMore: (classes: string) => string;
  /** `times`: of each lane its name and its p50. */
  responses: (times: string) => string;
  /** Lanes whose figure is as asked, but whose queue grows. */
  queues: (lanes: string) => string;
}

interface Takes {
  /** `times`: a figure or two; `was`, `is`: the p50s in ms; `inFlight`: on each connection, of both. */
  times: (
    kind: Timed,
    times: string,
    p50s: readonly [was: string, is: string],
    inFlight: readonly [was: string, is: string] | null,
  ) => string;
  /** Within a tenth, at 95 %. */
  asLong: (kind: Timed, ms: string) => string;
  unclear: (kind: Timed, p50s: readonly [was: string, is: string]) => string;
}

/** How a language says one factor of a gain: a clause, without the mark at its end. */
export interface FactorWords {
  /** `lane`: the one that the ratio is of, or nothing. */
  times: (ratio: string, lane: string) => string;
  nothing: string;
  noisy: string;
}

/** Not waiting, then batching on top, a clause each. */
export const factorsInAnswer = (
  { waiting, batching, batchingLane }: Factors,
  words: Record<'waiting' | 'batching', FactorWords>,
  numbers: Numbers,
): readonly [waiting: string, batching: string] => [
  factor(waiting, '', words.waiting, numbers),
  factor(batching, batchingLane, words.batching, numbers),
];

function factor(
  of: Factors['waiting'],
  lane: string,
  { times, nothing, noisy }: FactorWords,
  numbers: Numbers,
): string {
  const [low, high] = of.ci95 ?? [0, Infinity];
  if (low > 1 || high < 1) return times(ratioAlone(of, numbers), lane);
  return isWide(of.ci95) ? noisy : nothing;
}
