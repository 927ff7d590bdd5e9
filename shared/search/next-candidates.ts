import type { Candidate, SearchPoint } from '../contract/search.ts';
import { bestOf, kneeOf, scoreOf } from './curve.ts';
import {
  baselineCandidate,
  deepestOf,
  isGathering,
  isOpenLoop,
  ladderFor,
  mostCandidates,
  rungsPerRun,
  type SearchScope,
} from './search-plan.ts';
import { smallestNearBest } from './share-of-best.ts';
import { largest, smallest } from '../statistics/extremes.ts';

/** Strategies that take part in the final round beside the leading one, each with one candidate. */
const mostOthers = 3;
/** A candidate that brings less than this over all before it does not count as climbing. */
const climbs = 1.05;
/** Deeper is not tried once p99 is so many times over its bound, or over the least seen in an open loop. */
const farOver = 2;
/** One short turn may be wrong about p99 by so much: what is within it of the bound is measured again. */
const nearBound = 1.5;

/** The candidates that the next run of the survey measures, by what was found so far; none: it is over. */
export function nextCandidates(search: SearchScope, points: readonly SearchPoint[]): Candidate[] {
  const { strategies } = search;
  const next = strategies.flatMap((strategy) => {
    const measured = points.filter((point) => point.strategy === strategy);
    if (isSettled(search, measured)) return [];
    return ladderFor(strategy, search)
      .slice(measured.length, measured.length + rungsPerRun(strategies))
      .map((batchSize) => ({ strategy, batchSize }));
  });
  return points.length === 0 ? [baselineCandidate(search), ...next] : next;
}

/** Whether going deeper is of no use: level, too slow to answer, or broken. */
function isSettled({ workload, p99BoundMs }: SearchScope, measured: readonly SearchPoint[]): boolean {
  const last = measured.at(-1);
  if (!last) return false;
  if (last.unusable !== null) return true;
  const p99 = last.p99Ms ?? Infinity;
  if (isOpenLoop(workload)) {
    const least = smallest(measured.map((point) => point.p99Ms ?? Infinity));
    return last.keepsRate && p99 > farOver * least;
  }
  if (p99BoundMs !== null && p99 > farOver * p99BoundMs) return true;
  if (measured.length < 3) return false;
  const before = largest(measured.slice(0, -2).map(({ throughput }) => throughput));
  return measured.slice(-2).every(({ throughput }) => throughput < climbs * before);
}

/**
 * What the final round measures besides the baseline, by the survey: of the leading strategy the batch sizes
 * around its answer, half as large and twice as large, its knee, and what was just over the bound; of the others
 * the best.
 */
export function finalists(search: SearchScope, points: readonly SearchPoint[]): Candidate[] {
  const { workload, strategies } = search;
  const open = isOpenLoop(workload);
  const ofStrategy = strategies
    .map((strategy) => points.filter((point) => point.strategy === strategy && point.unusable === null))
    .filter((measured) => measured.length > 0)
    .map((measured) => ({ measured, within: withinBound(search, measured) }))
    .sort((a, b) => bestScore(b.within, open) - bestScore(a.within, open));
  const [leader, ...others] = ofStrategy;
  if (!leader) return [];
  const taken = others.slice(0, mostOthers).flatMap(({ within }) => around(search, within).slice(0, 1));
  // Of the others as well, what would lead if the survey was wrong about its p99.
  const lead = bestScore(leader.within, open);
  const wouldLead = others
    .slice(0, mostOthers)
    .flatMap(({ measured }) => justOver(search, measured))
    .filter((point) => scoreOf(point, open) > lead)
    .sort((a, b) => scoreOf(b, open) - scoreOf(a, open))
    .slice(0, 1)
    .map(({ strategy, batchSize }) => ({ strategy, batchSize }));
  const [answer, ...neighbours] = around(search, leader.within);
  const { strategy, batchSize } = kneeOf(leader.measured, open);
  const ofLeader = unique([
    ...(answer ? [answer] : []),
    ...justOver(search, leader.measured).map((point) => ({
      strategy: point.strategy,
      batchSize: point.batchSize,
    })),
    ...neighbours.slice(0, 2),
    { strategy, batchSize },
    ...neighbours.slice(2),
  ]).slice(0, mostCandidates - taken.length - wouldLead.length);
  return unique([...ofLeader, ...taken, ...wouldLead]).sort(
    (a, b) => strategies.indexOf(a.strategy) - strategies.indexOf(b.strategy) || a.batchSize - b.batchSize,
  );
}

/** Those that keep rate and bound; where none does, the one that comes nearest. */
function withinBound({ p99BoundMs, workload }: SearchScope, measured: readonly SearchPoint[]): SearchPoint[] {
  const keeping = measured.filter(({ keepsRate }) => keepsRate);
  const usable = keeping.length > 0 ? keeping : measured;
  if (p99BoundMs === null || isOpenLoop(workload)) return [...usable];
  const under = usable.filter(({ p99Ms }) => p99Ms !== null && p99Ms < p99BoundMs);
  if (under.length > 0) return under;
  return [
    usable.reduce((least, point) => ((point.p99Ms ?? Infinity) < (least.p99Ms ?? Infinity) ? point : least)),
  ];
}

/** The shallowest of a closed loop that was over the bound in its one short turn, where that was by little. */
function justOver({ p99BoundMs, workload }: SearchScope, measured: readonly SearchPoint[]): SearchPoint[] {
  if (p99BoundMs === null || isOpenLoop(workload)) return [];
  const over = measured
    .filter(({ p99Ms }) => p99Ms !== null && p99Ms >= p99BoundMs && p99Ms < nearBound * p99BoundMs)
    .toSorted((a, b) => a.batchSize - b.batchSize);
  return over.slice(0, 1);
}

const bestScore = (points: readonly SearchPoint[], open: boolean) =>
  largest(points.map((point) => scoreOf(point, open)));

/** Batch sizes around the answer of the survey, the most telling first. */
function around(search: SearchScope, points: readonly SearchPoint[]): Candidate[] {
  const open = isOpenLoop(search.workload);
  const best = bestOf(points, open);
  const { strategy, batchSize } = smallestNearBest(points, open);
  if (open && !isGathering(strategy)) return [{ strategy, batchSize }];
  const deepest = deepestOf(search);
  const batchSizes = [
    batchSize,
    Math.floor(batchSize / 2),
    batchSize * 2,
    Math.floor(batchSize / 4),
    best.batchSize,
    batchSize * 4,
  ];
  return unique(
    batchSizes.filter((one) => one >= 2 && one <= deepest).map((one) => ({ strategy, batchSize: one })),
  );
}

const unique = (candidates: readonly Candidate[]): Candidate[] =>
  candidates.filter(
    ({ strategy, batchSize }, index) =>
      candidates.findIndex((one) => one.strategy === strategy && one.batchSize === batchSize) === index,
  );
