import type { Plugin } from 'chart.js';
import type { ChartFrame } from './chart-frame.ts';
import type { DrawnChart } from './plot.ts';
import { scaled } from './type.ts';

/**
 * Vertical lines where settings changed; a wash up to where the last lane has followed. `beside`: what stands at the
 * left above the plot already.
 */
export function changeMarks(
  plot: DrawnChart<ChartFrame>,
  beside = ({ axes, words }: ChartFrame) => (axes.warmUpEnd > 0 ? words.warmUp : ''),
): Plugin<'line'> {
  return {
    id: 'change-marks',
    afterDatasetsDraw(chart) {
      const { marks, colours } = plot.view;
      const ink = colours('--ink');
      const lineHeight = scaled(17, plot.type);
      const scale = chart.scales['x'];
      if (marks.length === 0 || !scale) return;
      const { ctx: context, chartArea: area } = chart;
      const x = (seconds: number) => Math.round(scale.getPixelForValue(seconds)) + 0.5;
      context.save();
      context.font = plot.type.small;
      context.lineWidth = 1.5;
      context.strokeStyle = ink;
      context.fillStyle = ink;
      for (const { from, to } of marks) {
        context.globalAlpha = 0.12;
        context.fillRect(x(from), area.top, x(to) - x(from), area.bottom - area.top);
        context.globalAlpha = 1;
        context.beginPath();
        context.moveTo(x(from), area.top - 4);
        context.lineTo(x(from), area.bottom);
        context.stroke();
      }
      context.textBaseline = 'bottom';
      const text = beside(plot.view);
      const taken = text === '' ? -Infinity : area.left + context.measureText(text).width;
      const labels = marks.map(({ from, label }) => ({
        text: label,
        x: x(from) + 4,
        width: context.measureText(label).width,
      }));
      for (const { text, x, row } of placeLabels(labels, { left: area.left, right: area.right, taken })) {
        const bottom = row === 0 ? area.top - 6 : area.top + 2 + row * lineHeight;
        if (row > 0) {
          context.globalAlpha = 0.85;
          context.fillStyle = colours('--board');
          context.fillRect(x - 2, bottom - lineHeight, context.measureText(text).width + 4, lineHeight);
          context.globalAlpha = 1;
          context.fillStyle = ink;
        }
        context.fillText(text, x, bottom);
      }
      context.restore();
    },
  };
}

interface PlacedLabel {
  text: string;
  x: number;
  /** From the top: 0 is above the plot, the others are in it. */
  row: number;
}

/** How many labels may stand over one another. */
const rows = 3;
/** Pixels between two of them. */
const gap = 4;

/**
 * Puts labels beside their places, from left to right, each in the first row where it runs into no other. One that
 * would reach beyond `right` ends there; one that fits nowhere is left out. `taken`: up to where row 0 is in use.
 */
export function placeLabels(
  labels: readonly { text: string; x: number; width: number }[],
  { left, right, taken }: { left: number; right: number; taken: number },
): PlacedLabel[] {
  const ends = Array.from({ length: rows }, (_, row) => (row === 0 ? taken : -Infinity));
  return labels.flatMap(({ text, x, width }) => {
    const from = Math.max(left, Math.min(x, right - width));
    const row = ends.findIndex((end) => from >= end + gap);
    if (row < 0) return [];
    ends[row] = from + width;
    return [{ text, x: from, row }];
  });
}
