import { rateIntervalOf } from '../../../shared/statistics/figures.ts';
import type { LaneView } from './lane-view.svelte.ts';

/** Marks drawn on a bar; older slices fall out. */
const mostSlices = 200;

/** Where a lane's bar ends, commands/s: the median so far, before there is one the newest moment; `null`: nothing. */
export const barRate = (lane: LaneView): number | null => lane.countedRate ?? lane.figure.throughput;

/** Throughput of the newest counted slices of the settings in force, commands/s. */
export function slicesOf(lane: LaneView): number[] {
  // Reading `points` ties it to the feed: the series itself is not reactive.
  if (lane.points === 0) return [];
  const { series, revision } = lane;
  const rates: number[] = [];
  for (let number = series.total - 1; number >= series.first && rates.length < mostSlices; number--) {
    const point = series.at(number);
    if (!point || point.warmup || point.revision !== revision) break;
    rates.push(point.throughput);
  }
  return rates;
}

/** What the whole width of the bars of these lanes stands for, commands/s: the most that is drawn of any. */
export const barScale = (lanes: readonly LaneView[]): number =>
  Math.max(
    0,
    ...lanes.flatMap((lane) => [
      barRate(lane) ?? 0,
      rateIntervalOf(lane.result)?.[1] ?? 0,
      ...slicesOf(lane),
    ]),
  );
