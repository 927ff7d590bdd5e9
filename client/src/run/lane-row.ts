import { isInconclusive, whyNoInterval } from '../../../shared/statistics/figures.ts';
import type { Words } from '../../../shared/words/words.ts';
import type { LaneFigures } from './lane-figures.ts';
import type { LaneView } from './lane-view.svelte.ts';
import type { LiveRun } from './live-run.svelte.ts';

/** What the row of a lane says of its figures, in the reader's language. */
export interface LaneRowFigures extends LaneFigures {
  /** The estimate; empty: nothing is counted. */
  rateInWords: string;
  /** The rate of the newest turn. */
  nowInWords: string;
  /** Until the run has ended it is said as roughly as it is known; empty for the baseline. */
  ratioInWords: string;
  /** True in an ended run in which nothing is proven. */
  isInconclusive: boolean;
  /** Why an ended run has no interval; empty: it has one. */
  whyNoInterval: string;
}

const nothing: LaneFigures = {
  ...{ now: null, estimate: null, counted: 0, provisional: null, ratio: null, isFinal: false },
};

export function laneRowFigures(
  run: LiveRun | null,
  lane: LaneView | undefined,
  { numbers, figures: text }: Pick<Words, 'numbers' | 'figures'>,
): LaneRowFigures {
  const figures = run && lane ? run.figuresOf(lane) : nothing;
  const { now, estimate, ratio, isFinal } = figures;
  const perSecond = (rate: number | null) => (rate === null ? '' : numbers.perSecond(numbers.short(rate)));
  return {
    ...figures,
    rateInWords: perSecond(estimate),
    nowInWords: perSecond(now),
    ratioInWords: ratio ? (isFinal ? numbers.ratio(ratio.ratio) : `× ${numbers.roughly(ratio.ratio)}`) : '',
    isInconclusive: isFinal && ratio !== null && isInconclusive(ratio),
    whyNoInterval: isFinal && ratio?.ci95 === null ? text.noInterval[whyNoInterval(ratio.pairs)] : '',
  };
}
