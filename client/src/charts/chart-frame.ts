import type { ChartOptions } from 'chart.js';
import { numbersIn, type Numbers } from '../../../shared/words/numbers.ts';
import type { Axes } from './axes.ts';
import type { Colours } from './colours.ts';
import { laneSeconds, type Place } from './series.ts';
import { scaled, type ChartType } from './type.ts';

/** What is drawn on a canvas, as the panel around it sees it. */
export interface Drawing {
  /** Shows this moment, seconds of the time axis, and what each lane had at it; `null`: none. */
  pointAt(seconds: number | null, values: readonly string[] | null): void;
  /** The moment at this place of the canvas, px; `null`: there is none. */
  momentAt(x: number, y: number): number | null;
  destroy(): void;
}

interface ChartWords {
  /** Empty: the caption says it. */
  x: string;
  warmUp: string;
  numbers: Numbers;
}

/** What all charts of a run have in common. */
export interface ChartFrame {
  axes: Axes;
  /** The time of a sample that is its x. */
  place: Place;
  /** Where settings were changed, in seconds of the x axis. */
  marks: readonly { from: number; to: number; label: string }[];
  colours: Colours;
  words: ChartWords;
}

export const emptyFrame: ChartFrame = {
  axes: { xMax: 1, warmUpEnd: 0 },
  place: laneSeconds,
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
    min: axes.xMin ?? 0,
    max: axes.xMax,
    title: { display: words.x !== '', text: words.x, color: quiet, font },
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
