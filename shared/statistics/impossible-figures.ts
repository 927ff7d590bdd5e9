import type { LatencySummary } from '../contract/figures.ts';
import type { LaneResult } from '../contract/lane-result.ts';
import type { Comparison, Result } from '../contract/result.ts';

/** No count, rate or time of a run comes near it. */
const largest = 1e15;
/** Of a ratio’s interval, upper by lower end: beyond it nothing was told. */
const widestInterval = 1e6;
/** Clocks of several threads, and what is rounded. */
const tolerance = 1.02;

/**
 * Figures of a result that cannot be: no number, a share over 100 %, percentiles out of order, a ratio whose interval
 * holds zero, failures that do not add up. Each by its path, with what is wrong; empty for every result that there may be.
 */
export const impossibleFigures = (result: Result): string[] => [
  ...notNumbers(result, ''),
  ...result.lanes.flatMap((lane) => ofLane(lane).map((what) => `lanes.${lane.id}.${what}`)),
  ...result.comparisons.flatMap((one) => ofComparison(one).map((what) => `comparisons.${one.lane}.${what}`)),
];

function notNumbers(value: unknown, path: string): string[] {
  if (typeof value === 'number')
    return Number.isFinite(value) && Math.abs(value) < largest ? [] : [`${path}: ${value}`];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    notNumbers(inner, path === '' ? name : `${path}.${name}`),
  );
}

function ofLane(lane: LaneResult): string[] {
  const { latencyMs, commands, failed, failures, throughput, client, proxy, verdict, state, error } = lane;
  const shares: [string, number | null | undefined][] = [
    ['hitRate', lane.hitRate],
    ['client.eventLoopUtilisation', client.eventLoopUtilisation],
    ['proxy.coreWait', proxy?.coreWait],
    ...Object.entries(verdict)
      .filter(([name]) => ['busy', 'waiting', 'coreWait'].includes(name))
      .map(([name, value]): [string, number | null] => [
        `verdict.${name}`,
        typeof value === 'number' ? value : null,
      ]),
  ];
  const failedByClass = Object.values(failures).reduce((sum, count) => sum + count, 0);
  return [
    ...shares
      .filter(([, share]) => share != null && (share < 0 || share > 1))
      .map(([name, share]) => `${name}: a share of ${share ?? ''}`),
    ...Object.entries(latencyMs).flatMap(([kind, summary]) =>
      summary ? ofLatency(summary).map((what) => `latencyMs.${kind}: ${what}`) : [],
    ),
    ...(throughput ? ofThroughput(throughput) : []),
    ...(failed === failedByClass ? [] : [`failed: ${failed}, and ${failedByClass} by class`]),
    ...(state === 'completed' && failed > commands ? ['state: completed, though most commands failed'] : []),
    ...(state === 'completed' && throughput === null && commands > 0
      ? ['state: completed without a rate']
      : []),
    ...(state === 'failed' && error === null ? ['error: none of a lane that failed'] : []),
  ];
}

const percentiles = ['min', 'p50', 'p95', 'p99', 'p999', 'max'] as const;

function ofLatency(summary: LatencySummary): string[] {
  const values = percentiles.map((name) => summary[name]);
  const isSorted = values.every((value, place) => value >= (values[place - 1] ?? 0));
  const isMean = summary.mean * tolerance >= summary.min && summary.mean <= summary.max * tolerance;
  return [
    ...(isSorted ? [] : [`percentiles are not in order: ${values.join(', ')}`]),
    ...(isMean ? [] : [`a mean of ${summary.mean} between ${summary.min} and ${summary.max}`]),
  ];
}

function ofThroughput({ estimate, median, ci95, slices }: NonNullable<LaneResult['throughput']>): string[] {
  const rates = [estimate, median, ...slices, ...(ci95 ?? [])];
  return [
    ...(rates.some((rate) => rate < 0) ? [`throughput: below 0 among ${rates.join(', ')}`] : []),
    ...(ci95 && ci95[0] > ci95[1] ? [`throughput.ci95: ${ci95.join(' – ')}`] : []),
  ];
}

function ofComparison({ ratio, ci95, outcome, latency }: Comparison): string[] {
  return [
    ...ofRatio(ratio, ci95),
    ...(outcome !== 'inconclusive' && ci95 === null ? [`outcome: ${outcome} without an interval`] : []),
    ...(latency ? ofRatio(latency.ratio, latency.ci95).map((what) => `latency.${what}`) : []),
  ];
}

function ofRatio(ratio: number, ci95: [number, number] | null): string[] {
  if (!(ratio > 0)) return [`ratio: ${ratio}`];
  if (ci95 === null) return [];
  const [low, high] = ci95;
  return low > 0 && low <= high && high / low < widestInterval ? [] : [`ci95: ${low} – ${high}`];
}
