import type { ChartOptions, Plugin } from 'chart.js';
import type { Colours } from './colours.ts';
import { Chart, type LineChart } from './chart.ts';
import { momentOn, plainOptions, type Drawing } from './chart-frame.ts';
import { typeOf, type ChartType } from './type.ts';

/** The parts of a plot that plugins read when they draw. */
export interface DrawnChart<View> {
  readonly view: View;
  readonly type: ChartType;
  /** The moment that is pointed at, seconds of the time axis; `null`: none. */
  readonly moment: number | null;
}

/** One canvas with a chart on it, which is made at the first drawing. */
export abstract class Plot<View extends { colours: Colours }> implements Drawing, DrawnChart<View> {
  readonly #canvas: HTMLCanvasElement;
  #chart: LineChart | undefined;
  #values: readonly string[] | null = null;
  view: View;
  type: ChartType;
  moment: number | null = null;

  /** `view`: the data before the first drawing. */
  constructor(canvas: HTMLCanvasElement, view: View) {
    this.#canvas = canvas;
    this.view = view;
    this.type = typeOf(canvas);
  }

  protected abstract plugins(): Plugin<'line'>[];

  /** Data sets, scales and margins of the view. */
  protected abstract arrange(chart: LineChart): Pick<ChartOptions<'line'>, 'scales' | 'layout'>;

  protected get chart(): LineChart {
    return (this.#chart ??= new Chart(this.#canvas, {
      type: 'line',
      data: { datasets: [] },
      options: plainOptions(),
      plugins: this.plugins(),
    }));
  }

  draw(view: View): void {
    this.view = view;
    this.type = typeOf(this.#canvas);
    Object.assign(this.chart.options, this.arrange(this.chart));
    this.chart.update('none');
  }

  pointAt(seconds: number | null, values: readonly string[] | null): void {
    if (seconds === this.moment && values === this.#values) return;
    this.moment = seconds;
    this.#values = values;
    this.chart.draw();
  }

  momentAt(x: number, _y: number): number | null {
    return momentOn(this.chart, x);
  }

  destroy(): void {
    this.#chart?.destroy();
  }

  /** Labels of the rows, with what each lane had at the moment that is pointed at. */
  protected labelled<Label extends { value: string; brief: string }>(rows: readonly Label[]): Label[] {
    return rows.map((row, index) => {
      const pointed = this.#values?.[index];
      return pointed === undefined ? row : { ...row, value: pointed, brief: pointed };
    });
  }
}
