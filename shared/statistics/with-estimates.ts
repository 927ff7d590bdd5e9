import { mostlyFailedCode } from '../contract/enums.ts';
import type { LaneGain, LaneResult } from '../contract/lane-result.ts';
import type { RecipeResult } from '../contract/recipe.ts';
import type { Comparison, Result } from '../contract/result.ts';
import { fitRates } from './lane-fit.ts';
import { holding } from './paired-ratio.ts';
import { withEstimate } from './throughput.ts';

/**
 * A result whose lanes have estimates, and ratios that are quotients of them: one that was written before there were
 * estimates gets them from its slices, by the fit that a run makes. Where settings were changed during the run, its
 * slices are not of the same rounds: there the medians are taken.
 */
export function withEstimates(result: Result): Result {
  if (result.lanes.every(({ throughput }) => throughput === null || throughput.estimate !== undefined))
    return result;
  const rates = ratesOf(result);
  const rateOf = (id: string | undefined) => rates.get(id ?? '') ?? NaN;
  const lanes = result.lanes.map((lane): LaneResult => {
    const { throughput, gain } = lane;
    const first = result.comparisons.find((one) => one.lane === gain?.concurrent)?.baseline;
    return {
      ...lane,
      throughput: throughput && withEstimate(throughput, rateOf(lane.id)),
      rooflineShare: rooflineShare(lane, result, rateOf),
      ...(gain ? { gain: gainBy(gain, lane.id, first, rateOf) } : {}),
    };
  });
  return {
    ...result,
    lanes,
    comparisons: result.comparisons.map((one) => comparisonBy(one, result, rateOf)),
  };
}

/** The same of the runs that a series is made of. */
export const stepsWithEstimates = <Series extends Pick<RecipeResult, 'steps'>>(series: Series): Series => ({
  ...series,
  steps: series.steps.map((step) => (step.result ? { ...step, result: withEstimates(step.result) } : step)),
});

type RateOf = (lane: string | undefined) => number;

function ratesOf({ lanes, tunings }: Result): Map<string, number> {
  const counted = lanes.filter(({ throughput }) => throughput !== null);
  const isFitted = ({ error }: LaneResult) => tunings.length === 0 && error?.code !== mostlyFailedCode;
  const fitted = counted.filter(isFitted);
  const rates = fitRates(
    fitted.map(({ throughput }) => ({ slices: throughput?.slices ?? [], starts: throughput?.starts })),
  );
  return new Map([
    ...counted.map(({ id, throughput }) => [id, throughput?.median ?? NaN] as const),
    ...fitted.map(({ id }, lane) => [id, rates[lane] ?? NaN] as const),
  ]);
}

/** The same with another ratio, where there is one. */
function replaced<Ratio extends { ratio: number; ci95: [number, number] | null }>(
  of: Ratio,
  ratio: number,
): Ratio {
  return Number.isFinite(ratio) && ratio > 0
    ? { ...of, ratio, ci95: of.ci95 && holding(of.ci95, ratio) }
    : of;
}

const spans1 = (ci95: readonly [number, number] | null) => ci95 === null || (ci95[0] <= 1 && ci95[1] >= 1);

function comparisonBy(comparison: Comparison, { lanes }: Result, rateOf: RateOf): Comparison {
  const { lane, baseline, latency } = comparison;
  const p50 = (id: string) =>
    lanes.find((one) => one.id === id)?.latencyMs[latency?.kind ?? 'command']?.p50 ?? NaN;
  const ratio = replaced(comparison, rateOf(lane) / rateOf(baseline));
  const ofLatency = latency && replaced(latency, p50(lane) / p50(baseline));
  return {
    ...ratio,
    ...(spans1(ratio.ci95) ? { outcome: 'inconclusive' } : {}),
    ...(ofLatency
      ? { latency: { ...ofLatency, ...(spans1(ofLatency.ci95) ? { outcome: 'inconclusive' } : {}) } }
      : {}),
  };
}

const gainBy = (gain: LaneGain, lane: string, first: string | undefined, rateOf: RateOf): LaneGain => ({
  ...gain,
  waiting: replaced(gain.waiting, rateOf(gain.concurrent) / rateOf(first)),
  batching: replaced(gain.batching, rateOf(lane) / rateOf(gain.concurrent)),
});

/** By the lane of the raw socket that it was a share of. */
function rooflineShare(
  { id, rooflineShare: share, throughput }: LaneResult,
  { lanes }: Result,
  rateOf: RateOf,
) {
  if (share === null || throughput === null) return share;
  const wire = lanes.find(
    (lane) =>
      lane.strategy === 'wire' &&
      lane.throughput !== null &&
      Math.abs(throughput.median / lane.throughput.median / share - 1) < 1e-9,
  );
  return wire ? rateOf(id) / rateOf(wire.id) : share;
}
