import { waitedForCore } from '../../../shared/statistics/too-busy.ts';
import type { Comparison } from '../../../shared/contract/result.ts';
import { askedRate } from '../../../shared/plan/sustained-rate.ts';
import { countedTunings, tunedPlan } from '../../../shared/plan/tuned-plan.ts';
import { batchingEvidence, factorsInWords } from '../../../shared/words/gain.ts';
import { sustainedRateInWords, missedRateInWords } from '../../../shared/words/sustained-rate.ts';
import { praise, withoutIntervals } from '../../../shared/words/praise.ts';
import { isWide } from '../../../shared/statistics/wide-interval.ts';
import type { Messages } from '../messages/en.ts';
import type { Activity } from './activity.svelte.ts';
import type { LiveRun, RunState } from './live-run.svelte.ts';
import { tripsDuringLanes } from '../../../shared/words/network.ts';
import { networkForReader } from '../messages/network-in-words.ts';
import { rivals } from './rivals.ts';
import type { LaneView } from './lane-view.svelte.ts';
import { whyFaster } from './why.ts';

/** The one sentence that a reader takes home, and what it rests on. */
export interface Headline {
  text: string;
  /** What makes the difference, where the figures tell. */
  why?: string;
  more: string;
  /** The run is in progress: what it will say at its end may differ. */
  isProvisional?: true;
  /** What else changed with the ratio: figures of the server and of the writes. */
  evidence?: string;
  /** Who else may be as fast, which `more` says as well. */
  rivals?: string;
  /** A longer run could say more. */
  needsLonger?: true;
  /** Lanes had to wait for a core of this machine. */
  tooBusy?: true;
}

/** What can be said of a run at this moment; before there is one, the question that it will answer. */
export function runHeadline(
  run: LiveRun | null,
  starting: Pick<Activity, 'filling'> | false,
  nameOf: (lane: LaneView) => string,
  messages: Messages,
): Headline {
  const said = outcomeOf(run, starting, nameOf, messages);
  const tooBusy = !starting && run?.lanes.some(({ result }) => result && waitedForCore(result));
  return tooBusy ? { ...said, tooBusy } : said;
}

function outcomeOf(
  run: LiveRun | null,
  starting: Pick<Activity, 'filling'> | false,
  nameOf: (lane: LaneView) => string,
  messages: Messages,
): Headline {
  const text = messages.headline;
  if (starting) return { text: text.starting, more: starting.filling ? text.filling(starting.filling) : '' };
  if (run === null) return { text: text.question, more: text.questionMore };
  if (run.state === 'lost') return { text: text.lost, more: text.lostMore };
  if (run.state === 'failed' && run.result === null)
    return { text: text.brokeOff, more: run.error ?? text.brokeOffMore };
  const { best, baseline } = run;
  if (best?.comparison && baseline) {
    const factors = factorsInWords(best.result ?? {}, best.comparison, messages.words.gain);
    const reasons = [factors, whyFaster(best, baseline, nameOf(baseline), text)];
    const why = reasons.filter((reason) => reason !== null).join(' ');
    const nameOfResult = ({ id }: { id: string }) => nameOf(run.lanes.find((lane) => lane.id === id) ?? best);
    const kept = run.result && sustainedRateInWords(run.result, nameOfResult, messages.words);
    const missed = run.result && missedRateInWords(run.result, nameOfResult, messages.words);
    const evidence =
      factors !== null && best.result && run.result
        ? batchingEvidence(best.result, run.result.lanes, nameOfResult, messages.words.gain)
        : null;
    const compared = comparing(run, best, best.comparison, { kept, missed }, nameOf, messages);
    const said = evidence === null ? compared : { ...compared, evidence };
    const { outcome, ci95, ratio } = best.comparison;
    const isFaster = ci95 === null ? ratio > 1 : outcome === 'faster';
    return why !== '' && isFaster && !kept ? { ...said, why } : said;
  }
  if (run.running)
    return run.current === null || run.warmingUp
      ? { text: text.warmingUp, more: text.warmingUpMore }
      : { text: text.measuring, more: text.measuringMore };
  return withoutComparison(run, nameOf, messages);
}

/** Before so many, a ratio is mostly noise. */
const leastRoundsToSay = 3;

function comparing(
  run: LiveRun,
  best: LaneView,
  comparison: Comparison,
  { kept, missed }: { kept: Headline | null; missed: string | null },
  nameOf: (lane: LaneView) => string,
  messages: Messages,
): Headline {
  const { ratio, ci95, outcome, pairs } = comparison;
  const text = messages.headline;
  const lane = nameOf(best);
  const baseline = run.baseline ? nameOf(run.baseline) : '';
  const tuned = countedTunings(run.tunings).length > 0 ? ` ${text.tuned}` : '';
  const undecided = ci95 !== null && outcome === 'inconclusive';
  const rate = run.running ? askedRate(run) : null;
  // How much was answered is then what was asked for.
  if (rate !== null)
    return {
      text: text.measuringAtRate(messages.words.numbers.rate(rate)),
      more: text.measuringAtRateMore + tuned,
    };
  if (run.running)
    return undecided
      ? { text: text.undecided, more: text.undecidedMore(pairs) + tuned, isProvisional: true }
      : {
          text:
            pairs < leastRoundsToSay
              ? text.measuring
              : praise(
                  lane,
                  withoutIntervals(comparison),
                  baseline,
                  messages.words.praise,
                  messages.words.numbers.roughly,
                ),
          more: text.soFarMore(pairs) + tuned,
          isProvisional: true,
        };
  const ends: Partial<Record<RunState, string>> = {
    stopped: ` ${text.stopped}`,
    failed: ` ${text.failedPartly}`,
  };
  const end = ends[run.state] ?? '';
  const race = run.plan.schedule.mode === 'race' ? ` ${text.inRace}` : '';
  const { network } = tunedPlan(run.plan, run.tunings);
  const trips = tripsDuringLanes(
    run.lanes.flatMap(({ result }) => result ?? []),
    messages.words.numbers,
  );
  const over = network ? ` ${text.over(networkForReader(network, messages), trips)}` : '';
  const but = (missed === null ? '' : ` ${missed}`) + over + end + race + tuned;
  // What failed once is mended first.
  const longer: Pick<Headline, 'needsLonger'> = run.state === 'failed' ? {} : { needsLonger: true };
  if (kept) return { text: kept.text, more: kept.more + but };
  if (ci95 === null)
    return askedRate(run) === null
      ? { text: text.tooShort(lane, ratio), more: text.tooShortMore + but, ...longer }
      : { text: text.noComparison, more: text.tooShortMore + but, ...longer };
  if (undecided && isWide(ci95))
    return { text: text.tooNoisy(baseline), more: text.tooNoisyMore + but, ...longer };
  if (undecided)
    return { text: text.indistinguishable(baseline), more: text.notToldApartMore + but, ...longer };
  if (outcome === 'slower') return { text: text.allSlower(baseline), more: text.allSlowerMore + but };
  const [low, high] = ci95;
  const more = isWide(ci95) ? text.fasterWideMore : text.fasterMore(low, high);
  const asFast = rivals(run, best, nameOf, text);
  return {
    text: praise(lane, comparison, baseline, messages.words.praise),
    more: more + asFast + but,
    ...(asFast === '' ? {} : { rivals: asFast.trim() }),
    ...(isWide(ci95) ? longer : {}),
  };
}

function withoutComparison(
  run: LiveRun,
  nameOf: (lane: LaneView) => string,
  { headline: text, words }: Messages,
): Headline {
  const error = run.lanes.find((lane) => lane.error !== null)?.error;
  if (run.state === 'failed') return { text: text.failed, more: error?.message ?? text.noComparisonMore };
  const results = run.lanes.flatMap(({ result }) => result ?? []);
  if (results.length > 0 && results.every(({ commands, failed }) => commands === 0 && failed > 0)) {
    const classes = [...new Set(results.flatMap(({ failures }) => Object.keys(failures)))];
    return { text: text.allFailed, more: text.allFailedMore(classes.join(', ')) };
  }
  const [only] = run.lanes;
  const median = only?.standing?.median;
  if (only && run.lanes.length === 1 && median !== undefined)
    return { text: text.single(nameOf(only), words.numbers.rate(median)), more: text.singleMore };
  const counted = run.lanes.some(({ standing }) => standing !== null);
  const ended = counted ? text.stopped : text.stoppedEmpty;
  return { text: text.noComparison, more: run.state === 'stopped' ? ended : text.noComparisonMore };
}
