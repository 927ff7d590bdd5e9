import type { Chart as AnyChart, Plugin } from 'chart.js';
import { drawPoint } from 'chart.js/helpers';
import { numbersIn, type Numbers } from '../../../shared/words/numbers.ts';
import { emptyScale } from './chart-frame.ts';
import type { Colours } from './colours.ts';
import type { DensityPoint } from './density.ts';
import type { LogAxis } from './log-axis.ts';
import { logScale } from './log-scale.ts';
import { Plot } from './plot.ts';
import { dotAt, type RidgeDot } from './ridge-dots.ts';
import { drawStripLabels, type StripLabel } from './strip-labels.ts';
import { stripsOf, type Strip } from './strips.ts';
import { scaled } from './type.ts';

/** What a lane did between two changes of the settings. */
export interface RidgeRow extends StripLabel {
  dots: readonly RidgeDot[];
  density: readonly DensityPoint[];
  median: number;
  /** Settings were changed since: it stands back. */
  isEarlier: boolean;
  /** The row above is of the same lane, before a change. */
  follows: boolean;
}

export interface RidgeView {
  rows: readonly RidgeRow[];
  x: LogAxis & { title: string };
  colours: Colours;
  numbers: Numbers;
}

/** How near one has to point at a mark, px. */
const nearness = 28;
/** Of more, marks are small. */
const manyDots = 80;
/** Below a ridge, for its marks, px. */
const rug = 12;

const emptyView: RidgeView = {
  rows: [],
  x: { min: 1, max: 10, ticks: [], title: '' },
  colours: () => 'transparent',
  numbers: numbersIn({}),
};

/** A row for each lane: where the throughput of its slices clusters, each slice a mark, the median a line. */
export class RidgeChart extends Plot<RidgeView> {
  constructor(canvas: HTMLCanvasElement) {
    super(canvas, emptyView);
  }

  protected plugins(): Plugin<'line'>[] {
    return [this.#ridges()];
  }

  protected arrange() {
    const { view, type } = this;
    return {
      scales: { x: logScale(view.x, view.colours, type, view.numbers), y: emptyScale(type) },
      layout: { padding: { right: 12 } },
    };
  }

  /** The moment of the slice whose mark is near. */
  override momentAt(x: number, y: number): number | null {
    const scale = this.chart.scales['x'];
    const row = this.#strips(this.chart).findIndex(({ text, bottom }) => y >= text && y < bottom);
    const near = (this.view.rows[row]?.dots ?? [])
      .map(({ rate, span }) => ({
        at: span?.[1] ?? null,
        away: Math.abs((scale?.getPixelForValue(rate) ?? Infinity) - x),
      }))
      .filter(({ away }) => away <= nearness)
      .toSorted((a, b) => a.away - b.away);
    return near[0]?.at ?? null;
  }

  #strips({ chartArea }: AnyChart): Strip[] {
    return stripsOf(chartArea, this.view.rows.length, scaled(20, this.type));
  }

  #ridges(): Plugin<'line'> {
    return {
      id: 'ridges',
      beforeDatasetsDraw: (chart) => {
        const { rows, colours } = this.view;
        const strips = this.#strips(chart);
        const { ctx: context, chartArea: area } = chart;
        context.save();
        context.beginPath();
        context.rect(area.left, area.top, area.right - area.left, area.bottom - area.top);
        context.clip();
        rows.forEach((row, index) => {
          const strip = strips[index];
          if (!strip) return;
          this.#ridge(chart, row, strip);
          this.#dots(chart, row, strip, dotAt(row.dots, this.moment, !row.isEarlier));
        });
        rows.forEach((row, index) => {
          const [from, to] = [strips[index - 1], strips[index]];
          const before = rows[index - 1];
          if (row.follows && before && from && to) this.#change(chart, before, from, row, to);
        });
        context.restore();
        drawStripLabels(chart, strips, this.labelled(rows), colours, this.type);
      },
    };
  }

  #x(chart: AnyChart, rate: number): number {
    return chart.scales['x']?.getPixelForValue(rate) ?? 0;
  }

  #ridge(chart: AnyChart, { density, mark, median, isEarlier }: RidgeRow, strip: Strip): void {
    const { ctx: context, chartArea: area } = chart;
    const { colours } = this.view;
    const base = Math.round(strip.bottom - rug) + 0.5;
    const height = base - strip.top - 2;
    context.lineWidth = 1;
    context.strokeStyle = colours('--rule-strong');
    context.beginPath();
    context.moveTo(area.left, base);
    context.lineTo(area.right, base);
    context.stroke();
    const [first, last] = [density[0], density.at(-1)];
    if (first && last) {
      context.beginPath();
      context.moveTo(this.#x(chart, first.value), base);
      for (const { value, height: share } of density)
        context.lineTo(this.#x(chart, value), base - share * height);
      context.lineTo(this.#x(chart, last.value), base);
      context.fillStyle = context.strokeStyle = colours(mark.colour);
      context.globalAlpha = isEarlier ? 0.12 : 0.4;
      context.fill();
      context.globalAlpha = 1;
      context.lineWidth = 2;
      context.setLineDash(isEarlier ? [4, 4] : []);
      context.stroke();
      context.setLineDash([]);
    }
    const x = Math.round(this.#x(chart, median));
    context.lineWidth = isEarlier ? 2 : 3;
    context.strokeStyle = colours('--ink');
    context.beginPath();
    context.moveTo(x, base);
    context.lineTo(x, base - height);
    context.stroke();
  }

  #dots(chart: AnyChart, { dots, mark }: RidgeRow, strip: Strip, marked: RidgeDot | null): void {
    const { ctx: context } = chart;
    const y = strip.bottom - rug / 2;
    const options = { pointStyle: mark.marker, borderWidth: 0, rotation: 0 };
    context.fillStyle = this.view.colours(mark.colour);
    context.globalAlpha = 0.65;
    for (const { rate } of dots)
      drawPoint(context, { ...options, radius: dots.length > manyDots ? 2 : 3.5 }, this.#x(chart, rate), y);
    context.globalAlpha = 1;
    if (!marked) return;
    context.strokeStyle = this.view.colours('--ink');
    context.lineWidth = 2;
    drawPoint(context, { ...options, borderWidth: 2, radius: 6 }, this.#x(chart, marked.rate), y);
  }

  /** From the median before a change to that after it. */
  #change(chart: AnyChart, before: RidgeRow, from: Strip, after: RidgeRow, to: Strip): void {
    const { ctx: context } = chart;
    const start = { x: this.#x(chart, before.median), y: from.bottom - rug };
    const end = { x: this.#x(chart, after.median), y: to.top + 2 };
    const angle = Math.atan2(end.y - start.y, end.x - start.x);
    context.strokeStyle = context.fillStyle = this.view.colours('--ink');
    context.lineWidth = 1.5;
    context.beginPath();
    context.moveTo(start.x, start.y);
    context.lineTo(end.x, end.y);
    context.stroke();
    context.beginPath();
    context.moveTo(end.x, end.y);
    for (const side of [-0.4, 0.4])
      context.lineTo(end.x - 9 * Math.cos(angle + side), end.y - 9 * Math.sin(angle + side));
    context.fill();
  }
}
