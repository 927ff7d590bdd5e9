import { compareSlices } from '../statistics/paired-ratio.ts';
import { median } from '../statistics/statistics.ts';
import type { SearchPoint, Gain } from '../contract/search.ts';

/** A batch counts as good as the best when it reaches this share of it. */
export const nearlyBest = 0.95;
/** Further below the best than this, wide intervals alone do not make two points the same. */
const plateauReaches = 0.85;

/** What is to be large: throughput; in an open loop, where that is given, the inverse of p99. */
export function scoreOf({ throughput, p99Ms, keepsRate }: SearchPoint, open: boolean): number {
  if (!open) return throughput;
  return keepsRate && p99Ms !== null && p99Ms > 0 ? 1 / p99Ms : 0;
}

/** The score of each slice. */
const scoreSlices = (point: SearchPoint, open: boolean): number[] =>
  open ? point.p99Slices.map((ms) => (ms > 0 ? 1 / ms : 0)) : point.slices;

/** Two points by slices of the same rounds. `null` where there are none. */
export const gainOver = (point: SearchPoint, other: SearchPoint, open: boolean): Gain | null =>
  compareSlices(scoreSlices(point, open), scoreSlices(other, open));

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

/**
 * The smallest batch within 5 % of the best; among equals that with the least p99. What is reached is the median
 * of its slices against the plateau of the same rounds (the geometric mean over all that are not told apart from
 * the best), not against whichever of them was on top by luck. Single slices are compared as they are.
 */
export function smallestWithin(points: readonly SearchPoint[], open: boolean): SearchPoint {
  const plateau = plateauOf(points, open);
  const slices = Math.min(...points.map((point) => scoreSlices(point, open).length));
  const level = Array.from({ length: slices }, (_, round) => {
    const logs = plateau.map((point) =>
      Math.log(Math.max(scoreSlices(point, open)[round] ?? 0, Number.MIN_VALUE)),
    );
    return Math.exp(logs.reduce((sum, log) => sum + log, 0) / logs.length);
  });
  const best = bestOf(points, open);
  const reached = (point: SearchPoint) =>
    slices > 1
      ? median(level.map((top, round) => (scoreSlices(point, open)[round] ?? 0) / top))
      : scoreOf(point, open) / scoreOf(best, open);
  const near = points.filter(
    (point) => point === best || (scoreOf(point, open) > 0 && reached(point) >= nearlyBest),
  );
  return first(
    near.toSorted((a, b) => a.depth - b.depth || (a.p99Ms ?? Infinity) - (b.p99Ms ?? Infinity)),
    'the smallest batch',
  );
}

/**
 * Where a curve of throughput against p99 bends: the point of the highest power, throughput divided by latency
 * (Giessler et al. 1978; Kleinrock 1979, "Power and deterministic rules of thumb for probabilistic problems in
 * computer communications"), the shallower of two within 5 %. On logarithmic axes it is the point that is
 * furthest up and to the left of a line of slope 1, and it does not move with how deep the search went, as
 * methods do that fit both ends of the curve first (Kneedle).
 */
export function kneeOf(points: readonly SearchPoint[], open: boolean): SearchPoint {
  if (open) return bestOf(points, open);
  const power = ({ throughput, p99Ms }: SearchPoint) =>
    p99Ms !== null && p99Ms > 0 ? throughput / p99Ms : 0;
  const most = Math.max(...points.map(power));
  return first(
    points.filter((point) => power(point) >= nearlyBest * most).toSorted((a, b) => a.depth - b.depth),
    'the knee',
  );
}

function first(points: readonly SearchPoint[], what: string): SearchPoint {
  const [point] = points;
  if (!point) throw new RangeError(`there is no point that could be ${what}`);
  return point;
}
