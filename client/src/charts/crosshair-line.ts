import type { Plugin } from 'chart.js';
import type { ChartFrame } from './chart-frame.ts';
import type { DrawnChart } from './plot.ts';

/** A line through the moment that the reader points at, its time below the plot where it hides no line. */
export function crosshairLine(plot: DrawnChart<ChartFrame>): Plugin<'line'> {
  return {
    id: 'crosshair-line',
    afterDraw(chart) {
      const { moment: at, view, type } = plot;
      const scale = chart.scales['x'];
      if (at === null || !scale) return;
      const { ctx: context, chartArea: area } = chart;
      const label = view.words.numbers.seconds(at);
      const ink = view.colours('--ink');
      const x = Math.min(Math.max(scale.getPixelForValue(at), area.left), area.right);
      context.save();
      context.strokeStyle = ink;
      context.lineWidth = 1;
      context.beginPath();
      context.moveTo(x, area.top);
      context.lineTo(x, area.bottom + 4);
      context.stroke();
      context.font = type.small;
      context.textBaseline = 'top';
      context.textAlign = 'center';
      const half = context.measureText(label).width / 2 + 3;
      const middle = Math.min(Math.max(x, area.left + half), area.right - half);
      context.fillStyle = view.colours('--board');
      context.fillRect(middle - half, area.bottom + 5, 2 * half, 18);
      context.fillStyle = ink;
      context.fillText(label, middle, area.bottom + 7);
      context.restore();
    },
  };
}
