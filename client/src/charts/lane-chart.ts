import { numbersWith, type Numbers } from '../../../shared/words/numbers.ts';
import type { ChartDataset, ChartOptions } from 'chart.js';
import type { LaneMark } from '../controls/lane-marks.ts';
import type { Point, Series } from './series.ts';
import type { Axes } from './axes.ts';
import { changeMarks, type ChangeMarks } from './change-marks.ts';
import { Chart, type LineChart } from './chart.ts';
import type { Colours } from './colours.ts';
import { scaled, typeOf, type ChartType } from './type.ts';
import { ticksOf, type ValueAxis } from './value-axis.ts';
import { crosshairLine } from './crosshair-line.ts';
import { warmUpShade, type WarmUpShade } from './warm-up-shade.ts';

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

export interface ChartWords {
  x: string;
  warmUp: string;
  numbers: Numbers;
}

/** What all charts of a run have in common. */
export interface ChartFrame {
  axes: Axes;
  /** Which of a point's times is its x. */
  place: (point: Point) => number;
  /** Where settings were changed, in seconds of the x axis. */
  marks: ChangeMarks['marks'];
  colours: Colours;
  words: ChartWords;
}

/** All that is drawn. */
export interface ChartView extends ChartFrame {
  lines: readonly ChartLine[];
  axis: ValueAxis;
}

const emptyView: ChartView = {
  lines: [],
  axis: { type: 'linear', min: 0, max: 1, tick: String, exact: String },
  axes: { xMax: 1, warmUpEnd: 0 },
  place: (point) => point.laneSeconds,
  marks: [],
  colours: () => 'transparent',
  words: { x: '', warmUp: '', numbers: numbersWith(',') },
};

type Dot = { x: number; y: number };
type ChartScales = NonNullable<ChartOptions<'line'>['scales']>;
type LineData = ChartDataset<'line', Dot[]>;

/** Up to this many points a line shows each of them; beyond, only its newest. */
const mostDots = 40;

/** Lanes as lines on the same axes. Points are appended to plain arrays as the series grow. */
export class LaneChart {
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
      options: options(),
      plugins: [
        warmUpShade(() => this.#shade()),
        changeMarks(() => this.#changes()),
        crosshairLine(() => this.#crosshair()),
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

  /** Draws a line through this moment, seconds of the x axis; `null`: none. */
  pointAt(seconds: number | null): void {
    if (seconds === this.#moment) return;
    this.#moment = seconds;
    this.#chart.draw();
  }

  /** The moment at so many pixels from the left edge of the canvas; `null`: beside the plot. */
  momentAt(pixels: number): number | null {
    const { chartArea: area, scales } = this.#chart;
    if (pixels < area.left - 4 || pixels > area.right + 4) return null;
    return scales['x']?.getValueForPixel(Math.min(Math.max(pixels, area.left), area.right)) ?? null;
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

  #shade(): WarmUpShade {
    const { axes, colours, words } = this.#view;
    return {
      end: axes.warmUpEnd,
      label: words.warmUp,
      wash: colours('--board'),
      hatch: colours('--rule'),
      ink: colours('--ink-quiet'),
      font: this.#type.small,
    };
  }

  #crosshair() {
    const { colours } = this.#view;
    return {
      at: this.#moment,
      label: `${(this.#moment ?? 0).toFixed(1)} s`,
      ink: colours('--ink'),
      ground: colours('--board'),
      font: this.#type.small,
    };
  }

  #changes(): ChangeMarks {
    const { axes, marks, colours, words } = this.#view;
    return {
      marks,
      beside: axes.warmUpEnd > 0 ? words.warmUp : '',
      ink: colours('--ink'),
      ground: colours('--board'),
      font: this.#type.small,
      lineHeight: scaled(17, this.#type),
    };
  }
}

/** Axes that reach as far as the view says, dressed in its colours. */
function scales({ axes, axis, colours, words, lines }: ChartView, type: ChartType): ChartScales {
  const quiet = colours('--ink-quiet');
  const font = { family: type.family, size: type.size };
  const dress = { grid: { color: colours('--rule') }, border: { color: quiet } };
  // Figures on an empty chart would be made up.
  const tick = (value: number | string) => (lines.length > 0 ? axis.tick(Number(value)) : '');
  const ticks = ticksOf(axis);
  return {
    x: {
      ...dress,
      type: 'linear',
      min: 0,
      max: axes.xMax,
      title: { display: true, text: words.x, color: quiet, font },
      ticks: {
        color: quiet,
        font,
        maxTicksLimit: 12,
        maxRotation: 0,
        includeBounds: false,
        callback: (value) => words.numbers.count(Number(value)),
      },
    },
    y: {
      ...dress,
      type: axis.type,
      min: axis.min,
      max: axis.max,
      ticks: {
        color: quiet,
        font,
        maxTicksLimit: 6,
        includeBounds: false,
        autoSkip: ticks === null,
        callback: tick,
      },
      ...(ticks === null
        ? {}
        : { afterBuildTicks: (scale) => (scale.ticks = ticks.map((value) => ({ value }))) }),
      // A fixed width: the plot does not jump when the figures grow longer, and stands below that of the next chart.
      afterFit: (scale) => (scale.width = scaled(58, type)),
    },
  };
}

/** Of each chart its own: Chart.js keeps the scales in it. */
const options = (): ChartOptions<'line'> => ({
  animation: false,
  parsing: false,
  normalized: true,
  responsive: true,
  maintainAspectRatio: false,
  // The crosshair of all charts stands for a tooltip.
  events: [],
  plugins: { tooltip: { enabled: false } },
});
