import type { ChartDataset, ChartOptions } from 'chart.js';
import { formatRate, formatShort } from '../../../shared/format.ts';
import type { LaneMark } from '../lane-marks.ts';
import type { Point, Series } from '../state/series.ts';
import type { Axes } from './axes.ts';
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
  colours: Colours;
  words: ChartWords;
}

const emptyView: ChartView = {
  lines: [],
  axes: { xMax: 1, yMax: 1, warmUpEnd: 0 },
  place: (point) => point.laneSeconds,
  colours: () => 'transparent',
  words: { x: '', warmUp: '' },
};

type Dot = { x: number; y: number };
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
      plugins: [warmUpShade(() => this.#shade())],
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
    this.#scale();
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
      borderDash: [...mark.dash],
      pointStyle: mark.marker,
      pointRadius: dataset.data.map((_, index) => (index === last ? 6 : all ? 3.5 : 0)),
      pointBorderWidth: /cross|star/.test(mark.marker) ? 2 : 0,
    } satisfies Partial<LineData>);
  }

  #scale(): void {
    const { axes, colours, words, lines } = this.#view;
    const scales = this.#chart.options.scales;
    const [x, y] = [scales?.['x'], scales?.['y']];
    if (!x || !y) return;
    const quiet = colours('--ink-quiet');
    const rule = colours('--rule');
    const font = { family: getComputedStyle(this.#chart.canvas).fontFamily, size: 14 };
    x.min = 0;
    x.max = axes.xMax;
    y.min = 0;
    y.max = axes.yMax;
    Object.assign(x, { title: { display: true, text: words.x, color: quiet, font } });
    for (const axis of [x, y]) {
      axis.grid = { color: rule, tickColor: rule };
      axis.border = { color: quiet };
      axis.ticks = { ...axis.ticks, color: quiet, font };
    }
    y.ticks = { ...y.ticks, callback: (value) => (lines.length > 0 ? formatShort(Number(value)) : '') };
  }

  #shade(): WarmUpShade {
    const { axes, colours, words } = this.#view;
    return {
      end: axes.warmUpEnd,
      label: words.warmUp,
      wash: colours('--board'),
      hatch: colours('--rule'),
      ink: colours('--ink-quiet'),
      font: `13px ${getComputedStyle(this.#chart.canvas).fontFamily}`,
    };
  }
}

const options = (): ChartOptions<'line'> => ({
  animation: false,
  parsing: false,
  normalized: true,
  responsive: true,
  maintainAspectRatio: false,
  interaction: { mode: 'nearest', axis: 'x', intersect: false },
  layout: { padding: { top: 8, right: 12 } },
  scales: {
    x: { type: 'linear', ticks: { maxTicksLimit: 12, maxRotation: 0 } },
    // A fixed width: the plot does not jump when the figures grow longer.
    y: { type: 'linear', ticks: { maxTicksLimit: 6 }, afterFit: (axis) => (axis.width = 58) },
  },
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
