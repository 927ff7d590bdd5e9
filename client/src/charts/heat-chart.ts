import type { Chart as AnyChart, Plugin } from 'chart.js';
import { spreadBoundMs } from '../../../shared/statistics/latency-spread.ts';
import type { LaneMark } from '../controls/lane-marks.ts';
import { changeMarks } from './change-marks.ts';
import { Chart, type LineChart } from './chart.ts';
import {
  changesOf,
  crosshairOf,
  emptyFrame,
  emptyScale,
  momentOn,
  plainOptions,
  shadeOf,
  timeScale,
  type ChartFrame,
  type Drawing,
} from './chart-frame.ts';
import { crosshairLine } from './crosshair-line.ts';
import { heatColumns, heatOf, type HeatColumn } from './heat-columns.ts';
import type { Series } from './series.ts';
import { drawStripLabels } from './strip-labels.ts';
import { stripsOf, type Strip } from './strips.ts';
import { scaled, typeOf, type ChartType } from './type.ts';
import { ticksOf, type ValueAxis } from './value-axis.ts';
import { warmUpShade } from './warm-up-shade.ts';

export interface HeatLane {
  name: string;
  mark: LaneMark;
  /** Absent: nothing was measured yet. */
  series: Series | undefined;
  /** Its figures while nobody points at a moment. */
  value: string;
  /** The same in brief. */
  brief: string;
}

export interface HeatView extends ChartFrame {
  lanes: readonly HeatLane[];
  /** Of latencies, in each strip. */
  axis: ValueAxis;
}

/** A column is at least so wide, px. */
const leastWidth = 3;

/** A strip for each lane: time from left to right, latency upwards, the stronger the colour the more commands. */
export class HeatChart implements Drawing {
  readonly #chart: LineChart;
  #view: HeatView = {
    ...emptyFrame,
    lanes: [],
    axis: { type: 'logarithmic', min: 0.1, max: 10, tick: String, exact: String },
  };
  #columns: HeatColumn[][] = [];
  #type: ChartType;
  #moment: number | null = null;
  #values: readonly string[] | null = null;

  constructor(canvas: HTMLCanvasElement) {
    this.#type = typeOf(canvas);
    this.#chart = new Chart(canvas, {
      type: 'line',
      data: { datasets: [] },
      options: plainOptions(),
      plugins: [
        this.#cells(),
        // Below the line in which they stand are the names of lanes: changes have it for themselves.
        warmUpShade(() => {
          const shade = shadeOf(this.#view, this.#type);
          return this.#view.marks.length > 0 ? { ...shade, label: '' } : shade;
        }),
        changeMarks(() => ({ ...changesOf(this.#view, this.#type), beside: '' })),
        this.#labels(),
        crosshairLine(() => crosshairOf(this.#view, this.#moment, this.#type)),
      ],
    });
  }

  draw(view: HeatView): void {
    this.#view = view;
    const type = (this.#type = typeOf(this.#chart.canvas));
    const most = Math.max(40, Math.floor(this.#chart.width / leastWidth));
    this.#columns = view.lanes.map(({ series }) => (series ? heatColumns(series, view.place, most) : []));
    this.#chart.options.scales = { x: timeScale(view, type), y: emptyScale(type) };
    this.#chart.options.layout = { padding: { top: scaled(24, type), right: 12 } };
    this.#chart.update('none');
  }

  pointAt(seconds: number | null, values: readonly string[] | null): void {
    if (seconds === this.#moment && values === this.#values) return;
    this.#moment = seconds;
    this.#values = values;
    this.#chart.draw();
  }

  momentAt(x: number): number | null {
    return momentOn(this.#chart, x);
  }

  destroy(): void {
    this.#chart.destroy();
  }

  #strips({ chartArea }: AnyChart): Strip[] {
    return stripsOf(chartArea, this.#view.lanes.length, scaled(20, this.#type));
  }

  #cells(): Plugin<'line'> {
    return {
      id: 'heat-cells',
      beforeDatasetsDraw: (chart) => {
        const { lanes, colours } = this.#view;
        const { ctx: context, chartArea: area } = chart;
        const scale = chart.scales['x'];
        if (!scale) return;
        context.save();
        this.#strips(chart).forEach((strip, index) => {
          this.#axis(chart, strip);
          context.fillStyle = colours(lanes[index]?.mark.colour ?? '--ink');
          for (const { from, to, spread } of this.#columns[index] ?? []) {
            const left = Math.max(area.left, Math.round(scale.getPixelForValue(from)));
            const right = Math.min(area.right, Math.round(scale.getPixelForValue(to)));
            spread.perMille.forEach((share, at) => {
              if (share <= 0) return;
              const top = this.#height(strip, spreadBoundMs(spread.from + at + 1));
              const bottom = this.#height(strip, spreadBoundMs(spread.from + at));
              context.globalAlpha = heatOf(share);
              context.fillRect(left, top, Math.max(1, right - left), Math.max(1, bottom - top));
            });
          }
          context.globalAlpha = 1;
        });
        context.restore();
      },
    };
  }

  /** Of a latency in a strip, whole pixels, so that cells neither overlap nor leave a gap. */
  #height({ top, bottom }: Strip, ms: number): number {
    const { min, max } = this.#view.axis;
    const share = Math.log(Math.min(max, Math.max(min, ms)) / min) / Math.log(max / min);
    return Math.round(bottom - share * (bottom - top));
  }

  #axis({ ctx: context, chartArea: area }: AnyChart, strip: Strip): void {
    const { axis, colours } = this.#view;
    // However low it is, two figures say how far it reaches.
    const fitting = Math.max(2, Math.floor((strip.bottom - strip.top) / (1.2 * this.#type.size)));
    const ticks = ticksOf(axis) ?? [];
    const decades = ticks.filter((tick) => Number.isInteger(Math.round(Math.log10(tick) * 1e6) / 1e6));
    const all = ticks.length <= fitting ? ticks : decades;
    const every = Math.ceil(all.length / fitting);
    context.strokeStyle = colours('--rule');
    context.fillStyle = colours('--ink-quiet');
    context.lineWidth = 1;
    context.font = this.#type.small;
    context.textBaseline = 'middle';
    context.textAlign = 'right';
    all
      .filter((_, index) => index % every === 0)
      .forEach((tick) => {
        const y = this.#height(strip, tick) + 0.5;
        context.beginPath();
        context.moveTo(area.left - 4, y);
        context.lineTo(area.right, y);
        context.stroke();
        context.fillText(axis.tick(tick, this.#view.words.numbers), area.left - 8, y);
      });
    context.textAlign = 'left';
    context.strokeStyle = colours('--ink-quiet');
    context.beginPath();
    context.moveTo(area.left + 0.5, strip.top);
    context.lineTo(area.left + 0.5, strip.bottom - 0.5);
    context.lineTo(area.right, strip.bottom - 0.5);
    context.stroke();
  }

  #labels(): Plugin<'line'> {
    return {
      id: 'heat-labels',
      afterDatasetsDraw: (chart) => {
        const labels = this.#view.lanes.map((lane, index) => {
          const pointed = this.#values?.[index];
          return pointed === undefined ? lane : { ...lane, value: pointed, brief: pointed };
        });
        drawStripLabels(chart, this.#strips(chart), labels, this.#view.colours, this.#type);
      },
    };
  }
}
