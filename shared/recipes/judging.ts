import { formatRate, formatRatio } from '../words/format.ts';
import type { Measured, Place, Ratio } from './measured.ts';
import type { Finding } from '../contract/recipe.ts';

/** "× 5.18 (4.90 – 5.44)" */
export function inWords({ ratio, ci95 }: Ratio): string {
  return `${formatRatio(ratio)}${ci95 ? ` (${intervalInWords(ci95)})` : ''}`;
}

/** "4.90 – 5.44" */
export const intervalInWords = (ends: readonly [number, number]): string =>
  ends.map((end) => formatRatio(end).slice(2)).join(' – ');

const missing = (what: string): Finding => ({
  judgement: 'cannot be seen here',
  because: `${what}: not measured.`,
});

const measuredOnce = (what: string, ratio: Ratio): Finding => ({
  judgement: 'cannot be seen here',
  because: `${what}: ${inWords(ratio)}, measured once: there is no interval to judge by.`,
});

/**
 * Holds when the whole interval of the ratio is at or above the bound, does not when all of it is below; an
 * interval on both sides of it judges nothing.
 */
export function atLeast(ratio: Ratio | null, bound: number, what: string): Finding {
  if (!ratio) return missing(what);
  if (!ratio.ci95) return measuredOnce(what, ratio);
  const figures = `${what}: ${inWords(ratio)}`;
  const [low, high] = ratio.ci95;
  if (low >= bound) return { judgement: 'holds', because: `${figures}, at least ${bound}.` };
  if (high < bound) return { judgement: 'does not hold here', because: `${figures}, less than ${bound}.` };
  return { judgement: 'cannot be seen here', because: `${figures}, not told apart from ${bound}.` };
}

/** The same the other way round: the whole interval is to be below the bound. */
export function below(ratio: Ratio | null, bound: number, what: string): Finding {
  if (!ratio) return missing(what);
  if (!ratio.ci95) return measuredOnce(what, ratio);
  const figures = `${what}: ${inWords(ratio)}`;
  const [low, high] = ratio.ci95;
  if (high < bound) return { judgement: 'holds', because: `${figures}, less than ${bound}.` };
  if (low >= bound) return { judgement: 'does not hold here', because: `${figures}, at least ${bound}.` };
  return { judgement: 'cannot be seen here', because: `${figures}, not told apart from ${bound}.` };
}

/** Both ends: the whole interval is to be from `low` to `high`. */
export function between(ratio: Ratio | null, low: number, high: number, what: string): Finding {
  if (!ratio) return missing(what);
  if (!ratio.ci95) return measuredOnce(what, ratio);
  const figures = `${what}: ${inWords(ratio)}`;
  const range = `${low} to ${high}`;
  if (ratio.ci95[0] >= low && ratio.ci95[1] <= high)
    return { judgement: 'holds', because: `${figures}, within ${range}.` };
  if (ratio.ci95[1] < low || ratio.ci95[0] > high)
    return { judgement: 'does not hold here', because: `${figures}, outside ${range}.` };
  return { judgement: 'cannot be seen here', because: `${figures}, not told apart from ${range}.` };
}

/** Holds when all do; one that does not is enough against it. */
export function allOf(findings: readonly Finding[]): Finding {
  const because = findings.map((finding) => finding.because).join(' ');
  const has = (judgement: Finding['judgement']) =>
    findings.some((finding) => finding.judgement === judgement);
  if (findings.length === 0 || has('does not hold here')) return { judgement: 'does not hold here', because };
  return { judgement: has('cannot be seen here') ? 'cannot be seen here' : 'holds', because };
}

/** Whatever the figures say, they do not speak of the claim, for this reason. */
export const unseen = (reason: string, ...evidence: Finding[]): Finding => ({
  judgement: 'cannot be seen here',
  because: [reason, ...evidence.map(({ because }) => because)].join(' '),
});

/** The lane with the highest rate; `null` when none was measured. */
export function fastest<T extends { place: Place }>(measured: Measured, candidates: readonly T[]): T | null {
  const rate = ({ place }: T) => measured.rate(place) ?? 0;
  const best = candidates.reduce<T | null>((top, one) => (!top || rate(one) > rate(top) ? one : top), null);
  return best && rate(best) > 0 ? best : null;
}

/** "12,345/s", or "not measured". */
export const rateInWords = (rate: number | null): string =>
  rate === null ? 'not measured' : `${formatRate(rate)}/s`;
