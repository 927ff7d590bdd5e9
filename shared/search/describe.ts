import { traitsOf } from '../contract/strategies.ts';
import { mean, standardDeviation } from '../statistics/statistics.ts';
import { clientLabels } from '../contract/enums.ts';
import type { SearchPoint, Recommendation, Candidate } from '../contract/search.ts';
import { hasKnee } from './curve.ts';
import { leastGain } from './recommendation.ts';
import {
  gainInWords,
  isUnsure,
  nameCandidate,
  p99Range,
  rangeInWords,
  shareInWords,
  timesInWords,
} from './names.ts';
import { alwaysGathers, isOpenLoop, type SearchScope } from './search-plan.ts';
import type { SearchAnswerWords, SearchWords } from '../words/search-words.ts';
import { say } from '../words/words.ts';

/** Written as 100 %. */
const nearlyAll = 0.995;

export interface DescribedAnswer {
  answer: SearchAnswerWords;
  /** What it rests on, and for whom it holds. */
  more: string[];
  /** So many of these come first that say which batch is for whom, and whether a deeper one was still better. */
  foremost: number;
}

/** A recommendation in the words of a language. It does not matter whether its points are the same objects. */
export function describeAnswer(
  search: SearchScope,
  recommendation: Recommendation,
  words: SearchWords,
): DescribedAnswer {
  const describer = new Describer(search, recommendation, words);
  const foremost = [...describer.climbing(), ...describer.choice()];
  return {
    answer: describer.answer(),
    foremost: foremost.length,
    more: [
      ...foremost,
      ...describer.gathers(),
      ...describer.bound(),
      ...describer.figures(),
      ...describer.why(),
      ...describer.noise(),
      ...describer.mind(),
    ],
  };
}

/** As for the lanes of a run, and with fewer slices less strict. */
const worthAWarning = 0.2;
/** The same of p99s where throughput is judged, and a bound of p99. */
const wildP99 = 0.5;

/** In a closed loop always, else where nothing keeps up with the rate: otherwise p99 is judged. */
const judgesThroughput = ({ workload }: SearchScope, { best }: Recommendation): boolean =>
  !isOpenLoop(workload) || !best.keepsRate;

/** Whether batching pays, and gain or share of the best are too uncertain to name a batch size. */
export const isSizeUnsure = (search: SearchScope, recommendation: Recommendation): boolean =>
  recommendation.worth === 'yes' &&
  judgesThroughput(search, recommendation) &&
  [recommendation.gain, recommendation.reached].some(isUnsure);

class Describer {
  readonly #open: boolean;
  readonly #byThroughput: boolean;
  readonly #isUnsure: boolean;
  readonly #recommendation: Recommendation;
  readonly #search: SearchScope;
  readonly #words: SearchWords;

  constructor(search: SearchScope, recommendation: Recommendation, words: SearchWords) {
    this.#open = isOpenLoop(search.workload);
    this.#byThroughput = judgesThroughput(search, recommendation);
    this.#isUnsure = isSizeUnsure(search, recommendation);
    this.#recommendation = recommendation;
    this.#search = search;
    this.#words = words;
  }

  answer(): SearchAnswerWords {
    const words = this.#words;
    const { worth, candidate, baseline, gain } = this.#recommendation;
    const placed = this.#placed(candidate);
    const brings = gainInWords(gain, words);
    const against = { baseline: this.#name(baseline), baselineP99: this.#ms(baseline.p99Ms) };
    const boundMs = this.#search.p99BoundMs;
    const own = this.#gathersAnyway;
    switch (worth) {
      case 'yes':
        return this.#byThroughput
          ? words[this.#isUnsure ? 'batchUnsure' : 'batch']({
              ...placed,
              ...against,
              gain: brings,
            })
          : words.batchForP99({ ...placed, ...against, gain: gain && brings });
      case 'inconclusive':
        if (boundMs !== null && isSame(candidate, baseline))
          return words.baselineOnEdge({ way: placed.way, p99: placed.p99, boundMs });
        if (boundMs !== null && (candidate.stage === 'survey' || (candidate.p99Ms ?? 0) >= boundMs))
          return words[candidate.stage === 'survey' ? 'notCompared' : 'nearBound']({
            ...placed,
            boundMs,
            baseline: (baseline.p99Ms ?? Infinity) < boundMs ? against.baseline : null,
          });
        return words.inconclusive({
          way: placed.way,
          gain: brings,
          baseline: against.baseline,
          least: leastGain,
        });
      case 'bound out of reach':
        return words.outOfReach({ ...placed, boundMs, withoutBatch: isSame(candidate, baseline) });
      case 'no':
        return isSame(candidate, baseline)
          ? words.noBatchServes({ ...placed, own, underBound: boundMs !== null, atRate: !this.#byThroughput })
          : words.tooLittle({
              own,
              way: placed.way,
              gain: brings,
              percent: Math.round((leastGain - 1) * 100),
            });
    }
  }

  /** Whether the baseline itself sends commands together. */
  get #gathersAnyway(): boolean {
    return this.#open && alwaysGathers(this.#search);
  }

  gathers(): string[] {
    const { client } = this.#search;
    if (!this.#gathersAnyway || client === undefined) return [];
    return [this.#words.gathers(clientLabels[client], this.#name(this.#recommendation.baseline))];
  }

  /** The deepest that was tried may not be the best that there is. */
  climbing(): string[] {
    const { best, stillClimbing } = this.#recommendation;
    if (!stillClimbing) return [];
    return [this.#words.stillClimbing(best.batchSize, best.batchSize < this.#search.deepest)];
  }

  /** Which batch is for whom, where the advised one and the knee are not the same. */
  choice(): string[] {
    const { candidate, best, reached, bound } = this.#recommendation;
    const knee = this.#shallowerKnee();
    if (!knee) return [];
    return [
      this.#words.choice({
        batchSize: candidate.batchSize,
        // Of the best itself there is nothing to say.
        share:
          reached && !isSame(best, candidate) && reached.ci95[0] < nearlyAll ? shareInWords(reached) : null,
        underBound: bound !== null,
        knee: knee.batchSize,
        kneeShare: Math.round((knee.throughput / candidate.throughput) * 100),
        kneeP99: this.#ms(knee.p99Ms),
        p99: this.#ms(candidate.p99Ms),
      }),
    ];
  }

  /** The knee where it is the other choice beside what is advised: shallower, and sooner with its replies. */
  #shallowerKnee(): SearchPoint | null {
    const { worth, candidate, knee } = this.#recommendation;
    if (worth !== 'yes' || !this.#byThroughput || knee.strategy !== candidate.strategy) return null;
    if (this.#isUnsure) return null;
    return knee.batchSize < candidate.batchSize && (knee.p99Ms ?? Infinity) < (candidate.p99Ms ?? 0)
      ? knee
      : null;
  }

  bound(): string[] {
    const words = this.#words;
    const { bound, best, candidate, worth } = this.#recommendation;
    if (!bound || worth === 'bound out of reach') return [];
    const { p99Ms: boundMs, edge } = bound;
    const lines: string[] = [];
    if (this.#byThroughput)
      if (bound.best && !isSame(bound.best, candidate))
        lines.push(words.mostUnderBound({ ...this.#placed(bound.best), boundMs }));
      else if (!edge) lines.push(words.noneMoreUnderBound(boundMs));
    if (edge) {
      const steady = this.#name(bound.best ?? candidate);
      lines.push(words[this.#byThroughput ? 'edge' : 'edgeByP99']({ ...this.#placed(edge), steady }));
    }
    if (best.p99Ms !== null && best.p99Ms >= boundMs)
      lines.push(
        words.withoutBound({ way: this.#name(best), rate: this.#rate(best), p99: this.#ms(best.p99Ms) }),
      );
    if (bound.onEdge && worth !== 'inconclusive')
      lines.push(words.onEdge(this.#name(candidate), !this.#byThroughput));
    return lines;
  }

  figures(): string[] {
    const words = this.#words;
    const { candidate, best, smallest, knee, indistinguishable, alternatives, worth, baseline } =
      this.#recommendation;
    const lines: string[] = [];
    if (this.#open && !best.keepsRate)
      lines.push(words.nothingKeepsUp(words.numbers.rate(this.#search.workload.rps ?? 0)));
    if (this.#open && best.keepsRate && !baseline.keepsRate)
      lines.push(words.doesNotKeepUp(this.#name(baseline)));
    for (const one of this.#standing()) lines.push(one);
    const deeper = [best, candidate, smallest, ...indistinguishable, ...alternatives].some(
      ({ strategy, batchSize }) => strategy === knee.strategy && batchSize > knee.batchSize,
    );
    const isSaid = hasKnee(this.#recommendation) && knee.strategy !== 'one-by-one' && deeper;
    if (this.#byThroughput && isSaid && !this.#isUnsure && this.#shallowerKnee() === null)
      lines.push(
        words.kneeAt({
          name: words.name(knee.strategy),
          batchSize: knee.batchSize,
          rate: this.#rate(knee),
          p99: this.#ms(knee.p99Ms),
        }),
      );
    if (alternatives.length > 0 && worth === 'yes') {
      const others = alternatives.map((point) => words.otherWay(this.#name(point), this.#figure(point)));
      lines.push(words.otherWays(others.join(words.then)));
    }
    return lines;
  }

  /** Where the candidate stands beside the best. */
  #standing(): string[] {
    const words = this.#words;
    const { candidate, best, bound, indistinguishable, reached, worth } = this.#recommendation;
    if (worth !== 'yes') return [];
    const same = indistinguishable
      .filter((point) => !isSame(point, candidate))
      .map((point) => this.#name(point))
      .join(words.then);
    if (isSame(best, candidate)) return same === '' ? [] : [words.isBest(same)];
    const besides = { best: this.#name(best), figure: this.#figure(best), same };
    // The sentence of the choice has said it.
    if (reached === null || this.#shallowerKnee() !== null)
      return bound === null ? [words.bestIs(besides)] : [];
    if (!this.#byThroughput)
      return bound === null
        ? [words.p99BesideBest({ ...besides, times: timesInWords(reached, words.numbers) })]
        : [];
    if (bound !== null && reached.ci95[0] >= nearlyAll) return [];
    const share = shareInWords(reached);
    return [bound === null ? words.reaches({ ...besides, share }) : words.reachesUnderBound(share)];
  }

  why(): string[] {
    const { baseline, candidate } = this.#recommendation;
    return distinct([baseline, candidate]).map((point) =>
      this.#words.reason(this.#name(point), say(point.verdict, this.#words.verdict).sentence),
    );
  }

  /** A busy machine makes wide intervals; the reader should know before relying on the answer. */
  noise(): string[] {
    const { baseline, candidate } = this.#recommendation;
    const stray = (point: SearchPoint) => strayOf(this.#byThroughput ? point.slices : point.p99Slices);
    const noisy = distinct([baseline, candidate]).filter((point) => stray(point) > worthAWarning);
    const lines = noisy.length === 0 ? [] : [this.#noise(noisy, stray, !this.#byThroughput)];
    if (this.#recommendation.bound === null || !this.#byThroughput) return lines;
    // What decides is then the p99, which scatters more than throughput does.
    const strayOfP99 = ({ p99Slices }: SearchPoint) => strayOf(p99Slices);
    const doubtful = distinct([baseline, candidate]).filter((point) => strayOfP99(point) > wildP99);
    return doubtful.length === 0 ? lines : [...lines, this.#noise(doubtful, strayOfP99, true)];
  }

  #noise(points: readonly SearchPoint[], stray: (point: SearchPoint) => number, aboutP99: boolean): string {
    const named = points.map((point) =>
      this.#words.strays(this.#name(point), Math.round(stray(point) * 100)),
    );
    return this.#words.noise(named.join(this.#words.then), aboutP99);
  }

  mind(): string[] {
    const { worth, baseline, candidate } = this.#recommendation;
    const { clients, rps } = this.#search.workload;
    if (this.#open) {
      const inFlight = ((rps ?? 0) * (baseline.p50Ms ?? 0)) / 1000;
      return baseline.keepsRate && inFlight < clients
        ? [
            this.#words.littleInFlight(
              inFlight < 0.1 ? null : this.#words.numbers.fixed(inFlight, 1),
              clients,
            ),
          ]
        : [];
    }
    if (worth === 'no' || worth === 'inconclusive' || isSame(candidate, baseline)) return [];
    return [
      this.#words.holdsFor(candidate.batchSize, clients),
      ...this.#holds(candidate),
      ...(candidate.strategy === 'multi-key' ? [this.#words.multiKey] : []),
    ];
  }

  /** How long a batch keeps others waiting; what is carried out whole has a largest that keeps them for 1 ms. */
  #holds({ strategy, batchSize, holdsMs }: SearchPoint): string[] {
    if (holdsMs === undefined || holdsMs <= 0) return [];
    const largest = traitsOf(strategy)?.isWhole ? Number((batchSize / holdsMs).toPrecision(1)) : null;
    const { numbers } = this.#words;
    return [this.#words.holds(numbers.inMsShort(holdsMs), largest === null ? null : numbers.count(largest))];
  }

  #ms(value: number | null): string {
    return this.#words.numbers.inMsShort(value ?? NaN);
  }

  #name(point: Candidate): string {
    return nameCandidate(point, this.#open, this.#words);
  }

  #rate({ throughput }: SearchPoint): string {
    return this.#words.rate(this.#words.numbers.rate(throughput));
  }

  #figure(point: SearchPoint): string {
    return this.#byThroughput ? this.#rate(point) : `p99 ${this.#ms(point.p99Ms)}`;
  }

  #placed(point: SearchPoint): { way: string; rate: string; p99: string } {
    return { way: this.#name(point), rate: this.#rate(point), p99: this.#p99(point) };
  }

  /** Under a bound, with what it was from slice to slice: "48.2 ms (46.0–50.7 ms from slice to slice)". */
  #p99(point: SearchPoint): string {
    const reach = this.#recommendation.bound && p99Range(point);
    return reach === null
      ? this.#ms(point.p99Ms)
      : this.#words.p99InSlices(this.#ms(point.p99Ms), rangeInWords(reach, this.#words.numbers));
  }
}

/** All that are judged are of the final round, which has each candidate once. */
const isSame = (one: Candidate, other: Candidate) =>
  one.strategy === other.strategy && one.batchSize === other.batchSize;
const distinct = ([one, other]: [SearchPoint, SearchPoint]) => (isSame(one, other) ? [one] : [one, other]);

/** Coefficient of variation. */
function strayOf(slices: readonly number[]): number {
  const middle = mean(slices);
  return middle > 0 ? standardDeviation(slices) / middle : 0;
}
