import type { Result } from '../../../shared/contract/result.ts';
import { askedRate } from '../../../shared/plan/sustained-rate.ts';
import { countedTunings } from '../../../shared/plan/tuned-plan.ts';
import type { ResultHeadline } from '../../../shared/report/headline.ts';
import type { Messages } from '../messages/en.ts';
import type { Activity } from './activity.svelte.ts';
import type { LaneView } from './lane-view.svelte.ts';
import type { LiveRun } from './live-run.svelte.ts';

/** The sentence that a reader takes home, and what it rests on. */
export interface Headline extends ResultHeadline {
  /** What makes the run doubtful, a sentence each, the weightiest first. */
  doubts?: string[];
  /** Name of the first doubt; absent where its sentence has to be read. */
  inShort?: string;
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
  const { best } = run;
  const comparison = best ? run.figuresOf(best).ratio : null;
  if (!best || !comparison) {
    const isEarly = run.current === null || run.warmingUp;
    return isEarly
      ? { text: text.warmingUp, more: text.warmingUpMore }
      : { text: text.measuring, more: text.measuringMore };
  }
  const { pairs, ci95 } = comparison;
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
  const includes1 = ci95 !== null && ci95[0] <= 1 && ci95[1] >= 1;
  const more = includes1 ? text.undecidedMore : text.soFarMore;
  return {
    text: text.soFar(nameOf(best), `× ${words.numbers.roughly(comparison.ratio)}`),
    more: more(pairs) + tuned,
    leading: [best.id],
    isProvisional: true,
  };
}
