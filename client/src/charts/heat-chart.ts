import type { Chart as AnyChart, Plugin } from 'chart.js';
import { spreadBoundMs } from '../../../shared/statistics/latency-spread.ts';
import type { LaneMark } from '../controls/lane-marks.ts';
import { changeMarks } from './change-marks.ts';
import type { LineChart } from './chart.ts';
import { emptyFrame, emptyScale, timeScale, type ChartFrame } from './chart-frame.ts';
import { crosshairLine } from './crosshair-line.ts';
import { heatColumns, heatOf, type HeatColumn } from './heat-columns.ts';
import { Plot } from './plot.ts';
import type { Series } from './series.ts';
import { drawStripLabels } from './strip-labels.ts';
import { stripsOf, type Strip } from './strips.ts';
import { scaled } from './type.ts';
import { ticksOf, type ValueAxis } from './value-axis.ts';
import { warmUpShade } from './warm-up-shade.ts';

interface HeatLane {
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

const emptyView: HeatView = {
  ...emptyFrame,
  lanes: [],
  axis: { type: 'logarithmic', min: 0.1, max: 10, tick: String, exact: String },
};

/** A strip for each lane: time from left to right, latency upwards, the stronger the colour the more commands. */
export class HeatChart extends Plot<HeatView> {
  #columns: HeatColumn[][] = [];

  constructor(canvas: HTMLCanvasElement) {
    super(canvas, emptyView);
  }

  protected plugins(): Plugin<'line'>[] {
    return [
      this.#cells(),
      // Below the line in which they stand are the names of lanes: changes have it for themselves.
      warmUpShade(this, ({ marks, words }) => (marks.length > 0 ? '' : words.warmUp)),
      changeMarks(this, () => ''),
      this.#labels(),
      crosshairLine(this),
    ];
  }

  protected arrange({ width }: LineChart) {
    const { view, type } = this;
    const most = Math.max(40, Math.floor(width / leastWidth));
    this.#columns = view.lanes.map(({ series }) => (series ? heatColumns(series, view.place, most) : []));
    return {
      scales: { x: timeScale(view, type), y: emptyScale(type) },
      layout: { padding: { top: scaled(24, type), right: 12 } },
    };
  }

  #strips({ chartArea }: AnyChart): Strip[] {
    return stripsOf(chartArea, this.view.lanes.length, scaled(20, this.type));
  }

  #cells(): Plugin<'line'> {
    return {
      id: 'heat-cells',
      beforeDatasetsDraw: (chart) => {
        const { lanes, colours } = this.view;
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
    const { min, max } = this.view.axis;
    const share = Math.log(Math.min(max, Math.max(min, ms)) / min) / Math.log(max / min);
    return Math.round(bottom - share * (bottom - top));
  }

  #axis({ ctx: context, chartArea: area }: AnyChart, strip: Strip): void {
    const { axis, colours } = this.view;
    // However low it is, two figures say how far it reaches.
    const fitting = Math.max(2, Math.floor((strip.bottom - strip.top) / (1.2 * this.type.size)));
    const ticks = ticksOf(axis) ?? [];
    const decades = ticks.filter((tick) => Number.isInteger(Math.round(Math.log10(tick) * 1e6) / 1e6));
    const all = ticks.length <= fitting ? ticks : decades;
    const every = Math.ceil(all.length / fitting);
    context.strokeStyle = colours('--rule');
    context.fillStyle = colours('--ink-quiet');
    context.lineWidth = 1;
    context.font = this.type.small;
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
        context.fillText(axis.tick(tick, this.view.words.numbers), area.left - 8, y);
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
        const { lanes, colours } = this.view;
        drawStripLabels(chart, this.#strips(chart), this.labelled(lanes), colours, this.type);
      },
    };
  }
}
