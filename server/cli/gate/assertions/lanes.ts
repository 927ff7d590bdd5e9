import type { Plan } from '../../../../shared/contract/plan.ts';
import { figureNamed, figures, keptFigure, type Figure } from './figures.ts';
import { readAssertion, type Assertion } from './parse.ts';
import { AssertionInvalid, unknownName } from './quantity.ts';
import type { FigureToken } from './tokens.ts';

/** A figure of a lane. */
export interface LaneFactor {
  lane: string;
  figure: Figure;
  /** Rate of a load curve, commands per second; `null`: the run, or the whole curve. */
  rate: number | null;
}

export type LaneAssertion = Assertion<LaneFactor>;

/** The run or load curve that an assertion is about. */
export interface Asserted {
  plan: Plan;
  /** Rates of a load curve, from low to high; `null`: a single run. */
  rates?: readonly number[] | null;
}

/** Reads an assertion about the lanes of a plan. Throws UsageError. */
export const parseAssertion = (text: string, asserted: Asserted, label = '--assert'): LaneAssertion =>
  readAssertion(text, { example: 'pipeline.p99', factorOf: (token) => factorOf(token, asserted) }, label);

function factorOf(token: FigureToken, { plan, rates = null }: Asserted): LaneFactor {
  const ids = plan.lanes.map(({ id }) => id);
  const lane = plan.lanes.find(({ id }) => id === token.owner);
  if (!lane) throw new AssertionInvalid(token.column, unknownName('lane', token.owner, ids, 'this run has'));
  const column = token.column + token.owner.length + 1;
  const isKept = token.figure.toLowerCase() === keptFigure.name;
  const figure = isKept ? keptFigure : figureNamed(token.figure);
  if (!figure) {
    const names = figures.map(({ name }) => name);
    const known = unknownName('figure', token.figure, names);
    throw new AssertionInvalid(column, `${known}, and of a command in a mix get.p99`);
  }
  const fault = isKept ? keptFault(token, rates) : rateFault(token, rates);
  const ofUnit =
    token.unit === null ? null : 'a figure of a lane is that of all its units: leave out the [ ]';
  const lacking = fault ?? ofUnit ?? figure.lacking?.(lane, plan);
  if (lacking != null) throw new AssertionInvalid(column, lacking);
  return { lane: lane.id, figure, rate: token.rate };
}

/** Why what a lane keeps cannot be asserted; `null`: it can. */
function keptFault({ rate }: FigureToken, rates: readonly number[] | null): string | null {
  if (rates === null) return 'what a lane keeps is a figure of a load curve: --load-curve 1k..100k';
  return rate === null ? null : 'what a lane keeps is a figure of the whole curve: leave out the @';
}

/** Why a figure cannot be had at the rate that is named for it, or for want of one; `null`: it can. */
function rateFault({ figure, rate, owner }: FigureToken, rates: readonly number[] | null): string | null {
  if (rates === null)
    return rate === null ? null : 'only a load curve has rates: leave out what follows the @';
  const known = `this curve has ${rates.map((one) => one.toLocaleString('en-US')).join(', ')}`;
  if (rate === null)
    return `a load curve has this figure at each rate: name one, as in ${owner}.${figure}@${rates[0] ?? ''}; ${known}`;
  return rates.includes(rate) ? null : `there is no rate ${rate.toLocaleString('en-US')}; ${known}`;
}
