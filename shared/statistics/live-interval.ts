import { mean, standardDeviation } from './statistics.ts';

/**
 * Variance, in those of a value, of the effects that the mixture weighs. A large one has an interval after fewer
 * values, a small one has narrower intervals of many: from 1 to 10 these are a twentieth wider.
 */
const effectVariance = 10;

/**
 * Student's t that normal values pass after any number of them, ever, in at most `chance` of all series; `null`: so few
 * values pass none. A test martingale, the likelihood of t mixed over normal effects, reaches 1/chance in at most that
 * share (Ville 1939; Wang & Ramdas, "Anytime-valid t-tests and confidence sequences for Gaussian means with unknown
 * variance", arXiv 2310.03722).
 */
export function anytimePoint(chance: number, count: number): number | null {
  const shrink = 1 / (1 + count * effectVariance);
  const growth = (chance ** 2 * shrink) ** (-1 / count);
  return growth * shrink < 1 ? Math.sqrt(((count - 1) * (growth - 1)) / (1 - growth * shrink)) : null;
}

/** Fewer do not show whether each is like the one before. */
const leastValues = 6;

/**
 * The interval of the mean of values that is looked at after each of them: in at most `chance` of all series it ever
 * misses. It is wider where each value is like the one before: by the variance of the mean of a first-order
 * autoregression. `null`: too few values.
 */
export function liveInterval(values: readonly number[], chance: number): [number, number] | null {
  const point = values.length < leastValues ? null : anytimePoint(chance, values.length);
  if (point === null) return null;
  const middle = mean(values);
  const alike = correlationWithNext(values, middle);
  const half = point * standardDeviation(values) * Math.sqrt((1 + alike) / (1 - alike) / values.length);
  return [middle - half, middle + half];
}

/** Values correlated by more have next to no mean. */
const mostAlike = 0.9;

/**
 * Of each value with the next, from 0: the estimate without its bias (Marriott & Pope 1954), and half a standard error
 * more, because chance may hide it.
 */
function correlationWithNext(values: readonly number[], middle: number): number {
  const count = values.length;
  let [squares, products, before] = [0, 0, 0];
  for (const value of values) {
    const apart = value - middle;
    squares += apart * apart;
    products += before * apart;
    before = apart;
  }
  const biased = squares > 0 ? products / squares : 0;
  const estimate = biased + (1 + 3 * biased) / count + 0.5 / Math.sqrt(count);
  return Math.min(mostAlike, Math.max(0, estimate));
}

/** The live intervals of a run may ever miss in so many runs, all lanes against the baseline together. */
const mostFalse = 0.05;

/**
 * How often the interval of one lane may miss while what is counted begins with the same slice. `start`: how often what
 * is counted began elsewhere before, by a change of settings or because the window moved on. `windows`: how often the
 * window moves on in a run without an end, else 0. All chances of a run add up to 5 % at most.
 */
export function liveChance(start: number, { lanes, windows }: { lanes: number; windows: number }): number {
  const ofChanges = 1 / ((start + 1) * (start + 2));
  const share = windows === 0 ? ofChanges : (ofChanges + (start < windows ? 1 / windows : 0)) / 2;
  return (mostFalse * share) / lanes;
}
