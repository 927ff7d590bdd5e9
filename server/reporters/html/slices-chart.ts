import type { Result } from '../../../shared/contract/result.ts';
import { formatDuration, formatRate, formatShort } from '../../../shared/words/format.ts';
import { median } from '../../../shared/statistics/statistics.ts';
import { lineChart } from './line-chart.ts';
import type { Markup } from '../../../shared/words/markup.ts';
import { linearTicks } from '../../../shared/statistics/axis-ticks.ts';
import { largest } from '../../../shared/statistics/extremes.ts';

const mostPoints = 120;

/** Throughput of each counted slice; several in one point, by their median, where there are very many. */
export function slicesChart({ lanes, plan }: Result): Markup {
  const most = largest(
    lanes.map(({ throughput }) => throughput?.slices.length ?? 0),
    0,
  );
  const size = Math.max(1, Math.ceil(most / mostPoints));
  const series = lanes.map(({ throughput }) => blocks(throughput?.slices ?? [], size));
  const points = Math.ceil(most / size);
  const yTicks = linearTicks(largest(series.flat(), 0), 5);
  const top = yTicks.at(-1) ?? 1;
  const at = (index: number) => (points > 1 ? index / (points - 1) : 0.5);
  const name = (index: number) =>
    size === 1 ? `slice ${index + 1}` : `slices ${index * size + 1} to ${Math.min(most, (index + 1) * size)}`;
  return lineChart({
    description: `Throughput of the ${most} counted slices of each lane, commands per second.`,
    xTitle:
      plan.workload.requests === undefined
        ? `counted slices of ${formatDuration(plan.schedule.sliceMs)}`
        : 'counted slices, of equal count',
    xTicks: Array.from({ length: points }, (_, index) => ({ at: at(index), text: String(index * size + 1) })),
    yTicks: yTicks.map((value) => ({ at: value / top, text: value === 0 ? '0' : formatShort(value) })),
    lanes,
    lines: series.map((values, lane) =>
      values.map((value, index) => ({
        x: at(index),
        y: value / top,
        words: `${lanes[lane]?.label ?? ''}, ${name(index)}: ${formatRate(value)} commands/s`,
      })),
    ),
  });
}

const blocks = (values: readonly number[], size: number) =>
  Array.from({ length: Math.ceil(values.length / size) }, (_, block) =>
    median(values.slice(block * size, (block + 1) * size)),
  );
