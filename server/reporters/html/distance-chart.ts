import type { DistanceGain } from '../../../shared/contract/distance-gain.ts';
import { distancePicture } from '../../../shared/sweep/distance-picture.ts';
import { gainingLanes, words } from '../../../shared/sweep/distances.ts';
import { formatRatio, formatTimes } from '../../../shared/words/format.ts';
import { markup, type Markup } from '../../../shared/words/markup.ts';
import { legend } from './lane-marks.ts';
import { lineChart } from './line-chart.ts';

/** × over distance, with intervals and the limit that commands in flight, or round trips of a unit, allow. */
export function distanceChart(gain: DistanceGain): Markup {
  const { distances } = gain;
  const lanes = gainingLanes(gain);
  const picture = distancePicture(gain);
  const nameOf = (rttMs: number) => words.labels['at-distance']({ rttMs });
  return markup`${legend(lanes)}${lineChart({
    description: `${words.title}: ${lanes.map(({ label }) => label).join(', ')} against ${gain.lanes[0]?.label ?? ''}, at ${distances.map(nameOf).join(', ')}.`,
    xTitle: 'round trip added',
    xTicks: distances.map((rttMs, place) => ({
      at: picture.x(place),
      text: nameOf(rttMs),
      short: `${rttMs} ms`,
    })),
    yTicks: picture.ticks.map((ratio) => ({ at: picture.y(ratio), text: `× ${ratio}` })),
    levels: picture.limits.map((limit) => ({
      at: picture.y(limit),
      text: `${formatRatio(limit)}: ${lanes.some(({ tripsPerUnit }) => tripsPerUnit !== undefined) ? 'as many times fewer round trips' : 'as many times the commands in flight'}`,
    })),
    lanes,
    lines: lanes.map(({ label, points }, lane) =>
      points.flatMap(({ rttMs, ratio, ci95 }) =>
        ratio === null
          ? []
          : [
              {
                x: picture.x(distances.indexOf(rttMs), lane),
                y: picture.y(ratio),
                ends: ci95 && ([picture.y(ci95[0]), picture.y(ci95[1])] as const),
                words: `${label}, ${nameOf(rttMs)}: ${formatRatio(ratio)}${ci95 ? ` (${ci95.map(formatTimes).join(' – ')})` : ''}`,
              },
            ],
      ),
    ),
  })}`;
}
