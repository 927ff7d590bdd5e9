import type { ChartDataset, Plugin } from 'chart.js';
import { numbersIn, type Numbers } from '../../../shared/words/numbers.ts';
import type { LaneMark } from '../controls/lane-marks.ts';
import type { LineChart } from './chart.ts';
import type { Colours } from './colours.ts';
import { curveMarks } from './curve-marks.ts';
import type { CurveMarks } from './curve-shades.ts';
import type { LogAxis } from './log-axis.ts';
import { logScale } from './log-scale.ts';
import { Plot } from './plot.ts';
import { scaled } from './type.ts';

/** A point as the chart sees it. */
interface SearchDot {
  x: number;
  y: number;
  label: string;
  interval: readonly [number, number] | null;
  /** Judged, and not only a first look. */
  isFinal: boolean;
  role: string;
}

export interface SearchLine {
  name: string;
  mark: LaneMark;
  dots: readonly SearchDot[];
}

export interface SearchChartView {
  lines: readonly SearchLine[];
  x: LogAxis & { title: string };
  y: LogAxis & { title: string };
  bound: CurveMarks['bound'];
  knee: CurveMarks['knee'];
  colours: Colours;
  numbers: Numbers;
}

const emptyAxis = { min: 1, max: 10, ticks: [], title: '' };
const emptyView: SearchChartView = {
  lines: [],
  x: emptyAxis,
  y: emptyAxis,
  bound: null,
  knee: null,
  colours: () => 'transparent',
  numbers: numbersIn({}),
};

/** One line for each way of batching, on two logarithmic axes. */
export class SearchChart extends Plot<SearchChartView> {
  constructor(canvas: HTMLCanvasElement) {
    super(canvas, emptyView);
  }

  protected plugins(): Plugin<'line'>[] {
    return [curveMarks(() => this.#marks())];
  }

  protected arrange({ data }: LineChart) {
    const { view, type } = this;
    data.datasets = view.lines.flatMap((line) => this.#datasets(line));
    return {
      scales: {
        x: logScale(view.x, view.colours, type, view.numbers),
        y: {
          ...logScale(view.y, view.colours, type, view.numbers),
          afterFit: (axis: { width: number }) => (axis.width = Math.max(axis.width, scaled(58, type))),
        },
      },
      layout: { padding: { top: scaled(26, type), right: 16 } },
    };
  }

  /** What an axis has at a pixel of the canvas. */
  valueAt(axis: 'x' | 'y', pixel: number): number | undefined {
    return this.chart.scales[axis]?.getValueForPixel(pixel);
  }

  /** What is judged is a line; a first look stands alone beside it, and is a faint line while there is nothing else. */
  #datasets({ name, mark, dots }: SearchLine): ChartDataset<'line', { x: number; y: number }[]>[] {
    const colour = this.view.colours(mark.colour);
    const common = {
      label: name,
      borderColor: colour,
      pointBorderColor: colour,
      pointBorderWidth: 2,
      pointStyle: mark.marker,
      pointRadius: 5.5,
      clip: 12,
    };
    const placed = (isFinal: boolean) =>
      dots.filter((dot) => dot.isFinal === isFinal).map(({ x, y }) => ({ x, y }));
    const judged = placed(true);
    return [
      {
        ...common,
        data: placed(false),
        pointBackgroundColor: this.view.colours('--board'),
        showLine: judged.length === 0,
        borderWidth: 1,
        borderDash: [2, 4],
      },
      { ...common, data: judged, pointBackgroundColor: colour, borderWidth: 2.5, borderDash: [...mark.dash] },
    ];
  }

  #marks(): CurveMarks {
    const { lines, bound, knee, colours } = this.view;
    return {
      marks: lines.flatMap(({ mark, dots }) => {
        const colour = colours(mark.colour);
        return dots.map(({ x, y, label, interval, role }) => ({ x, y, label, interval, role, colour }));
      }),
      curves: lines.map(({ mark, dots }) => {
        const judged = dots.filter(({ isFinal }) => isFinal);
        return { colour: colours(mark.colour), points: judged.length > 0 ? judged : dots };
      }),
      bound,
      knee,
      ink: colours('--ink'),
      alarm: colours('--alarm'),
      ground: colours('--board'),
      font: `600 ${this.type.small}`,
    };
  }
}
