import type { Reached, SearchPoint } from '../contract/search.ts';
import { mean, standardDeviation } from '../statistics/statistics.ts';
import { studentPoint } from '../statistics/student-point.ts';
import { unimodal } from '../statistics/unimodal.ts';
import { byRounds } from './by-rounds.ts';
import { bestOf, scoreOf, scoreSlices } from './curve.ts';
import { largest, smallest } from '../statistics/extremes.ts';

/** A batch counts as large enough when it reaches this share of the best. */
export const nearlyBest = 0.95;
/** Levels that are so many standard errors apart may be the same: one-sided, 5 %. */
const mayBeTheSame = 1.645;
/** The interval of a share misses in at most 5 % of searches. */
const mostFalse = 0.05;

/**
 * The share of the best score that each point reaches, as the curve of its strategy has it. Up to a batch size a
 * deeper batch is no worse, from there on none is better: what contradicts that is noise, and is averaged. The best
 * is the mean of all that may be it; the largest alone would be largest by luck.
 */
function sharesOf(points: readonly SearchPoint[], open: boolean): Map<SearchPoint, number> {
  const usable = points.filter((point) => scoreOf(point, open) > 0);
  const { means, error } = byRounds(
    usable.map((point) => scoreSlices(point, open)),
    usable.map((point) => scoreOf(point, open)),
  );
  const meanOf = new Map(usable.map((point, index) => [point, means[index] ?? NaN]));
  const levels = new Map(
    [...new Set(usable.map(({ strategy }) => strategy))].flatMap((strategy) => {
      const curve = usable
        .filter((point) => point.strategy === strategy)
        .sort((a, b) => a.batchSize - b.batchSize);
      const fit = unimodal(curve.map((point) => meanOf.get(point) ?? NaN));
      return curve.map((point, index) => [point, fit[index] ?? NaN] as const);
    }),
  );
  const top = largest(levels.values());
  const plateau = usable.filter((point) => (levels.get(point) ?? NaN) >= top - mayBeTheSame * error);
  const best = mean(plateau.map((point) => meanOf.get(point) ?? NaN));
  return new Map([...levels].map(([point, level]) => [point, Math.exp(level - best)]));
}

/** The smallest batch that is found to reach 95 % of the best; among equals that with the least p99. */
export function smallestNearBest(points: readonly SearchPoint[], open: boolean): SearchPoint {
  const shares = sharesOf(points, open);
  const near = points.filter((point) => (shares.get(point) ?? 0) >= nearlyBest);
  const [smallest] = near.toSorted(
    (a, b) => a.batchSize - b.batchSize || (a.p99Ms ?? Infinity) - (b.p99Ms ?? Infinity),
  );
  return smallest ?? bestOf(points, open);
}

/**
 * What share of the best of `points` one of them reaches, with an interval that holds whichever of them was chosen:
 * all comparisons count (Edwards & Hsu 1983, "Multiple comparisons with the best treatment"; Student's
 * t on slices of the same rounds, Bonferroni). `null` for fewer than two rounds.
 */
export function reachedOf(
  chosen: SearchPoint,
  points: readonly SearchPoint[],
  open: boolean,
): Reached | null {
  const others = points.filter((point) => point !== chosen && scoreOf(point, open) > 0);
  const all = [chosen, ...others];
  const { rounds, means } = byRounds(
    all.map((point) => scoreSlices(point, open)),
    all.map((point) => scoreOf(point, open)),
  );
  const [ours, ...theirs] = rounds;
  if (!ours) return null;
  const [mine = NaN, ...otherMeans] = means;
  const reach = studentPoint(mostFalse / Math.max(1, others.length), ours.length - 1);
  const differences = theirs.map((logs, index) => {
    const between = standardDeviation(ours.map((log, round) => log - (logs[round] ?? NaN)));
    const half = (reach * between) / Math.sqrt(ours.length);
    const difference = mine - (otherMeans[index] ?? NaN);
    return { low: difference - half, high: difference + half };
  });
  // Nothing reaches more than the best.
  const low = Math.exp(
    smallest(
      differences.map((one) => one.low),
      0,
    ),
  );
  const high = Math.exp(
    smallest(
      differences.map((one) => one.high),
      0,
    ),
  );
  const ratio = sharesOf(points, open).get(chosen) ?? NaN;
  return { ratio: Math.min(Math.max(ratio, low), high), ci95: [low, high] };
}
