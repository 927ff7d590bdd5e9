import type { Comparison } from '../../../shared/contract/result.ts';
import { isInconclusive } from '../../../shared/statistics/figures.ts';
import type { Words } from '../../../shared/words/words.ts';
import type { LaneView } from './lane-view.svelte.ts';
import type { LiveRun } from './live-run.svelte.ts';

/** What the row of a lane says of its figures, in the reader's language. */
export interface LaneRowFigures {
  /** Commands per second; `null`: no round is counted. */
  rate: number | null;
  rateInWords: string;
  comparison: Comparison | null;
  /** Until the run has ended it is said as roughly as it is known; empty for the baseline. */
  ratioInWords: string;
  /** The run has ended: nothing of it changes any more. */
  isFinal: boolean;
  isInconclusive: boolean;
}

export function laneRowFigures(
  run: LiveRun | null,
  lane: LaneView | undefined,
  { numbers }: Pick<Words, 'numbers'>,
): LaneRowFigures {
  const isFinal = run !== null && !run.running && run.state !== 'lost';
  const rate = run?.hasRound ? (lane?.countedRate ?? null) : null;
  const comparison = run?.hasRound ? (lane?.comparison ?? null) : null;
  const ratio = (of: number) => (isFinal ? numbers.ratio(of) : `× ${numbers.roughly(of)}`);
  return {
    ...{ rate, comparison, isFinal },
    rateInWords: rate === null ? '' : numbers.perSecond(numbers.short(rate)),
    ratioInWords: comparison ? ratio(comparison.ratio) : '',
    isInconclusive: isFinal && comparison !== null && isInconclusive(comparison),
  };
}
