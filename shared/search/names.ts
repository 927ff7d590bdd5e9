import { ratioInWords } from '../words/cell-text.ts';
import { ratioAlone } from '../words/latency.ts';
import type { Numbers } from '../words/numbers.ts';
import { isWide, waitedForCore } from '../statistics/figures.ts';
import type { Gain, Reached, Recommendation, Candidate, SearchPoint } from '../contract/search.ts';
import { isGathering } from './search-plan.ts';
import type { SearchWords } from '../words/search-words.ts';
import { largest, smallest } from '../statistics/extremes.ts';

/** "pipeline, 64 at a time"; in an open loop nobody chooses a batch size but for those that gather. */
export function nameCandidate(
  { strategy, batchSize }: Candidate,
  open: boolean,
  { name: nameOf, way }: Pick<SearchWords, 'name' | 'way'>,
): string {
  const name = nameOf(strategy);
  return isSized({ strategy }, open) ? way(name, batchSize) : name;
}

/** Whether somebody chooses a batch size for it. */
export const isSized = ({ strategy }: Pick<Candidate, 'strategy'>, open: boolean): boolean =>
  strategy !== 'one-by-one' && (!open || isGathering(strategy));

/** The upper end of an interval, divided by the lower one. Beyond this no batch size is named without a reserve. */
const widestSure = 4;
export const isUnsure = (one: Pick<Gain, 'ci95'> | null): boolean =>
  one?.ci95 != null && one.ci95[1] > widestSure * one.ci95[0];

/** What an answer rests on: the baseline, and what is advised or came nearest to it. */
export const answered = ({ baseline, advised, candidate }: Recommendation): SearchPoint[] => [
  ...new Set([baseline, advised ?? candidate]),
];

/** Whether these, or the best of all, had to wait for a core. */
export const isTooBusy = (recommendation: Recommendation | null): boolean =>
  recommendation !== null && [...answered(recommendation), recommendation.best].some(waitedForCore);

/** "× 12.3 (11.9 – 12.8)"; where the interval is wide, "about × 100 (60 – 190)". */
export function gainInWords(
  gain: Pick<Gain, 'ratio' | 'ci95'> | null,
  { incomparable, numbers }: Pick<SearchWords, 'incomparable' | 'numbers'>,
): string {
  if (!gain) return incomparable;
  return isWide(gain.ci95) ? ratioAlone(gain, numbers) : ratioInWords(gain, numbers);
}

/** Least and most p99 of its slices, ms; `null` for fewer than two. */
export function p99Range({ p99Slices }: Pick<SearchPoint, 'p99Slices'>): [number, number] | null {
  return p99Slices.length < 2 ? null : [smallest(p99Slices), largest(p99Slices)];
}

/** "46.0–50.7" */
export const rangeInWords = (range: readonly [number, number], { msShort }: Numbers): string =>
  range.map(msShort).join('–');

/** "93 % (88–97 %)", or a wide interval alone: rounded to the outside, so that it promises no more than was found. */
export function shareInWords({ ratio, ci95 }: Reached): string {
  const [least, most] = [Math.floor(100 * ci95[0]), Math.ceil(100 * ci95[1])];
  if (isWide(ci95)) return `${least}–${most} %`;
  return `${Math.round(100 * ratio)} % (${least === most ? least : `${least}–${most}`} %)`;
}

/** The same of a p99, as times of the best one: "× 1.07 (1.03 – 1.14)". */
export const timesInWords = ({ ratio, ci95: [low, high] }: Reached, numbers: Numbers): string =>
  gainInWords({ ratio: 1 / ratio, ci95: [1 / high, 1 / low] }, { incomparable: '', numbers });
