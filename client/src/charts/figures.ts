import type { LiveSample } from '../../../shared/contract/live.ts';
import { shownLatency } from '../../../shared/statistics/figures.ts';
import { spanSeconds } from './series.ts';
import { linearAxis, logarithmicAxis, type ValueAxis, type Writing } from './value-axis.ts';

/** A figure that samples carry, and the axis it is drawn on. */
export interface ChartFigure {
  /** `null`: not measured in this sample. */
  value: (sample: LiveSample) => number | null;
  axis: (least: number, most: number) => ValueAxis;
}

const count: Writing = { tick: (value, { tick }) => tick(value), exact: (value, { rate }) => rate(value) };
const share: Writing = {
  tick: (value, { count }) => `${count(value * 100, 1)} %`,
  exact: (value, { fixed }) => `${fixed(value * 100, 1)} %`,
};
/** A value of a logarithmic axis, however small. */
export const plainTick: Writing['tick'] = (value, { count }) => count(value, 6);
const ms: Writing = { tick: plainTick, exact: (value, { inMs }) => inMs(value) };

const from0 =
  (writing: Writing, least = 0) =>
  (_: number, most: number) =>
    linearAxis(most, writing, least);
/** A latency of 0 is none that was measured; it has no place on a logarithmic axis. */
const above0 = (value: number | null) => (value !== null && value > 0 ? value : null);

export const throughputFigure: ChartFigure = {
  value: ({ throughput }) => throughput,
  axis: from0(count),
};

export const logThroughputFigure: ChartFigure = {
  value: ({ throughput }) => above0(throughput),
  axis: (least, most) => logarithmicAxis(least, most, count),
};

const latencyAxis: ChartFigure['axis'] = (least, most) => logarithmicAxis(least, most, ms);
export const p50Figure: ChartFigure = {
  value: ({ latencyMs }) => above0(shownLatency(latencyMs)?.p50 ?? null),
  axis: latencyAxis,
};
export const p99Figure: ChartFigure = {
  value: ({ latencyMs }) => above0(shownLatency(latencyMs)?.p99 ?? null),
  axis: latencyAxis,
};

const bytesPerSecond: ChartFigure['value'] = (sample) =>
  sample.elapsedMs > 0 ? sample.bytesOut / spanSeconds(sample) : null;

/** Those that a reader chooses from. */
export const furtherFigures = {
  effectiveBatch: { value: ({ effectiveBatch }) => effectiveBatch, axis: from0(count, 1) },
  clientCpu: { value: ({ client }) => client.cpu, axis: from0(share, 1) },
  eventLoop: { value: ({ client }) => client.eventLoopUtilisation, axis: from0(share, 1) },
  serverCpu: { value: ({ server }) => server?.cpu ?? null, axis: from0(share, 1) },
  bytesOut: { value: bytesPerSecond, axis: from0(count) },
  bystanderP99: { value: ({ bystanderP99Ms }) => above0(bystanderP99Ms ?? null), axis: latencyAxis },
} satisfies Record<string, ChartFigure>;
export type FurtherFigure = keyof typeof furtherFigures;
export const furtherFigureIds = Object.keys(furtherFigures) as FurtherFigure[];

/** The least and the most of these figures over all lanes; `null`: nothing of them was measured. */
export function extentOf(
  lanes: readonly Iterable<LiveSample>[],
  figures: readonly ChartFigure[],
): { least: number; most: number } | null {
  let [least, most] = [Infinity, -Infinity];
  for (const samples of lanes)
    for (const sample of samples)
      for (const { value } of figures) {
        const found = value(sample);
        if (found === null) continue;
        if (found < least) least = found;
        if (found > most) most = found;
      }
  return most === -Infinity ? null : { least, most };
}
