import type { LaneResult } from '../contract/lane-result.ts';
import type { LatencySlices } from '../contract/figures.ts';
import { commandsInFlight } from '../plan/in-flight.ts';
import { tunedPlan } from '../plan/tuned-plan.ts';
import { isWayOfSending } from '../statistics/best-lane.ts';
import { indistinguishableFrom } from '../statistics/rivals.ts';
import {
  comparisonWithFirst,
  isFaster,
  isWide,
  keepsRate,
  rateOf,
  shownLatency,
} from '../statistics/figures.ts';
import { pointOf, ratioAlone } from '../words/latency.ts';
import type { Words } from '../words/words.ts';
import { runAnswerInWords, answerOf, batchingLane, bestComparison, type Concluded } from './answer.ts';
import type { Comparison } from '../contract/result.ts';

type NameOf = (lane: { id: string }) => string;

/** The sentence that a reader takes home, and what it rests on. */
export interface ResultHeadline {
  text: string;
  /** Which lane it is about, and who else may be as fast. */
  fastest?: string;
  /** The part of `fastest` for a place that shows lane, ratio and interval itself; may be empty. */
  besideFastest?: string;
  /** The fastest lane, and all that cannot be told apart from it. */
  leading?: readonly string[];
  /** What it costs a single command. */
  latency?: string;
  /** What else there is to know; may be empty. */
  more: string;
  /** A longer run could say more. */
  needsLonger?: true;
}

/** What a run that has ended has found. `mostNamed`: of the lanes that may be as fast. */
export function resultHeadline(
  result: Concluded,
  nameOf: NameOf,
  words: Words,
  mostNamed = Infinity,
): ResultHeadline {
  const answer = answerOf(result);
  const text = runAnswerInWords(answer, (id) => nameOf({ id }), words);
  const best = bestComparison(result);
  const lane = result.lanes.find(({ id }) => id === best?.lane);
  switch (answer.code) {
    case 'factors':
    case 'ahead': {
      if (!best || !lane) return { text, more: '' };
      const latency = latencyInHeadline(lane, best, result, words);
      const rivals = rivalsOf(lane, result);
      const besideFastest = words.numbers.sentences([
        batchingInWords(lane, result, nameOf, words),
        rivalsInWords(rivals, nameOf, words, mostNamed),
      ]);
      return {
        text,
        fastest: words.numbers.sentences([
          answer.code === 'ahead'
            ? intervalInWords(best, words)
            : fastestInWords(lane, best, result, nameOf, words),
          besideFastest,
        ]),
        besideFastest,
        leading: [lane, ...rivals.level].map(({ id }) => id),
        ...(latency === null ? {} : { latency }),
        more: '',
        ...(isWide(best.ci95) ? longer(result) : {}),
      };
    }
    case 'behind':
      return { text, more: '' };
    case 'at-rate':
      return { text, more: atRateInWords(result, nameOf, words) };
    default:
      return {
        text,
        more: moreOf(answer.code, result, words.headline),
        ...(best && answer.code !== 'slower' ? longer(result) : {}),
      };
  }
}

/** Sentences below the first, as many as there are. */
export const belowHeadline = ({ fastest = '', latency = '', more }: Omit<ResultHeadline, 'text'>): string[] =>
  [fastest, latency, more].filter((line) => line !== '');

/** What failed once is mended first. */
const longer = ({ state }: Concluded) => (state === 'failed' ? {} : { needsLonger: true as const });

function intervalInWords({ ci95 }: Comparison, { headline: text, numbers }: Words): string {
  const ends = ci95?.map(numbers.times).join(' – ');
  // A wide one stands in the sentence above.
  return ends === undefined || isWide(ci95) ? '' : text.interval(ends);
}

function fastestInWords(
  lane: LaneResult,
  best: Comparison,
  result: Concluded,
  nameOf: NameOf,
  { headline: text, numbers }: Words,
): string {
  const say = othersAhead(lane, result).length > 0 ? text.fastestRanked : text.fastest;
  return say(nameOf(lane), pointOf(best, numbers), best.ci95 ? numbers.interval(best.ci95) : '');
}

/** The lane whose gain was taken apart; empty: it is the fastest, or there is none. */
function batchingInWords(
  fastest: LaneResult,
  result: Concluded,
  nameOf: NameOf,
  { headline: text, numbers }: Words,
): string {
  const apart = batchingLane(result);
  const ofBatching = apart && comparisonWithFirst(apart, result);
  return apart && ofBatching && apart.id !== fastest.id
    ? text.batching(nameOf(apart), ratioAlone(ofBatching, numbers))
    : '';
}

/** An inconclusive interval within so much of 1 leaves the latency as it was. */
const asLong = 0.1;

/** What a command takes beside what it took, and why: more of them are in flight. */
function latencyInHeadline(
  lane: LaneResult,
  { baseline, latency }: Comparison,
  result: Concluded,
  { headline: { takes }, numbers }: Words,
): string | null {
  const first = result.lanes.find(({ id }) => id === baseline);
  const [was, is] = [first, lane].map((of) => of && shownLatency(of.latencyMs)?.p50);
  if (!latency || was === undefined || is === undefined) return null;
  const { kind, ratio, ci95, outcome } = latency;
  const of = lane.perUnit && kind === 'command' ? 'unit' : kind;
  const p50s = [numbers.msShort(was), numbers.msShort(is)] as const;
  if (outcome === 'inconclusive') {
    const isLevel = ci95 !== null && ci95[0] >= 1 - asLong && ci95[1] <= 1 + asLong;
    return isLevel ? takes.asLong(of, numbers.inMsShort(is)) : takes.unclear(of, p50s);
  }
  const times = isWide(ci95)
    ? ci95.map(numbers.times).join('–')
    : numbers.count(Number(ratio.toPrecision(ratio < 2 ? 3 : 2)));
  const inFlight = outcome === 'worse' ? moreInFlight(lane, first, kind, result) : null;
  return takes.times(of, times, p50s, inFlight && [numbers.count(inFlight[0]), numbers.count(inFlight[1])]);
}

/** Commands in flight on each connection of the baseline and of the lane; `null`: no more than there. */
function moreInFlight(
  lane: LaneResult,
  first: LaneResult | undefined,
  kind: LatencySlices['kind'],
  { plan, tunings }: Concluded,
): [was: number, is: number] | null {
  const { lanes } = tunedPlan(plan, tunings);
  const [was, is] = [first, lane].map((of) => {
    const planned = lanes.find(({ id }) => id === of?.id);
    return planned && Math.round(commandsInFlight(planned) / planned.workload.clients);
  });
  return kind === 'command' && was !== undefined && is !== undefined && is > was ? [was, is] : null;
}

function atRateInWords(result: Concluded, nameOf: NameOf, { headline: text, numbers }: Words): string {
  const lanes = result.lanes.filter(({ strategy }) => isWayOfSending(strategy));
  const times = lanes.flatMap((lane) => {
    const p50 = lane.latencyMs.response?.p50;
    return p50 === undefined ? [] : [`${nameOf(lane)} ${numbers.inMs(p50)}`];
  });
  const growing = lanes.filter(
    (lane) => lane.rate && !keepsRate(lane) && keepsRate({ ...lane, rate: { ...lane.rate, growing: false } }),
  );
  return numbers.sentences([
    growing.length === 0 ? '' : text.queues(numbers.list(growing.map(nameOf))),
    times.length === 0 ? '' : text.responses(numbers.list(times)),
  ]);
}

function moreOf(
  code: ReturnType<typeof answerOf>['code'],
  { lanes, state }: Concluded,
  text: Words['headline'],
): string {
  switch (code) {
    case 'slower':
      return text.slowerMore;
    case 'noisy':
      return text.noisyMore;
    case 'inconclusive':
      return text.inconclusiveMore;
    case 'single':
      return text.singleMore;
    case 'all-failed':
      return text.allFailedMore(
        [...new Set(lanes.flatMap(({ failures }) => Object.keys(failures)))].join(', '),
      );
    case 'none':
      return state === 'stopped' ? '' : text.noneMore;
    default:
      return '';
  }
}

const waysOfSending = (best: LaneResult, { lanes }: Concluded): LaneResult[] =>
  lanes.slice(1).filter(({ id, strategy }) => id !== best.id && isWayOfSending(strategy));

/** Lanes with a larger figure than the one that is named, which cannot be told apart from the baseline, or were not compared. */
const othersAhead = (best: LaneResult, result: Concluded): LaneResult[] =>
  waysOfSending(best, result).filter((lane) => {
    const comparison = comparisonWithFirst(lane, result);
    return !(comparison && isFaster(comparison)) && (rateOf(lane) ?? 0) > (rateOf(best) ?? 0);
  });

/** Lanes that belong beside the name of the fastest. */
interface Rivals {
  /** Their figures are larger, and their turns scatter too much to be told apart from the baseline. */
  scattered: LaneResult[];
  /** They cannot be told apart from the fastest. */
  level: LaneResult[];
}

function rivalsOf(best: LaneResult, result: Concluded): Rivals {
  const scattered = othersAhead(best, result).filter((lane) => comparisonWithFirst(lane, result));
  const placed = waysOfSending(best, result).filter((lane) => !scattered.includes(lane));
  return { scattered, level: indistinguishableFrom(best, placed, (lane) => lane) };
}

/** Empty where there are none. */
function rivalsInWords(
  { scattered, level }: Rivals,
  nameOf: NameOf,
  { headline: text, numbers }: Words,
  mostNamed: number,
): string {
  const say = (lanes: readonly LaneResult[], sentence: Words['headline']['level']) => {
    const names = lanes.slice(0, mostNamed).map(nameOf);
    const more = lanes.length - names.length;
    return lanes.length === 0
      ? []
      : [
          sentence(
            more === 0 && names.length < 3 ? names.join(text.and) : numbers.list(names),
            more,
            lanes.length,
          ),
        ];
  };
  return numbers.sentences([...say(scattered, text.scattered), ...say(level, text.level)]);
}
