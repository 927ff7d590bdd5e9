import { createHash } from 'node:crypto';
import { planMeasured } from '../../../../shared/comparison/differences.ts';
import type { LaneResult } from '../../../../shared/contract/lane-result.ts';
import type { Plan } from '../../../../shared/contract/plan.ts';
import type { Result } from '../../../../shared/contract/result.ts';
import type { TrendLane, TrendLine } from '../../../../shared/contract/trend.ts';
import { shownLatency } from '../../../../shared/statistics/figures.ts';
import { medianBounds } from '../../../../shared/statistics/median-bounds.ts';
import { holding } from '../../../../shared/statistics/paired-ratio.ts';
import { sentInWords } from '../../../../shared/words/own-settings.ts';
import { trendFigures } from '../../../reporters/trend-figures.ts';

/** The line of a run in a trend. `commit`: `null`: not known. `failed`: a check of the run failed. */
export function trendLineOf(
  result: Result,
  { commit, failed }: Pick<TrendLine, 'commit' | 'failed'>,
): TrendLine {
  const { cpuModel, cores, platform, agents } = result.environment;
  const figures = trendFigures({ kind: 'run', result });
  return {
    ...{ kind: 'trend', schema: 1, time: result.startedAt, commit, run: result.id },
    name: result.name ?? null,
    plan: fingerprintOf(result.plan),
    sent: `${sentInWords(result)} · ${result.environment.network}`,
    machine: { cpuModel, cores, platform, agents: agents?.length ?? null },
    failed,
    lanes: result.lanes.flatMap((lane): TrendLane[] => {
      const found = figures.find(({ id }) => id === lane.id);
      const latency = shownLatency(lane.latencyMs);
      return found
        ? [
            {
              ...{ id: lane.id, strategy: lane.strategy, rate: found.throughput },
              ratio: found.speedup && { value: found.speedup.value, ci95: found.speedup.ci95 },
              p50Ms: latency && { value: latency.p50, ci95: p50Interval(lane, latency.p50) },
              p99Ms: latency && { value: latency.p99, ci95: null },
            },
          ]
        : [];
    }),
  };
}

/** 95 % interval by the p50s of the slices, widened to hold the p50 of all of them; `null`: there are too few slices. */
function p50Interval({ latencySlices }: LaneResult, p50: number): [number, number] | null {
  const bounds = medianBounds(
    (latencySlices?.p50Ms ?? []).filter((ms) => ms !== null),
    0.025,
  );
  return bounds && holding([bounds.low, bounds.high], p50);
}

/** The same for two plans exactly where they measure the same. */
const fingerprintOf = (plan: Plan): string =>
  createHash('sha256')
    .update(JSON.stringify(inOrder(planMeasured(plan))))
    .digest('hex')
    .slice(0, 16);

/** A copy whose fields are in the order of their names. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([name, inner]): [string, unknown] => [name, inOrder(inner)]);
  return Object.fromEntries(fields.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
