import type { ChartDataset, ChartOptions } from 'chart.js';
import { formatRate } from '../../../shared/format.ts';
import type { LaneMark } from '../lane-marks.ts';
import type { Point, Series } from '../state/series.ts';
import type { Axes } from './axes.ts';
import { changeMarks, type ChangeMarks } from './change-marks.ts';
import { Chart, type LineChart } from './chart.ts';
import type { Colours } from './colours.ts';
import { warmUpShade, type WarmUpShade } from './warm-up-shade.ts';

/** A lane as the chart sees it. */
export interface ChartLine {
  name: string;
  mark: LaneMark;
  series: Series;
}

export interface ChartWords {
  x: string;
  warmUp: string;
}

/** All that is drawn. `place` says which of a point's times is its x. */
export interface ChartView {
  lines: readonly ChartLine[];
  axes: Axes;
  place: (point: Point) => number;
  /** Where settings were changed, in seconds of the x axis. */
  marks: ChangeMarks['marks'];
  colours: Colours;
  words: ChartWords;
}

const emptyView: ChartView = {
  lines: [],
  axes: { xMax: 1, yMax: 1, warmUpEnd: 0 },
  place: (point) => point.laneSeconds,
  marks: [],
  colours: () => 'transparent',
  words: { x: '', warmUp: '' },
};

type Dot = { x: number; y: number };
type ChartScales = NonNullable<ChartOptions<'line'>['scales']>;
type LineData = ChartDataset<'line', Dot[]>;

/** Up to this many points a line shows each of them; beyond, only its newest. */
const mostDots = 40;

/** All lanes as lines on the same axes. Points are appended to plain arrays as the series grow. */
export class ThroughputChart {
  readonly #chart: LineChart;
  readonly #taken = new Map<LineData, { series: Series; next: number }>();
  #view = emptyView;

  constructor(canvas: HTMLCanvasElement) {
    this.#chart = new Chart(canvas, {
      type: 'line',
      data: { datasets: [] },
      options: options(),
      plugins: [
        warmUpShade(({ canvas }) => this.#shade(canvas)),
        changeMarks(({ canvas }) => this.#changes(canvas)),
      ],
    });
  }

  /** Draws what the series hold now. */
  draw(view: ChartView): void {
    this.#view = view;
    const { datasets } = this.#chart.data;
    datasets.length = Math.min(datasets.length, view.lines.length);
    view.lines.forEach((line, index) => {
      const dataset = (datasets[index] ??= { data: [] });
      this.#follow(dataset, line.series);
      this.#style(dataset, line);
    });
    this.#chart.options.scales = scales(view, fontOf(this.#chart.canvas));
    this.#chart.update('none');
  }

  destroy(): void {
    this.#chart.destroy();
  }

  #follow(dataset: LineData, series: Series): void {
    let taken = this.#taken.get(dataset);
    if (taken?.series !== series) {
      taken = { series, next: series.first };
      this.#taken.set(dataset, taken);
      dataset.data = [];
    }
    for (; taken.next < series.total; taken.next++) {
      const point = series.at(taken.next);
      if (point) dataset.data.push({ x: this.#view.place(point), y: point.throughput });
    }
    if (dataset.data.length > series.length) dataset.data.splice(0, dataset.data.length - series.length);
  }

  #style(dataset: LineData, { name, mark }: ChartLine): void {
    const colour = this.#view.colours(mark.colour);
    const last = dataset.data.length - 1;
    const all = dataset.data.length <= mostDots;
    Object.assign(dataset, {
      label: name,
      borderColor: colour,
      backgroundColor: colour,
      borderWidth: 3,
      // The newest marker may stand on the edge of the plot.
      clip: 10,
      borderDash: [...mark.dash],
      pointStyle: mark.marker,
      pointRadius: dataset.data.map((_, index) => (index === last ? 6 : all ? 3.5 : 0)),
      pointBorderWidth: /cross|star/.test(mark.marker) ? 2 : 0,
    } satisfies Partial<LineData>);
  }

  #shade(canvas: HTMLCanvasElement): WarmUpShade {
    const { axes, colours, words } = this.#view;
    return {
      end: axes.warmUpEnd,
      label: words.warmUp,
      wash: colours('--board'),
      hatch: colours('--rule'),
      ink: colours('--ink-quiet'),
      font: small(canvas),
    };
  }

  #changes(canvas: HTMLCanvasElement): ChangeMarks {
    const { axes, marks, colours, words } = this.#view;
    return {
      marks,
      beside: axes.warmUpEnd > 0 ? words.warmUp : '',
      ink: colours('--ink'),
      ground: colours('--board'),
      font: small(canvas),
    };
  }
}

/** 250000 → "250k": a round number, so without decimals that say nothing. */
const tick = (value: number) =>
  value >= 1e6
    ? `${Number((value / 1e6).toPrecision(4))}M`
    : value >= 1e3
      ? `${Number((value / 1e3).toPrecision(4))}k`
      : String(value);

const fontOf = (canvas: HTMLCanvasElement) => getComputedStyle(canvas).fontFamily;
const small = (canvas: HTMLCanvasElement) => `13px ${fontOf(canvas)}`;

/** Axes that reach as far as the view says, dressed in its colours. */
function scales({ axes, colours, words, lines }: ChartView, family: string): ChartScales {
  const quiet = colours('--ink-quiet');
  const rule = colours('--rule');
  const font = { family, size: 14 };
  const common = { type: 'linear', min: 0, grid: { color: rule }, border: { color: quiet } } as const;
  return {
    x: {
      ...common,
      max: axes.xMax,
      title: { display: true, text: words.x, color: quiet, font },
      ticks: { color: quiet, font, maxTicksLimit: 12, maxRotation: 0, includeBounds: false },
    },
    y: {
      ...common,
      max: axes.yMax,
      // Figures on an empty chart would be made up.
      ticks: {
        color: quiet,
        font,
        maxTicksLimit: 6,
        includeBounds: false,
        callback: (value) => (lines.length > 0 ? tick(Number(value)) : ''),
      },
      // A fixed width: the plot does not jump when the figures grow longer.
      afterFit: (axis) => (axis.width = 58),
    },
  };
}

const options = (): ChartOptions<'line'> => ({
  animation: false,
  parsing: false,
  normalized: true,
  responsive: true,
  maintainAspectRatio: false,
  interaction: { mode: 'nearest', axis: 'x', intersect: false },
  layout: { padding: { top: 24, right: 12 } },
  plugins: {
    tooltip: {
      animation: false,
      callbacks: {
        title: ([item]) => `${(item?.parsed.x ?? 0).toFixed(1)} s`,
        label: (item) => ` ${item.dataset.label ?? ''}: ${formatRate(item.parsed.y ?? NaN)}`,
      },
    },
  },
});
