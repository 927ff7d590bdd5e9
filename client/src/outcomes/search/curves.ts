import { shownLatency } from '../../../../shared/statistics/shown-latency.ts';
import type {
  SearchPoint,
  Recommendation,
  Candidate,
  SearchSnapshot,
  Unusable,
} from '../../../../shared/contract/search.ts';

import { hasKnee } from '../../../../shared/search/curve.ts';
import { p99Range } from '../../../../shared/search/names.ts';
import { curveOf } from '../../../../shared/search/recommendation.ts';
import { baselineOf, isGathering, isOpenLoop } from '../../../../shared/search/search-plan.ts';
import { laneMarks, noMark, type LaneMark } from '../../controls/lane-marks.ts';
import type { LiveRun } from '../../run/live-run.svelte.ts';

/** final: judged. survey: a first look. live: as it is being measured. */
export type PointKind = 'final' | 'survey' | 'live';

export interface CurvePoint extends Candidate {
  kind: PointKind;
  /** Commands per second. */
  throughput: number;
  ci95: readonly [number, number] | null;
  p99Ms: number | null;
  /** Least and most of its slices, ms; `null` for fewer than two. */
  p99Range: readonly [number, number] | null;
  effectiveBatch: number | null;
  keepsRate: boolean;
  unusable: Unusable | null;
}

/** The points of one way of batching, by batch size. */
export interface Curve {
  strategy: string;
  /** The first is the baseline. */
  mark: LaneMark;
  points: readonly CurvePoint[];
}

/** All that has been found, and of the run in progress what it measures now. */
export function curvesOf(search: SearchSnapshot, run: LiveRun | null): Curve[] {
  const { order, points } = search;
  const live =
    run?.running && run.series === 'search'
      ? search.candidates.flatMap((candidate) => livePoint(candidate, run))
      : [];
  const strategies = [baselineOf(order), ...order.strategies];
  const marks = laneMarks(strategies.map((strategy) => ({ strategy })));
  return strategies.map((strategy, index) => {
    const known = curveOf(points, strategy).map(knownPoint);
    const fresh = live.filter(
      (point) =>
        point.strategy === strategy &&
        !known.some(
          ({ batchSize, kind }) =>
            batchSize === point.batchSize && (kind === 'final' || search.stage === 'survey'),
        ),
    );
    const kept = known.filter(({ batchSize }) => !fresh.some((point) => point.batchSize === batchSize));
    return {
      strategy,
      mark: marks[index] ?? noMark,
      points: [...kept, ...fresh].sort((a, b) => a.batchSize - b.batchSize),
    };
  });
}

function knownPoint(point: SearchPoint): CurvePoint {
  const { strategy, batchSize, stage, throughput, ci95, p99Ms, effectiveBatch, keepsRate, unusable } = point;
  return {
    strategy,
    batchSize,
    kind: stage,
    throughput,
    ci95,
    p99Ms,
    p99Range: p99Range(point),
    effectiveBatch,
    keepsRate,
    unusable,
  };
}

/** A candidate whose lane has counted something. */
function livePoint({ strategy, batchSize }: Candidate, run: LiveRun): CurvePoint[] {
  const lane = run.lane(`${strategy}-${batchSize}`);
  const sample = lane?.sample;
  if (!lane || sample?.phase !== 'counted') return [];
  const latency = shownLatency(sample.latencyMs);
  return [
    {
      strategy,
      batchSize,
      kind: 'live',
      throughput: lane.standing?.median ?? sample.throughput,
      ci95: null,
      p99Ms: latency?.p99 ?? null,
      p99Range: null,
      effectiveBatch: sample.effectiveBatch,
      keepsRate: true,
      unusable: null,
    },
  ];
}

/** Whether its batch size is one that a program chooses. */
export const hasDepth = ({ strategy, batchSize }: Candidate, search: SearchSnapshot): boolean =>
  isOpenLoop(search.order.workload) ? isGathering(strategy) : batchSize > 1;

export type Role = 'advised' | 'leastP99' | 'knee' | 'best';

/** What a point is in the answer. */
export function rolesOf(point: Candidate, recommendation: Recommendation | null): Role[] {
  if (!recommendation) return [];
  const is = (other: Candidate | null) =>
    other?.strategy === point.strategy && other.batchSize === point.batchSize;
  const { advised, knee, best, worth } = recommendation;
  return [
    ...(is(advised) ? [worth === 'bound out of reach' ? ('leastP99' as const) : ('advised' as const)] : []),
    ...(is(knee) && hasKnee(recommendation) ? ['knee' as const] : []),
    ...(is(best) ? ['best' as const] : []),
  ];
}

/**
 * Dots as lines that only go forward: a deeper batch whose p99 is shorter begins another. Where some are judged, a
 * first look joins nothing.
 */
export function forwardRuns<Dot extends { x: number; isFinal: boolean }>(dots: readonly Dot[]): Dot[][] {
  const isJudged = dots.some(({ isFinal }) => isFinal);
  const joined = dots.filter(({ isFinal }) => isFinal === isJudged);
  const runs: Dot[][] = [];
  for (const dot of joined) {
    const run = runs.at(-1);
    if (run && (run.at(-1)?.x ?? 0) <= dot.x) run.push(dot);
    else runs.push([dot]);
  }
  return [...runs, ...dots.filter((dot) => !joined.includes(dot)).map((dot) => [dot])];
}
