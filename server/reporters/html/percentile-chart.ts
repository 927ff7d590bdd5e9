import { quantilesMs } from '../../engine/latency/hdr-export.ts';
import type { LaneResult } from '../../../shared/contract/lane-result.ts';
import { formatMs } from '../../../shared/words/format.ts';
import type { LatencyKind } from '../../../shared/contract/enums.ts';
import { lineChart } from './line-chart.ts';
import type { Markup } from '../../../shared/words/markup.ts';
import { logTicks } from '../../../shared/statistics/axis-ticks.ts';
import { largest, smallest } from '../../../shared/statistics/extremes.ts';

const marked = [0.5, 0.9, 0.99, 0.999, 0.9999, 0.99999, 0.999999];
const perDecade = 12;
const leastMs = 0.001;

/** Latency by percentile, both axes logarithmic: how rare, how long. `null` when no lane recorded this kind. */
export function percentileChart(
  lanes: readonly LaneResult[],
  kind: LatencyKind,
  what: string,
): Markup | null {
  const counts = lanes.map(({ commands, failed }) => commands + failed);
  // A percentile that less than one command in the run stands for says nothing.
  const decades = Math.min(6, Math.max(1, Math.floor(Math.log10(largest(counts, 10)))));
  const shares = [
    ...new Set([
      ...Array.from({ length: decades * perDecade + 1 }, (_, step) => 1 - 10 ** (-step / perDecade)),
      ...marked.filter((share) => 1 - share >= 10 ** -decades * 0.999),
    ]),
  ].sort((a, b) => a - b);
  const series = lanes.map(({ histograms }, lane) => {
    const encoded = histograms[kind];
    const told = shares.filter((share) => (1 - share) * (counts[lane] ?? 0) >= 1);
    return encoded === null
      ? []
      : quantilesMs([encoded], told).map((ms, index) => ({
          share: told[index] ?? 0,
          ms: Math.max(ms, leastMs),
        }));
  });
  const all = series.flat().map(({ ms }) => ms);
  if (all.length === 0) return null;
  const ticks = logTicks(smallest(all), largest(all));
  const [low, high] = [Math.log10(ticks[0] ?? leastMs), Math.log10(ticks.at(-1) ?? 1)];
  const x = (share: number) => -Math.log10(1 - share) / decades;
  const y = (ms: number) => (Math.log10(ms) - low) / (high - low);
  return lineChart({
    description: `${what} of each lane by percentile, ms, on logarithmic axes.`,
    xTitle: 'percentile',
    xTicks: [0, ...marked]
      .filter((share) => x(share) <= 1.001)
      .map((share) => ({ at: x(share), text: percentile(share) })),
    yTicks: ticks.map((ms) => ({ at: y(ms), text: `${ms < 1 ? ms : ms.toLocaleString('en-US')} ms` })),
    lanes,
    lines: series.map((points, lane) =>
      points.map(({ share, ms }) => ({
        x: x(share),
        y: y(ms),
        words: marked.includes(share)
          ? `${lanes[lane]?.label ?? ''}, ${percentile(share)}: ${formatMs(ms)} ms`
          : null,
      })),
    ),
  });
}

/** 0.999 → `p99.9`. */
const percentile = (share: number) => (share === 0 ? 'min' : `p${Number((share * 100).toFixed(4))}`);
