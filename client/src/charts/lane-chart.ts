import type { ChartDataset, ChartOptions, Plugin } from 'chart.js';
import type { LaneMark } from '../controls/lane-marks.ts';
import type { ChartFigure } from './figures.ts';
import type { Series } from './series.ts';
import { changeMarks } from './change-marks.ts';
import type { LineChart } from './chart.ts';
import { emptyFrame, marginLeft, timeScale, type ChartFrame } from './chart-frame.ts';
import { Plot } from './plot.ts';
import { scaled, type ChartType } from './type.ts';
import { ticksOf, type ValueAxis } from './value-axis.ts';
import { endNames, roomForNames, type EndNames } from './end-names.ts';
import { crosshairLine } from './crosshair-line.ts';
import { warmUpShade } from './warm-up-shade.ts';

/** A line of a lane as a chart sees it. */
export interface ChartLine {
  name: string;
  mark: LaneMark;
  series: Series;
  /** Its height at a sample. */
  value: ChartFigure['value'];
  /** A second figure of a lane, beside its first: thinner, with open markers. */
  second?: boolean;
}

/** All that is drawn. */
export interface ChartView extends ChartFrame {
  lines: readonly ChartLine[];
  axis: ValueAxis;
  /** True where names stand at the ends of lines. */
  hasNames?: boolean;
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
export class LaneChart extends Plot<ChartView> {
  readonly #taken = new Map<LineData, { series: Series; value: ChartLine['value']; next: number }>();

  constructor(canvas: HTMLCanvasElement) {
    super(canvas, emptyView);
  }

  protected plugins(): Plugin<'line'>[] {
    return [warmUpShade(this), changeMarks(this), endNames(() => this.#names()), crosshairLine(this)];
  }

  protected arrange(chart: LineChart) {
    const { datasets } = chart.data;
    const { view, type } = this;
    datasets.length = Math.min(datasets.length, view.lines.length);
    view.lines.forEach((line, index) => {
      const dataset = (datasets[index] ??= { data: [] });
      this.#follow(dataset, line);
      this.#style(dataset, line);
    });
    const right = Math.max(12, roomForNames(chart.ctx, this.#names()));
    return { scales: scales(view, type), layout: { padding: { top: scaled(24, type), right } } };
  }

  /** Values stand in place of names while somebody points at a moment. */
  #names(): EndNames {
    const { lines, colours, hasNames = false } = this.view;
    const named = lines.map(({ name, mark }) => ({ value: name, brief: name, colour: colours(mark.colour) }));
    return {
      names: hasNames ? this.labelled(named).map(({ value, colour }) => ({ text: value, colour })) : [],
      font: `600 ${this.type.small}`,
      lineHeight: scaled(15, this.type),
    };
  }

  #follow(dataset: LineData, { series, value }: ChartLine): void {
    let taken = this.#taken.get(dataset);
    if (taken?.series !== series || taken.value !== value) {
      taken = { series, value, next: series.first };
      this.#taken.set(dataset, taken);
      dataset.data = [];
    }
    for (; taken.next < series.total; taken.next++) {
      const sample = series.at(taken.next);
      const y = sample ? value(sample) : null;
      if (sample && y !== null) dataset.data.push({ x: this.view.place(sample), y });
    }
    if (dataset.data.length > series.length) dataset.data.splice(0, dataset.data.length - series.length);
  }

  #style(dataset: LineData, { name, mark, second = false }: ChartLine): void {
    const colour = this.view.colours(mark.colour);
    const last = dataset.data.length - 1;
    const all = dataset.data.length <= mostDots;
    const open = second || /cross|star/.test(mark.marker);
    Object.assign(dataset, {
      label: name,
      borderColor: colour,
      backgroundColor: second ? this.view.colours('--board') : colour,
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
