import type { Plugin } from 'chart.js';
import type { ChartFrame } from './chart-frame.ts';
import type { DrawnChart } from './plot.ts';

/** Washes out and hatches what does not count, over the lines, and says so. */
export function warmUpShade(
  plot: DrawnChart<ChartFrame>,
  label = ({ words }: ChartFrame) => words.warmUp,
): Plugin<'line'> {
  return {
    id: 'warm-up-shade',
    afterDatasetsDraw(chart) {
      const { axes, colours } = plot.view;
      const ink = colours('--ink-quiet');
      const scale = chart.scales['x'];
      if (!scale) return;
      const { ctx: context, chartArea: area } = chart;
      const height = area.bottom - area.top;
      for (const [from, to] of [[0, axes.warmUpEnd] as const, ...(axes.uncounted ?? [])]) {
        const left = Math.max(scale.getPixelForValue(from), area.left);
        const right = Math.min(scale.getPixelForValue(to), area.right);
        if (right <= left) continue;
        context.save();
        context.beginPath();
        context.rect(left, area.top, right - left, height);
        context.clip();
        context.globalAlpha = 0.6;
        context.fillStyle = colours('--board');
        context.fillRect(left, area.top, right - left, height);
        context.globalAlpha = 1;
        context.strokeStyle = colours('--rule');
        context.lineWidth = 1;
        context.beginPath();
        for (let x = left - height; x < right; x += 9) {
          context.moveTo(x, area.bottom);
          context.lineTo(x + height, area.top);
        }
        context.stroke();
        context.restore();
        context.save();
        context.strokeStyle = ink;
        context.lineWidth = 1;
        context.beginPath();
        context.moveTo(right, area.top);
        context.lineTo(right, area.bottom);
        context.stroke();
        context.font = plot.type.small;
        context.textBaseline = 'bottom';
        context.fillStyle = ink;
        // Above the plot, where it hides no line.
        if (from === 0) context.fillText(label(plot.view), area.left, area.top - 6);
        context.restore();
      }
    },
  };
}
