import type { Chart, Plugin } from 'chart.js';
import { largest } from '../../../shared/statistics/extremes.ts';

interface EndName {
  text: string;
  colour: string;
}

export interface EndNames {
  /** Names of the lines, in their order; empty: the names stand elsewhere. */
  names: readonly EndName[];
  font: string;
  /** px. */
  lineHeight: number;
}

/** Distance from the end of a line to its name, px. */
const gap = 11;

/** Writes the name of each line beside its end. */
export function endNames(read: (chart: Chart) => EndNames): Plugin<'line'> {
  return {
    id: 'end-names',
    afterDatasetsDraw(chart) {
      const { names, font, lineHeight } = read(chart);
      if (names.length === 0) return;
      const { ctx: context, chartArea: area } = chart;
      const ends = names.flatMap((name, index) => {
        const end = chart.getDatasetMeta(index).data.at(-1);
        return end ? [{ ...name, x: end.x, y: end.y }] : [];
      });
      const places = apart(
        ends.map(({ y }) => y),
        lineHeight,
        area,
      );
      // One below the other, beside the line that has come furthest.
      const x = largest(ends.map((end) => end.x)) + gap;
      context.save();
      context.font = font;
      context.textBaseline = 'middle';
      ends.forEach(({ text, colour }, index) => {
        context.fillStyle = colour;
        context.fillText(text, x, places[index] ?? 0);
      });
      context.restore();
    },
  };
}

/** Room for the names at the right of a plot, px; at most a third of the canvas. */
export function roomForNames(context: CanvasRenderingContext2D, { names, font }: EndNames): number {
  context.save();
  context.font = font;
  const widest = largest(
    names.map(({ text }) => context.measureText(text).width),
    0,
  );
  context.restore();
  return widest === 0 ? 0 : Math.min(widest + gap + 4, context.canvas.clientWidth / 3);
}

/** Heights as near to those that are wanted as lines of text can stand below one another, within an area. */
export function apart(
  wanted: readonly number[],
  lineHeight: number,
  { top, bottom }: { top: number; bottom: number },
): number[] {
  const order = wanted.map((_, index) => index).sort((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0));
  const placed: number[] = [];
  let next = top + lineHeight / 2;
  for (const index of order) {
    const y = Math.max(wanted[index] ?? 0, next);
    placed[index] = y;
    next = y + lineHeight;
  }
  let most = bottom - lineHeight / 2;
  for (const index of order.toReversed()) {
    placed[index] = Math.min(placed[index] ?? 0, most);
    most = (placed[index] ?? 0) - lineHeight;
  }
  return placed;
}
