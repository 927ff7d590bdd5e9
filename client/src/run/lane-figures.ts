import type { Comparison } from '../../../shared/contract/result.ts';

/** Two lanes by their estimates. */
export type EstimatedRatio = Pick<Comparison, 'ratio' | 'ci95' | 'outcome' | 'pairs'>;

/** All that stands of a lane at one moment. Rates are commands per second. */
export interface LaneFigures {
  /** Rate of the newest turn; `null`: none was received. */
  now: number | null;
  /** Rate by the fit over counted turns of all lanes; `null`: no turn of this lane is counted. */
  estimate: number | null;
  /** Counted turns that the estimate is of. */
  counted: number;
  /** A rate to draw while there is no estimate; `null`: there is one, or nothing was received. */
  provisional: number | null;
  /** The estimate ÷ that of the baseline, to the last digit; `null` for the baseline, and where they do not compare. */
  ratio: EstimatedRatio | null;
  /** The run has its result: the figures no longer change. */
  isFinal: boolean;
}
