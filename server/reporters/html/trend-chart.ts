import type { TrendLane } from '../../../shared/contract/trend.ts';
import { runInWords, seriesIn, type TrendSeries } from '../../../shared/report/trend.ts';
import type { TrendDocument } from '../../../shared/report/document.ts';
import type { Bounded } from '../../../shared/statistics/against-earlier.ts';
import { axisScale } from '../../../shared/statistics/axis-scale.ts';
import { formatMs, formatRate, formatRatio, formatShort, formatTimes } from '../../../shared/words/format.ts';
import { markup, type Markup } from '../../../shared/words/markup.ts';
import { counted } from '../../../shared/words/workload.ts';
import { section } from './blocks.ts';
import { legend } from './lane-marks.ts';
import { lineChart } from './line-chart.ts';

interface Drawn {
  what: string;
  figure: (lane: TrendLane) => Bounded | null;
  words: (value: number) => string;
  tick: (value: number) => string;
}

/** Figures that are drawn of each series, as far as its runs have them. */
const drawn: readonly Drawn[] = [
  {
    what: '× against the first lane',
    figure: ({ ratio }) => ratio,
    words: formatRatio,
    tick: (value) => `× ${formatTimes(value)}`,
  },
  { what: 'commands/s', figure: ({ rate }) => rate, words: formatRate, tick: formatShort },
  { what: 'p99, ms', figure: ({ p99Ms }) => p99Ms, words: formatMs, tick: formatMs },
];

/** The figures of each lane over the runs of its series, with intervals. */
export const trendCharts = ({ lines }: TrendDocument): Markup =>
  markup`${seriesIn(lines).map(
    (series) => markup`${drawn.map((one) => chartOf(series, one)).filter((chart) => chart !== null)}`,
  )}`;

function chartOf(series: TrendSeries, { what, figure, words, tick }: Drawn): Markup | null {
  const { runs, title } = series;
  const found = series.lanes.map((lane) => ({
    lane,
    points: runs.flatMap((run, place) => {
      const one = run.lanes.find(({ id }) => id === lane.id);
      const bounded = one && figure(one);
      return bounded ? [{ run, place, ...bounded }] : [];
    }),
  }));
  const lines = found.filter(({ points }) => points.length > 0);
  if (lines.length === 0) return null;
  const lanes = lines.map(({ lane }) => lane);
  const scale = axisScale(
    lines.flatMap(({ points }) => points.flatMap(({ value, ci95 }) => [value, ...(ci95 ?? [])])),
  );
  const at = (place: number) => (runs.length > 1 ? place / (runs.length - 1) : 0.5);
  return section(
    title,
    markup`${legend(lanes)}${lineChart({
      description: `${title}: ${what} of ${lanes.map(({ id }) => id).join(', ')} in ${counted(runs.length, 'run')}.`,
      xTitle: 'runs',
      xTicks: runs.map((run, place) => ({
        at: at(place),
        text: run.commit?.slice(0, 8) ?? run.time.slice(5, 10),
        short: run.time.slice(5, 10),
      })),
      yTicks: scale.ticks.map((value) => ({ at: scale.place(value), text: tick(value) })),
      lanes,
      lines: lines.map(({ lane, points }) =>
        points.map(({ run, place, value, ci95 }) => ({
          x: at(place),
          y: scale.place(value),
          ends: ci95 && ([scale.place(ci95[0]), scale.place(ci95[1])] as const),
          words: `${lane.id}, ${runInWords(run)}: ${words(value)}${ci95 ? ` (${ci95.map((end) => words(end).replace('× ', '')).join(' – ')})` : ''}${run.failed ? ', failed' : ''}`,
        })),
      ),
    })}`,
    what,
  );
}
