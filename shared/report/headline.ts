import type { LaneResult } from '../contract/lane-result.ts';
import type { Comparison, Result } from '../contract/result.ts';
import { askedRate, sustainedRate } from '../plan/sustained-rate.ts';
import { bestLane, indistinguishableFrom, isWayOfSending } from '../statistics/best-lane.ts';
import { comparisonWithFirst, isFaster, isWide, rateOf, shownLatency } from '../statistics/figures.ts';
import { factorsInWords } from '../words/gain.ts';
import { missedRateInWords, sustainedRateInWords } from '../words/sustained-rate.ts';
import { praise } from '../words/praise.ts';
import type { Words } from '../words/words.ts';

type Concluded = Pick<Result, 'plan' | 'tunings' | 'lanes' | 'comparisons' | 'state'>;
type NameOf = (lane: { id: string }) => string;

/** The one sentence that a reader takes home, and what it rests on. */
export interface ResultHeadline {
  text: string;
  /** What makes the difference, where the figures tell. */
  why?: string;
  more: string;
  /** Who else may be as fast, which `more` says as well. */
  rivals?: string;
  /** A longer run could say more. */
  needsLonger?: true;
}

/** The comparison of the lane that is named beside the baseline; `undefined`: none was compared. */
export const bestComparison = ({
  lanes,
  comparisons,
}: Pick<Result, 'lanes' | 'comparisons'>): Comparison | undefined =>
  bestLane(comparisons, (comparison) => ({
    strategy: lanes.find(({ id }) => id === comparison.lane)?.strategy ?? comparison.lane,
    comparison,
  }));

/** What of a comparison the first sentence is about; that of a run in the history, too. */
export function comparedInWords(
  best: Pick<Comparison, 'ratio' | 'ci95' | 'outcome' | 'latency'>,
  { asked, kept }: { asked: number | null; kept: number | null },
  [lane, baseline]: readonly [lane: string, baseline: string],
  { headline: text, praise: praiseWords, sustainedRate: rates, numbers }: Words,
): string {
  const { ci95, outcome, ratio } = best;
  if (kept !== null) return rates.kept(numbers.rate(kept));
  if (ci95 === null) return asked === null ? text.oneRound(lane, ratio) : text.none;
  if (outcome === 'slower') return text.slower(baseline);
  if (outcome === 'faster') return praise(lane, best, baseline, praiseWords);
  return isWide(ci95) ? text.noisy(baseline) : text.inconclusive(baseline);
}

/** What a run that has ended has found. `mostNamed`: of the lanes that may be as fast. */
export function resultHeadline(
  result: Concluded,
  nameOf: NameOf,
  words: Words,
  mostNamed = Infinity,
): ResultHeadline {
  const best = bestComparison(result);
  const [baseline, ...others] = result.lanes;
  const lane = others.find(({ id }) => id === best?.lane);
  if (!best || !baseline || !lane) return withoutComparison(result, nameOf, words);
  const { headline: text } = words;
  const kept = sustainedRateInWords(result, nameOf, words);
  const rates = { asked: askedRate(result), kept: sustainedRate(result) };
  const said = comparedInWords(best, rates, [nameOf(lane), nameOf(baseline)], words);
  const rivals =
    best.outcome === 'faster' && !kept ? rivalsInWords(lane, result, nameOf, words, mostNamed) : '';
  const more = [
    kept ? kept.more : restsOn(best, text),
    rivals,
    missedRateInWords(result, nameOf, words) ?? '',
  ].filter((sentence) => sentence !== '');
  const factors = factorsInWords(lane, best, words.gain);
  const why = [factors, whyFaster(figuresOf(lane), figuresOf(baseline), nameOf(baseline), words)]
    .filter((reason) => reason !== null)
    .join(' ');
  const isOpen =
    best.ci95 === null || best.outcome === 'inconclusive' || (best.outcome === 'faster' && isWide(best.ci95));
  return {
    ...{ text: said, more: more.join(' ') },
    ...(why !== '' && isFaster(best) && !kept ? { why } : {}),
    ...(rivals === '' ? {} : { rivals }),
    // What failed once is mended first.
    ...(isOpen && !kept && result.state !== 'failed' ? { needsLonger: true } : {}),
  };
}

function restsOn({ ci95, outcome }: Comparison, text: Words['headline']): string {
  if (ci95 === null) return '';
  if (outcome === 'slower') return text.slowerMore;
  if (outcome === 'inconclusive') return isWide(ci95) ? text.noisyMore : text.inconclusiveMore;
  const [low, high] = ci95;
  return isWide(ci95) ? text.wideInterval : text.interval(low, high);
}

function withoutComparison(
  { lanes, state }: Concluded,
  nameOf: NameOf,
  { headline: text, numbers }: Words,
): ResultHeadline {
  const error = lanes.find((lane) => lane.error !== null)?.error;
  if (state === 'failed') return { text: text.failed, more: error?.message ?? text.noneMore };
  if (lanes.length > 0 && lanes.every(({ commands, failed }) => commands === 0 && failed > 0)) {
    const classes = [...new Set(lanes.flatMap(({ failures }) => Object.keys(failures)))];
    return { text: text.allFailed, more: text.allFailedMore(classes.join(', ')) };
  }
  const [only] = lanes;
  const rate = rateOf(only);
  if (only && lanes.length === 1 && rate !== null)
    return { text: text.single(nameOf(only), numbers.rate(rate)), more: text.singleMore };
  return { text: text.none, more: state === 'stopped' ? '' : text.noneMore };
}

/**
 * What of the other lanes belongs beside the name of the fastest: a larger figure whose turns scatter too much to be
 * told apart from the baseline, and lanes that cannot be told apart from the fastest itself. Empty where there are
 * none.
 */
function rivalsInWords(
  best: LaneResult,
  result: Concluded,
  nameOf: NameOf,
  { headline: text }: Words,
  mostNamed: number,
): string {
  const others = result.lanes.slice(1).filter((lane) => lane.id !== best.id && isWayOfSending(lane.strategy));
  const scattered = others.filter((lane) => {
    const comparison = comparisonWithFirst(lane, result);
    const isPlaced = comparison?.ci95 == null || comparison.outcome !== 'inconclusive';
    return !isPlaced && looksFaster(lane, best, result);
  });
  const placed = others.filter((lane) => !scattered.includes(lane));
  const level = indistinguishableFrom(best, placed, (lane) => lane);
  const say = (lanes: readonly LaneResult[], sentence: Words['headline']['level']) => {
    const names = lanes.slice(0, mostNamed).map(nameOf);
    const more = lanes.length - names.length;
    return lanes.length === 0
      ? []
      : [sentence(names.join(more === 0 && names.length < 3 ? text.and : ', '), more, lanes.length)];
  };
  return [...say(scattered, text.scattered), ...say(level, text.level)].join(' ');
}

/** By either of the figures on its card. */
const looksFaster = (lane: LaneResult, best: LaneResult, result: Concluded) =>
  (rateOf(lane) ?? 0) > (rateOf(best) ?? 0) ||
  (comparisonWithFirst(lane, result)?.ratio ?? 0) > (comparisonWithFirst(best, result)?.ratio ?? 0);

/** Figures of a lane that may tell why it is faster. */
export interface TellingFigures {
  strategy: string;
  /** Commands in a write. */
  batch: number | null;
  /** Of a command; at a fixed rate it waits for its turn as well, and is left out. */
  p50Ms: number | undefined;
}

const figuresOf = ({ strategy, effectiveBatch, latencyMs, rate }: LaneResult): TellingFigures => ({
  ...{ strategy, batch: effectiveBatch },
  p50Ms: rate ? undefined : shownLatency(latencyMs)?.p50,
});

/** Below this, one lane's writes carry no more than the other's to speak of. */
const clearlyMore = 1.5;

/** What makes a lane faster than the baseline, by the figures on their cards; `null` where these do not tell. */
export function whyFaster(
  { strategy, batch: many }: TellingFigures,
  { strategy: first, batch: few, p50Ms }: TellingFigures,
  baseline: string,
  { headline: text }: Pick<Words, 'headline'>,
): string | null {
  if (many === null || few === null) return null;
  const waitsForEach = first === 'one-by-one';
  if (many / few >= clearlyMore)
    return waitsForEach && p50Ms !== undefined
      ? text.whyShared(many, p50Ms, baseline)
      : text.whyFewer(many, few);
  return waitsForEach && strategy !== 'one-by-one' ? text.whyNoWaiting(baseline) : null;
}
