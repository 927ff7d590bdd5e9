import type { SearchWarning, Unusable } from '../contract/search.ts';
import type { Words, WordsOf } from './words.ts';

/**
 * The answer of a search in a language. Figures come as they are to be written: rates and times with their units,
 * gains as "× 12.3 (11.9 – 12.8)", p99s under a bound with what they were from slice to slice. A `way` is a strategy
 * at a batch size, in the words of `way`, within a sentence.
 */
export interface SearchWords extends Pick<Words, 'numbers' | 'verdict'> {
  /** A strategy, within a sentence. */
  name: (strategy: string) => string;
  way: (name: string, batchSize: number) => string;
  rate: (perSecond: string) => string;
  p99InSlices: (p99: string, range: string) => string;
  incomparable: string;
  /** Between ways in a list. */
  then: string;

  /** The answer, in two parts: what the back row needs, and the rest. */
  batch: (figures: Weighed & { gain: string }) => SearchAnswerWords;
  /** Batching pays; by how much, and so with which batch, is as good as open. */
  batchUnsure: (figures: Weighed & { gain: string }) => SearchAnswerWords;
  /** Where response times are judged. */
  batchForP99: (figures: Weighed & { gain: string | null }) => SearchAnswerWords;
  inconclusive: (figures: {
    way: string;
    gain: string;
    baseline: string;
    least: number;
  }) => SearchAnswerWords;
  /** No batch keeps the bound, and the baseline does in some slices only. */
  baselineOnEdge: (figures: { way: string; p99: string; boundMs: number }) => SearchAnswerWords;
  /** `withoutBatch`: what is nearest to the bound is no batch. */
  outOfReach: (figures: Placed & { boundMs: number | null; withoutBatch: boolean }) => SearchAnswerWords;
  /**
   * `way` kept the bound in the first look and was not compared in turns. `baseline`: all of that which keeps it;
   * `null`: nothing does.
   */
  notCompared: (figures: Placed & { boundMs: number; baseline: string | null }) => SearchAnswerWords;
  /** `way` was compared, and kept the bound in some slices but not on the whole. `baseline`: as above. */
  nearBound: (figures: Placed & { boundMs: number; baseline: string | null }) => SearchAnswerWords;
  /** `way` is the baseline, beside which nothing else can be advised; `atRate`: what does not keep the rate cannot. */
  noBatchServes: (figures: Placed & Own & { underBound: boolean; atRate: boolean }) => SearchAnswerWords;
  tooLittle: (figures: Own & { way: string; gain: string; percent: number }) => SearchAnswerWords;

  /** Where the library always sends together what one turn of the event loop gathers, also as the baseline. */
  gathers: (library: string, baseline: string) => string;
  choice: (figures: Choice) => string;
  mostUnderBound: (figures: Placed & { boundMs: number }) => string;
  noneMoreUnderBound: (boundMs: number) => string;
  /** `steady`: the way that kept the bound in every slice. */
  edge: (figures: Placed & { steady: string }) => string;
  /** Where response times are judged. */
  edgeByP99: (figures: Placed & { steady: string }) => string;
  withoutBound: (figures: Placed) => string;
  onEdge: (way: string, atRate: boolean) => string;

  nothingKeepsUp: (perSecond: string) => string;
  doesNotKeepUp: (way: string) => string;
  /** `same`: ways that are not told apart from the best; empty: none. */
  reaches: (figures: { share: string; best: string; figure: string; same: string }) => string;
  reachesUnderBound: (share: string) => string;
  /** Where response times are judged; `times`: "× 1.07 (1.03 – 1.14)". */
  p99BesideBest: (figures: { times: string; best: string; figure: string; same: string }) => string;
  bestIs: (figures: { best: string; figure: string; same: string }) => string;
  isBest: (same: string) => string;
  /** `all`: deeper does not fit into memory. */
  stillClimbing: (batchSize: number, all: boolean) => string;
  kneeAt: (figures: { name: string; batchSize: number; rate: string; p99: string }) => string;
  otherWays: (ways: string) => string;
  /** One of them with its figure. */
  otherWay: (way: string, figure: string) => string;

  reason: (way: string, verdict: string) => string;
  noise: (ways: string, aboutP99: boolean) => string;
  /** One of them with its coefficient of variation. */
  strays: (way: string, percent: number) => string;
  /** `inFlight`: `null`: hardly any. */
  littleInFlight: (inFlight: string | null, clients: number) => string;
  holdsFor: (batchSize: number, clients: number) => string;
  /** `largest`: the batch that takes 1 ms; `null`: it is not carried out whole. */
  holds: (ms: string, largest: string | null) => string;
  multiKey: string;

  unusable: WordsOf<Unusable>;
  warning: WordsOf<SearchWarning>;
  nothingUsable: (reasons: string) => string;
}

export type SearchAnswerWords = readonly [first: string, rest: string];

interface Placed {
  way: string;
  rate: string;
  p99: string;
}

interface Own {
  /** Whether the library gathers anyway, so that the question is about batches of the program's own. */
  own: boolean;
}

interface Weighed extends Placed {
  baseline: string;
  baselineP99: string;
}

interface Choice {
  batchSize: number;
  /** What it reaches of the best: "93 % (88–97 %)"; `null`: not known. */
  share: string | null;
  underBound: boolean;
  knee: number;
  /** Of the throughput at that batch size, %. */
  kneeShare: number;
  kneeP99: string;
  p99: string;
}
