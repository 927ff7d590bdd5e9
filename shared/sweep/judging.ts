import type { Measured, LaneSource } from './measured.ts';
import { sentence } from './phrase.ts';
import type { ClaimOutcome, Phrase, Ratio, Text } from '../contract/recipe.ts';

export const holds = (...evidence: Phrase[]): ClaimOutcome => ({ outcome: 'holds', evidence });

export const doesNotHold = (...evidence: Phrase[]): ClaimOutcome => ({
  outcome: 'does not hold here',
  evidence,
});

/** Nothing is judged, for this reason. */
export const unseen = (...evidence: Phrase[]): ClaimOutcome => ({
  outcome: 'cannot be seen here',
  evidence,
});

/** Without an interval there is nothing to judge by. */
const withoutInterval = (ratio: Ratio | null, what: Text): ClaimOutcome =>
  unseen(ratio ? sentence('measured-once', { what, ratio }) : sentence('not-measured', { what }));

/**
 * Holds when the whole interval of the ratio is at or above the bound, does not when all of it is below; an
 * interval on both sides of it judges nothing.
 */
export const atLeast = (ratio: Ratio | null, bound: number, what: Text): ClaimOutcome =>
  beside(ratio, bound, what, { above: holds, below: doesNotHold });

/** The same the other way round: the whole interval is to be below the bound. */
export const below = (ratio: Ratio | null, bound: number, what: Text): ClaimOutcome =>
  beside(ratio, bound, what, { above: doesNotHold, below: holds });

type Judge = (...evidence: Phrase[]) => ClaimOutcome;

function beside(
  ratio: Ratio | null,
  bound: number,
  what: Text,
  judge: { above: Judge; below: Judge },
): ClaimOutcome {
  if (!ratio?.ci95) return withoutInterval(ratio, what);
  const [low, high] = ratio.ci95;
  const figures = { what, ratio, bound };
  if (low >= bound) return judge.above(sentence('compared', { ...figures, relation: 'at least' }));
  if (high < bound) return judge.below(sentence('compared', { ...figures, relation: 'less than' }));
  return unseen(sentence('compared', { ...figures, relation: 'not told apart from' }));
}

/** Both ends: the whole interval is to be from `low` to `high`. */
export function between(ratio: Ratio | null, low: number, high: number, what: Text): ClaimOutcome {
  if (!ratio?.ci95) return withoutInterval(ratio, what);
  const figures = { what, ratio, low, high };
  if (ratio.ci95[0] >= low && ratio.ci95[1] <= high)
    return holds(sentence('in-range', { ...figures, relation: 'within' }));
  if (ratio.ci95[1] < low || ratio.ci95[0] > high)
    return doesNotHold(sentence('in-range', { ...figures, relation: 'outside' }));
  return unseen(sentence('in-range', { ...figures, relation: 'not told apart from' }));
}

/** Holds when all do; one that does not is enough against it. */
export function allOf(outcomes: readonly ClaimOutcome[]): ClaimOutcome {
  const evidence = outcomes.flatMap((one) => one.evidence);
  const has = (outcome: ClaimOutcome['outcome']) => outcomes.some((one) => one.outcome === outcome);
  if (outcomes.length === 0 || has('does not hold here')) return doesNotHold(...evidence);
  return has('cannot be seen here') ? unseen(...evidence) : holds(...evidence);
}

/** The lane with the highest rate; `null` when none was measured, or when a stop or a failure kept one from it. */
export function fastest<T extends { place: LaneSource }>(
  measured: Measured,
  candidates: readonly T[],
): T | null {
  if (!measured.hasAll(candidates.map(({ place }) => place))) return null;
  const rate = ({ place }: T) => measured.rate(place) ?? 0;
  const best = candidates.reduce<T | null>((top, one) => (!top || rate(one) > rate(top) ? one : top), null);
  return best && rate(best) > 0 ? best : null;
}
