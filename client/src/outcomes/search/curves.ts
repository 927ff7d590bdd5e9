import { shownLatency } from '../../../../shared/statistics/figures.ts';
import type { Candidate, SearchSnapshot } from '../../../../shared/contract/search.ts';
import type { ShownPoint } from '../../../../shared/report/search.ts';
import { curveOf } from '../../../../shared/search/recommendation.ts';
import { baselineOf, isGathering, isOpenLoop } from '../../../../shared/search/search-plan.ts';
import { laneMarks, noMark, type LaneMark } from '../../controls/lane-marks.ts';
import type { LiveRun } from '../../run/live-run.svelte.ts';

/** The points of one way of batching, by batch size. */
export interface Curve {
  strategy: string;
  /** The first is the baseline. */
  mark: LaneMark;
  points: readonly ShownPoint[];
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
    const known: readonly ShownPoint[] = curveOf(points, strategy);
    const fresh = live.filter(
      (point) =>
        point.strategy === strategy &&
        !known.some(
          ({ batchSize, stage }) =>
            batchSize === point.batchSize && (stage === 'final' || search.stage === 'survey'),
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

/** A candidate whose lane has counted something. */
function livePoint({ strategy, batchSize }: Candidate, run: LiveRun): ShownPoint[] {
  const lane = run.lane(`${strategy}-${batchSize}`);
  const sample = lane?.sample;
  if (!lane || sample?.phase !== 'counted') return [];
  const latency = shownLatency(sample.latencyMs);
  return [
    {
      strategy,
      batchSize,
      stage: 'live',
      throughput: lane.estimate ?? sample.throughput,
      ci95: null,
      p99Ms: latency?.p99 ?? null,
      p99Slices: [],
      effectiveBatch: sample.effectiveBatch,
      keepsRate: true,
      unusable: null,
    },
  ];
}

/** Whether its batch size is one that a program chooses. */
export const hasDepth = ({ strategy, batchSize }: Candidate, search: SearchSnapshot): boolean =>
  isOpenLoop(search.order.workload) ? isGathering(strategy) : batchSize > 1;

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
