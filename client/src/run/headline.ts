import type { Result } from '../../../shared/contract/result.ts';
import { askedRate } from '../../../shared/plan/sustained-rate.ts';
import { countedTunings } from '../../../shared/plan/tuned-plan.ts';
import type { ResultHeadline } from '../../../shared/report/headline.ts';
import { isInconclusive } from '../../../shared/statistics/figures.ts';
import { isWayOfSending } from '../../../shared/statistics/best-lane.ts';
import type { Messages } from '../messages/en.ts';
import type { Activity } from './activity.svelte.ts';
import type { LaneView } from './lane-view.svelte.ts';
import type { LiveRun } from './live-run.svelte.ts';

/** The sentence that a reader takes home, and what it rests on. */
export interface Headline extends ResultHeadline {
  /** What makes the run doubtful, a sentence each, the weightiest first. */
  doubts?: string[];
  /** The network that it was measured over. */
  restsOn?: string;
  /** The run is in progress: what it will say at its end may differ. */
  isProvisional?: true;
  /** Lanes had to wait for a core of this machine. */
  tooBusy?: true;
  /** Something failed: the same settings can be run again. */
  hasFailed?: true;
}

/** What a run that has ended has found: loaded once there is a run, the first screen does without. */
export type EndedHeadline = (
  run: LiveRun,
  result: Result,
  nameOf: (lane: LaneView) => string,
  messages: Messages,
) => Headline;

/** What can be said of a run at this moment; before there is one, the question that it will answer. */
export function runHeadline(
  run: LiveRun | null,
  starting: Pick<Activity, 'filling'> | false,
  nameOf: (lane: LaneView) => string,
  messages: Messages,
  ended: EndedHeadline | null,
): Headline {
  const { headline: text, words } = messages;
  if (starting) return { text: text.starting, more: starting.filling ? text.filling(starting.filling) : '' };
  if (run === null) return { text: text.question, more: text.questionMore };
  if (run.state === 'lost') return { text: text.lost, more: text.lostMore };
  if (run.running) return soFar(run, nameOf, messages);
  if (run.result !== null) return ended?.(run, run.result, nameOf, messages) ?? { text: '', more: '' };
  return run.state === 'failed'
    ? { text: text.brokeOff, more: run.error ?? text.brokeOffMore, hasFailed: true }
    : {
        text: words.answer.none({ code: 'none' }),
        more: words.doubt['stopped-early']({ code: 'stopped-early', counted: false }),
      };
}

/** An estimate, and no outcome: that comes with the end of the run. */
function soFar(run: LiveRun, nameOf: (lane: LaneView) => string, messages: Messages): Headline {
  const { headline: text, words } = messages;
  const { best, baseline } = run;
  if (!best?.comparison || !baseline) {
    const lead = askedRate(run) === null ? earlyLead(run) : null;
    if (lead) return { text: text.ahead(nameOf(lead)), more: text.aheadMore, isProvisional: true };
    return run.current === null || run.warmingUp
      ? { text: text.warmingUp, more: text.warmingUpMore }
      : { text: text.measuring, more: text.measuringMore };
  }
  const { comparison } = best;
  const { pairs } = comparison;
  const tuned =
    countedTunings(run.tunings).length > 0
      ? ` ${words.doubt['settings-changed']({ code: 'settings-changed' })}`
      : '';
  const rate = askedRate(run);
  // How much was answered is then what was asked for.
  if (rate !== null)
    return {
      text: text.measuringAtRate(words.numbers.rate(rate)),
      more: text.measuringAtRateMore + tuned,
    };
  const more = isInconclusive(comparison) ? text.undecidedMore : text.soFarMore;
  return {
    text: text.soFar(nameOf(best), `× ${words.numbers.roughly(comparison.ratio)}`),
    more: more(pairs) + tuned,
    isProvisional: true,
  };
}

/**
 * Before a round is counted: the lane that is fastest by the newest moment of each, once every lane has had one. How
 * much faster cannot be said yet: while lanes warm up, that differs from what is counted by a factor of two.
 */
function earlyLead(run: LiveRun): LaneView | null {
  const lanes = run.lanes.filter(({ error }) => error === null);
  const rateOf = (lane: LaneView) => (run.isStale(lane) ? null : lane.figure.throughput);
  if (lanes.length < 2 || lanes[0] !== run.baseline || lanes.some((lane) => !rateOf(lane))) return null;
  const ways = lanes.filter((lane) => lane === run.baseline || isWayOfSending(lane.plan.strategy));
  return ways.toSorted((one, other) => (rateOf(other) ?? 0) - (rateOf(one) ?? 0))[0] ?? null;
}
