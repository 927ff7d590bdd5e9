import { compareFitted, type FittedLane } from '../statistics/paired-ratio.ts';
import { unimodal } from '../statistics/unimodal.ts';
import type { SearchPoint, Gain, Recommendation } from '../contract/search.ts';
import { byRounds } from './by-rounds.ts';
import { largest } from '../statistics/extremes.ts';

/** Further below the best than this, wide intervals alone do not make two points the same. */
const plateauReaches = 0.85;

/** What is to be large: throughput; in an open loop, where that is given, the inverse of p99. */
export function scoreOf({ throughput, p99Ms, keepsRate }: SearchPoint, open: boolean): number {
  if (!open) return throughput;
  return keepsRate && p99Ms !== null && p99Ms > 0 ? 1 / p99Ms : 0;
}

/** The score of each slice. */
export const scoreSlices = (point: SearchPoint, open: boolean): number[] =>
  open ? point.p99Slices.map((ms) => (ms > 0 ? 1 / ms : 0)) : point.slices;

/** The score of a point as it is shown: of its rate, or of its p99. */
const sideOf = (point: SearchPoint, open: boolean): FittedLane => ({
  estimate: open ? 1 / (point.p99Ms ?? NaN) : point.throughput,
  slices: scoreSlices(point, open),
});

/** Two points by slices of the same rounds. `null` where there are none. */
export const gainOver = (point: SearchPoint, other: SearchPoint, open: boolean): Gain | null =>
  compareFitted(sideOf(point, open), sideOf(other, open));

/** The largest score. Throws RangeError for no points. */
export function bestOf(points: readonly SearchPoint[], open: boolean): SearchPoint {
  return first(
    points.toSorted((a, b) => scoreOf(b, open) - scoreOf(a, open)),
    'the best',
  );
}

/**
 * The best and those that are not told apart from it, by slices of the same rounds. Where noise alone decides
 * which of them came out on top, this does not depend on it.
 */
export function plateauOf(points: readonly SearchPoint[], open: boolean): SearchPoint[] {
  const best = bestOf(points, open);
  return points.filter((point) => {
    if (point === best) return true;
    const gain = gainOver(point, best, open);
    return scoreOf(point, open) > 0 && gain?.outcome === 'inconclusive' && gain.ratio >= plateauReaches;
  });
}

/** Of the points whose power may well be the most, one as deep as this is named: in standard errors. */
const nearlyMost = 0.5;

/**
 * Where a curve of throughput against p99 bends: the point of the highest power, throughput divided by latency
 * (Giessler et al. 1978; Kleinrock 1979, "Power and deterministic rules of thumb for probabilistic problems in
 * computer communications"). Of those that noise may have set apart from it the deepest, since a knee that is too
 * shallow gives throughput away. On logarithmic axes it is the point that is furthest up and to the left of a line
 * of slope 1, and it does not move with how deep the search went, as methods do that fit both ends of the curve
 * first (Kneedle).
 */
export function kneeOf(points: readonly SearchPoint[], open: boolean): SearchPoint {
  return first(kneesOf(points, open).toReversed(), 'the knee');
}

/** The points, by batch size, that may be the knee: noise does not tell their powers apart. */
export function kneesOf(points: readonly SearchPoint[], open: boolean): SearchPoint[] {
  if (open) return [bestOf(points, open)];
  const powerOf = (throughput: number, p99Ms: number | null) =>
    p99Ms !== null && p99Ms > 0 ? throughput / p99Ms : 0;
  const wholeOf = ({ throughput, p99Ms }: SearchPoint) => powerOf(throughput, p99Ms);
  const byDepth = points.toSorted((a, b) => a.batchSize - b.batchSize);
  const curve = byDepth.filter((point) => wholeOf(point) > 0);
  if (curve.length === 0) return byDepth.slice(0, 1);
  const { means, error } = byRounds(
    curve.map(({ slices, p99Slices }) =>
      p99Slices.slice(0, slices.length).map((ms, round) => powerOf(slices[round] ?? 0, ms)),
    ),
    curve.map(wholeOf),
  );
  const power = unimodal(means);
  const most = largest(power);
  return curve.filter((_, index) => (power[index] ?? NaN) >= most - nearlyMost * error);
}

function first(points: readonly SearchPoint[], what: string): SearchPoint {
  const [point] = points;
  if (!point) throw new RangeError(`there is no point that could be ${what}`);
  return point;
}

/** Where noise leaves nothing to tell, it leaves no knee either; nor has a curve one that still climbs. */
export const hasKnee = ({ worth, stillClimbing }: Pick<Recommendation, 'worth' | 'stillClimbing'>): boolean =>
  worth !== 'inconclusive' && !stillClimbing;
