import type { Result } from '../../../shared/contract/result.ts';
import { tunedPlan } from '../../../shared/plan/tuned-plan.ts';
import { doubtInWords, doubts } from '../../../shared/report/doubts.ts';
import { resultHeadline } from '../../../shared/report/headline.ts';
import { asSentence } from '../../../shared/words/as-sentence.ts';
import { tripsDuringLanes } from '../../../shared/words/network.ts';
import { describeNetwork } from '../../../shared/words/settings.ts';
import type { Messages } from '../messages/en.ts';
import type { Headline } from './headline.ts';
import type { LaneView } from './lane-view.svelte.ts';
import type { LiveRun } from './live-run.svelte.ts';

/** At most so many lanes are named that may be as fast. */
export const mostNamed = 2;

/** What a run that has ended has found, and what makes it doubtful. */
export function endedHeadline(
  run: LiveRun,
  result: Result,
  nameOf: (lane: LaneView) => string,
  messages: Messages,
): Headline {
  const { headline: text, words } = messages;
  const nameOfId = (id: string) => {
    const lane = run.lane(id);
    return lane ? nameOf(lane) : id;
  };
  const found = resultHeadline(result, ({ id }) => nameOfId(id), words, mostNamed);
  const { network } = tunedPlan(result.plan, result.tunings);
  const restsOn =
    network && result.comparisons.length > 0
      ? text.over(describeNetwork(network, words), tripsDuringLanes(result.lanes, words.numbers))
      : null;
  const all = doubts(result);
  const doubtful = all.map((doubt) => asSentence(doubtInWords(doubt, nameOfId, words)));
  const hasFailed = result.state === 'failed';
  // Why a run failed stands below that it did, and is no doubt beside it.
  const isReason = hasFailed && found.more === '';
  const [reason = ''] = isReason ? doubtful.splice(0, 1) : [];
  const code = all[isReason ? 1 : 0]?.finding.code;
  return {
    ...found,
    ...(reason === '' ? {} : { more: reason }),
    ...(restsOn === null ? {} : { restsOn }),
    ...(doubtful.length > 0 ? { doubts: doubtful } : {}),
    ...(code === 'too-busy' || code === 'noisy' ? { inShort: text.inShort[code] } : {}),
    ...(all.some(({ finding }) => finding.code === 'too-busy') ? { tooBusy: true } : {}),
    ...(hasFailed ? { hasFailed: true } : {}),
  };
}
