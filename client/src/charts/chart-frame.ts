import type { ChartOptions } from 'chart.js';
import { numbersIn, type Numbers } from '../../../shared/words/numbers.ts';
import type { Axes } from './axes.ts';
import type { ChangeMarks } from './change-marks.ts';
import type { Colours } from './colours.ts';
import type { CrosshairLine } from './crosshair-line.ts';
import type { Point } from './series.ts';
import { scaled, type ChartType } from './type.ts';
import type { WarmUpShade } from './warm-up-shade.ts';

/** What is drawn on a canvas, as the panel around it sees it. */
export interface Drawing {
  /** Shows this moment, seconds of the time axis, and what each lane had at it; `null`: none. */
  pointAt(seconds: number | null, values: readonly string[] | null): void;
  /** The moment at this place of the canvas, px; `null`: there is none. */
  momentAt(x: number, y: number): number | null;
  destroy(): void;
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

export const emptyFrame: ChartFrame = {
  axes: { xMax: 1, warmUpEnd: 0 },
  place: (point) => point.laneSeconds,
  marks: [],
  colours: () => 'transparent',
  words: { x: '', warmUp: '', numbers: numbersIn({}) },
};

type ChartScales = NonNullable<ChartOptions<'line'>['scales']>;

/** The time axis: as long in every chart of a run. */
export function timeScale({ axes, words, colours }: ChartFrame, type: ChartType): ChartScales[string] {
  const quiet = colours('--ink-quiet');
  const font = { family: type.family, size: type.size };
  return {
    grid: { color: colours('--rule') },
    border: { color: quiet },
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
  };
}

/** What is left of a plot: as wide in each chart, so that plots stand below one another and none jumps. */
export const marginLeft = (type: ChartType): number => scaled(58, type);

/** A y axis of nothing but that margin: the rows of the plot have axes of their own. */
export const emptyScale = (type: ChartType): ChartScales[string] => ({
  type: 'linear',
  min: 0,
  max: 1,
  grid: { display: false },
  border: { display: false },
  ticks: { display: false },
  afterFit: (scale) => (scale.width = marginLeft(type)),
});

/** The moment at so many pixels from the left edge of the canvas; `null`: beside the plot. */
export function momentOn(
  chart: {
    chartArea: { left: number; right: number };
    scales: Record<string, { getValueForPixel(pixel: number): number | undefined }>;
  },
  pixels: number,
): number | null {
  const { chartArea: area, scales } = chart;
  if (pixels < area.left - 4 || pixels > area.right + 4) return null;
  return scales['x']?.getValueForPixel(Math.min(Math.max(pixels, area.left), area.right)) ?? null;
}

/** Of each chart its own: Chart.js keeps the scales in it. */
export const plainOptions = (): ChartOptions<'line'> => ({
  animation: false,
  parsing: false,
  normalized: true,
  responsive: true,
  maintainAspectRatio: false,
  // The crosshair of all charts stands for a tooltip.
  events: [],
  plugins: { tooltip: { enabled: false } },
});

export const shadeOf = ({ axes, colours, words }: ChartFrame, type: ChartType): WarmUpShade => ({
  end: axes.warmUpEnd,
  label: words.warmUp,
  wash: colours('--board'),
  hatch: colours('--rule'),
  ink: colours('--ink-quiet'),
  font: type.small,
});

export const changesOf = ({ axes, marks, colours, words }: ChartFrame, type: ChartType): ChangeMarks => ({
  marks,
  beside: axes.warmUpEnd > 0 ? words.warmUp : '',
  ink: colours('--ink'),
  ground: colours('--board'),
  font: type.small,
  lineHeight: scaled(17, type),
});

export const crosshairOf = (
  { colours, words }: ChartFrame,
  moment: number | null,
  type: ChartType,
): CrosshairLine => ({
  at: moment,
  label: words.numbers.seconds(moment ?? 0),
  ink: colours('--ink'),
  ground: colours('--board'),
  font: type.small,
});
