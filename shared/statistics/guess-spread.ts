import type { GuessBin, GuessCount, GuessSpread } from '../contract/guesses.ts';
import type { LessonQuestion } from '../contract/lesson.ts';
import { largest, smallest } from './extremes.ts';

/** More would be too narrow to be seen from the back row. */
const mostBins = 12;
/** From here on, small guesses would all lie in one bin of a linear scale. */
const wideRange = 20;
/** Up to so many different guesses are shown one by one: bins would pretend that there is a distribution. */
const fewValues = 3;

/** How the guesses at a question lie, for a histogram; `null` without any. */
export function spreadOf(
  question: LessonQuestion,
  guesses: readonly (number | string)[],
  /** Lies within the bins where it is known. */
  answer: number | string | null = null,
): GuessSpread | null {
  if (guesses.length === 0) return null;
  if (question.type === 'choice')
    return {
      type: 'choice',
      counts: question.choices.map((choice) => ({
        choice,
        count: guesses.filter((guess) => guess === choice).length,
      })),
    };
  const numbers = guesses.filter((guess) => typeof guess === 'number').sort((one, other) => one - other);
  const [first] = numbers;
  if (first === undefined) return null;
  const measured = typeof answer === 'number' && Number.isFinite(answer) && answer >= 0 ? answer : undefined;
  const counts = countValues(numbers);
  const values = counts.length <= fewValues ? counts : null;
  const { scale, edges } = edgesFor(
    [...numbers, ...(measured === undefined ? [] : [measured])],
    values !== null,
  );
  return {
    ...{ type: 'number', scale, bins: binsBetween(edges, numbers), values, median: medianOf(numbers) },
    ...(measured === undefined ? {} : { closest: closestTo(measured, counts, scale) }),
  };
}

/** The guesses nearest to the answer, as the axis shows them. */
function closestTo(answer: number, counts: readonly GuessCount[], scale: 'linear' | 'log'): GuessCount[] {
  const distanceOf = ({ value }: GuessCount) =>
    scale === 'log' && answer > 0 ? Math.abs(Math.log(value / answer)) : Math.abs(value - answer);
  const least = smallest(counts.map(distanceOf));
  return counts.filter((one) => distanceOf(one) <= least * (1 + 1e-9));
}

/** The ratios that were guessed at each distance. */
export const pointsOf = (guesses: readonly (readonly number[])[], places: number): GuessCount[][] =>
  Array.from({ length: places }, (_, place) =>
    countValues(guesses.flatMap((guess) => guess[place] ?? []).sort((one, other) => one - other)),
  );

/** The choice that more viewers guessed than any other; `null`: nobody guessed, or several choices tie. */
export function mostChosen<Counted extends { count: number }>(counts: readonly Counted[]): Counted | null {
  const [first, second] = counts.toSorted((one, other) => other.count - one.count);
  return first && first.count > (second?.count ?? 0) ? first : null;
}

/** How often each value comes, in the order of the values. */
export function countValues(sorted: readonly number[]): GuessCount[] {
  const counts = new Map<number, number>();
  for (const value of sorted) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].map(([value, count]) => ({ value, count }));
}

/** Edges of bins that hold all values (0 or more), at round numbers; a linear scale of few values begins at 0. */
function edgesFor(values: readonly number[], few: boolean): { scale: 'linear' | 'log'; edges: number[] } {
  const [low, high] = [smallest(values), largest(values)];
  const above0 = values.filter((value) => value > 0);
  const lowest = smallest(above0);
  return above0.length > 0 && high / lowest > wideRange
    ? { scale: 'log', edges: logEdges(lowest, high) }
    : { scale: 'linear', edges: few ? linearEdges(0, high || 1) : linearEdges(low, high) };
}

/** 1, 2, 5, 10, 20 …; whole decades, or several at a time, where those would be too many. A 0 lies below the first. */
function logEdges(low: number, high: number): number[] {
  for (const perDecade of [
    [1, 2, 5],
    [1, 3],
  ]) {
    const edges = between(
      low,
      high,
      decades(low, high).flatMap((decade) => perDecade.map((factor) => round(factor * 10 ** decade))),
    );
    if (edges.length <= mostBins + 1) return edges;
  }
  const all = decades(low, high);
  const each = Math.ceil((all.length - 1) / mostBins);
  const start = all[0] ?? 0;
  return Array.from({ length: Math.ceil((all.length - 1) / each) + 1 }, (_, index) =>
    round(10 ** (start + index * each)),
  );
}

/** Exponents from below the lowest to above the highest. */
function decades(low: number, high: number): number[] {
  const [first, last] = [Math.floor(Math.log10(low)), Math.floor(Math.log10(high)) + 1];
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

/** The last edge at or below the lowest, up to the first above the highest. */
function between(low: number, high: number, edges: readonly number[]): number[] {
  const from = edges.findLastIndex((edge) => edge <= low);
  const to = edges.findIndex((edge) => edge > high);
  return edges.slice(Math.max(0, from), to < 0 ? undefined : to + 1);
}

function linearEdges(low: number, high: number): number[] {
  const step = roundStep((high - low || Math.max(low, 1) / 4) / (mostBins - 2));
  const start = Math.floor(low / step);
  const count = Math.floor(high / step) - start + 1;
  return Array.from({ length: count + 1 }, (_, index) => round((start + index) * step));
}

/** The smallest of 1, 2, 5 × a power of ten that is at least this. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return round(power * ([1, 2, 5, 10].find((factor) => factor * power >= least * (1 - 1e-9)) ?? 10));
}

/** Without what floating point adds. */
const round = (value: number): number => Number(value.toPrecision(12));

function binsBetween(edges: readonly number[], sorted: readonly number[]): GuessBin[] {
  const bins = edges.slice(1).map((to, index): GuessBin => ({ from: edges[index] ?? 0, to, count: 0 }));
  for (const value of sorted) {
    const bin = bins.findLast(({ from }) => from <= value) ?? bins[0];
    if (bin) bin.count++;
  }
  return bins;
}

function medianOf(sorted: readonly number[]): number {
  const middle = sorted.length >> 1;
  const [upper = 0, lower = 0] = [sorted[middle], sorted[middle - 1]];
  return sorted.length % 2 === 1 ? upper : (lower + upper) / 2;
}
