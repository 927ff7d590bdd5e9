import type { ChartDataset, ChartOptions } from 'chart.js';
import type { LaneMark } from '../controls/lane-marks.ts';
import type { Point, Series } from './series.ts';
import { changeMarks } from './change-marks.ts';
import { Chart, type LineChart } from './chart.ts';
import {
  changesOf,
  crosshairOf,
  emptyFrame,
  marginLeft,
  momentOn,
  plainOptions,
  shadeOf,
  timeScale,
  type ChartFrame,
  type Drawing,
} from './chart-frame.ts';
import { scaled, typeOf, type ChartType } from './type.ts';
import { ticksOf, type ValueAxis } from './value-axis.ts';
import { crosshairLine } from './crosshair-line.ts';
import { warmUpShade } from './warm-up-shade.ts';

/** A line of a lane as a chart sees it. */
export interface ChartLine {
  name: string;
  mark: LaneMark;
  series: Series;
  /** Its height at a point; `null`: not measured there. */
  value: (point: Point) => number | null;
  /** A second figure of a lane, beside its first: thinner, with open markers. */
  second?: boolean;
}

/** All that is drawn. */
export interface ChartView extends ChartFrame {
  lines: readonly ChartLine[];
  axis: ValueAxis;
}

const emptyView: ChartView = {
  ...emptyFrame,
  lines: [],
  axis: { type: 'linear', min: 0, max: 1, tick: String, exact: String },
};

type Dot = { x: number; y: number };
type ChartScales = NonNullable<ChartOptions<'line'>['scales']>;
type LineData = ChartDataset<'line', Dot[]>;

/** Up to this many points a line shows each of them; beyond, only its newest. */
const mostDots = 40;

/** Lanes as lines on the same axes. Points are appended to plain arrays as the series grow. */
export class LaneChart implements Drawing {
  readonly #chart: LineChart;
  readonly #taken = new Map<LineData, { series: Series; value: ChartLine['value']; next: number }>();
  #view = emptyView;
  #type: ChartType;
  #moment: number | null = null;

  constructor(canvas: HTMLCanvasElement) {
    this.#type = typeOf(canvas);
    this.#chart = new Chart(canvas, {
      type: 'line',
      data: { datasets: [] },
      options: plainOptions(),
      plugins: [
        warmUpShade(() => shadeOf(this.#view, this.#type)),
        changeMarks(() => changesOf(this.#view, this.#type)),
        crosshairLine(() => crosshairOf(this.#view, this.#moment, this.#type)),
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
      this.#follow(dataset, line);
      this.#style(dataset, line);
    });
    this.#type = typeOf(this.#chart.canvas);
    this.#chart.options.scales = scales(view, this.#type);
    this.#chart.options.layout = { padding: { top: scaled(24, this.#type), right: 12 } };
    this.#chart.update('none');
  }

  pointAt(seconds: number | null): void {
    if (seconds === this.#moment) return;
    this.#moment = seconds;
    this.#chart.draw();
  }

  momentAt(x: number): number | null {
    return momentOn(this.#chart, x);
  }

  destroy(): void {
    this.#chart.destroy();
  }

  #follow(dataset: LineData, { series, value }: ChartLine): void {
    let taken = this.#taken.get(dataset);
    if (taken?.series !== series || taken.value !== value) {
      taken = { series, value, next: series.first };
      this.#taken.set(dataset, taken);
      dataset.data = [];
    }
    for (; taken.next < series.total; taken.next++) {
      const point = series.at(taken.next);
      const y = point ? value(point) : null;
      if (point && y !== null) dataset.data.push({ x: this.#view.place(point), y });
    }
    if (dataset.data.length > series.length) dataset.data.splice(0, dataset.data.length - series.length);
  }

  #style(dataset: LineData, { name, mark, second = false }: ChartLine): void {
    const colour = this.#view.colours(mark.colour);
    const last = dataset.data.length - 1;
    const all = dataset.data.length <= mostDots;
    const open = second || /cross|star/.test(mark.marker);
    Object.assign(dataset, {
      label: name,
      borderColor: colour,
      backgroundColor: second ? this.#view.colours('--board') : colour,
      borderWidth: second ? 1.5 : 3,
      // The newest marker may stand on the edge of the plot.
      clip: 10,
      borderDash: [...mark.dash],
      pointStyle: mark.marker,
      pointRadius: dataset.data.map((_, index) => (index === last ? 6 : all ? 3.5 : 0)),
      pointBorderWidth: open ? 2 : 0,
    } satisfies Partial<LineData>);
  }
}

/** Axes that reach as far as the view says, dressed in its colours. */
function scales(view: ChartView, type: ChartType): ChartScales {
  const { axis, colours, lines, words } = view;
  const quiet = colours('--ink-quiet');
  // Figures on an empty chart would be made up.
  const tick = (value: number | string) => (lines.length > 0 ? axis.tick(Number(value), words.numbers) : '');
  const ticks = ticksOf(axis);
  return {
    x: timeScale(view, type),
    y: {
      grid: { color: colours('--rule') },
      border: { color: quiet },
      type: axis.type,
      min: axis.min,
      max: axis.max,
      ticks: {
        color: quiet,
        font: { family: type.family, size: type.size },
        maxTicksLimit: 6,
        includeBounds: false,
        autoSkip: ticks === null,
        callback: tick,
      },
      ...(ticks === null
        ? {}
        : { afterBuildTicks: (scale) => (scale.ticks = ticks.map((value) => ({ value }))) }),
      afterFit: (scale) => (scale.width = marginLeft(type)),
    },
  };
}
