import type { LatencySpread } from '../../../shared/contract/figures.ts';
import { mergeSpreads, spreadBoundMs } from '../../../shared/statistics/latency-spread.ts';
import type { LiveSample } from '../../../shared/contract/live.ts';
import { isWarmUp, spanSeconds, type Place } from './series.ts';

/** A stretch of time in a heat map: how the latencies of its commands spread. */
export interface HeatColumn {
  /** Units of the x axis. */
  from: number;
  to: number;
  spread: LatencySpread;
}

const commandsOf = (sample: LiveSample) => sample.throughput * spanSeconds(sample);

/**
 * A column for each sample, in order; where there are more than `most`, neighbours are merged, each with the weight of
 * its commands. A column never spans warm-up and counted samples, or the settings of two.
 */
export function heatColumns(samples: Iterable<LiveSample>, place: Place, most: number): HeatColumn[] {
  const measured = [...samples].flatMap((sample) =>
    sample.latencySpread ? [{ sample, spread: sample.latencySpread }] : [],
  );
  const each = Math.ceil(measured.length / most);
  const groups: (typeof measured)[] = [];
  for (const one of measured) {
    const group = groups.at(-1);
    const first = group?.[0]?.sample;
    const isLike =
      first &&
      isWarmUp(first) === isWarmUp(one.sample) &&
      first.settings.revision === one.sample.settings.revision;
    if (group && group.length < each && isLike) group.push(one);
    else groups.push([one]);
  }
  return groups.flatMap((group) => {
    const [first, last] = [group[0]?.sample, group.at(-1)?.sample];
    const spread =
      group.length === 1
        ? group[0]?.spread
        : mergeSpreads(group.map((one) => ({ spread: one.spread, commands: commandsOf(one.sample) })));
    if (!first || !last || !spread) return [];
    return [{ from: place(first) - spanSeconds(first), to: place(last), spread }];
  });
}

/** The smallest and the largest latency of all these lanes, ms; `null`: there are no samples. */
export function heatExtent(lanes: readonly Iterable<LiveSample>[]): { least: number; most: number } | null {
  let [first, end] = [Infinity, -Infinity];
  for (const samples of lanes)
    for (const { latencySpread: spread } of samples)
      if (spread) {
        first = Math.min(first, spread.from);
        end = Math.max(end, spread.from + spread.perMille.length);
      }
  return end < 0 ? null : { least: spreadBoundMs(first), most: spreadBoundMs(end) };
}

/** All counted samples of a lane together; of an earlier setting only where there are none of the newest. */
export function spreadOfAll(samples: Iterable<LiveSample>): LatencySpread | null {
  const counted = [...samples].filter((sample) => sample.notCounted === null);
  const newest = counted.at(-1)?.settings.revision;
  return mergeSpreads(
    counted.flatMap((sample) =>
      sample.latencySpread && sample.settings.revision === newest
        ? [{ spread: sample.latencySpread, commands: commandsOf(sample) }]
        : [],
    ),
  );
}

const leastOpacity = 0.22;

/** How strong a cell is drawn: by the order of magnitude of its share, from a thousandth to all. */
export const heatOf = (perMille: number): number =>
  leastOpacity + (1 - leastOpacity) * (Math.log10(Math.min(1000, Math.max(1, perMille))) / 3);
