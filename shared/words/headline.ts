/** How a language says what a run has found. Lanes are named, rates are figures. */
export interface HeadlineWords {
  /** What a ratio rests on: both ends of its interval. */
  interval: (low: number, high: number) => string;
  /** Where the interval itself is what is said. */
  wideInterval: string;
  /** Between the names of two lanes. */
  and: string;
  /** `more`: lanes that are not named; `count`: of all. */
  level: (lanes: string, more: number, count: number) => string;
  scattered: (lanes: string, more: number, count: number) => string;
  whyShared: (commands: number, p50Ms: number, baseline: string) => string;
  whyFewer: (many: number, few: number) => string;
  whyNoWaiting: (baseline: string) => string;
  inconclusive: (baseline: string) => string;
  inconclusiveMore: string;
  noisy: (baseline: string) => string;
  noisyMore: string;
  slower: (baseline: string) => string;
  slowerMore: string;
  single: (lane: string, rate: string) => string;
  singleMore: string;
  none: string;
  noneMore: string;
  allFailed: string;
  allFailedMore: (classes: string) => string;
  oneRound: (lane: string, ratio: number) => string;
  failed: string;
}
