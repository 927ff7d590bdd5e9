import type { Chart, Plugin } from 'chart.js';

export interface WarmUpShade {
  /** In units of the x axis; 0: none. */
  end: number;
  label: string;
  wash: string;
  hatch: string;
  ink: string;
  font: string;
}

/** Washes out and hatches what does not count, over the lines, and says so. */
export function warmUpShade(read: (chart: Chart) => WarmUpShade): Plugin<'line'> {
  return {
    id: 'warm-up-shade',
    afterDatasetsDraw(chart) {
      const { end, label, wash, hatch, ink, font } = read(chart);
      const scale = chart.scales['x'];
      if (end <= 0 || !scale) return;
      const { ctx: context, chartArea: area } = chart;
      const right = Math.min(scale.getPixelForValue(end), area.right);
      const width = right - area.left;
      const height = area.bottom - area.top;
      if (width <= 0) return;
      context.save();
      context.beginPath();
      context.rect(area.left, area.top, width, height);
      context.clip();
      context.globalAlpha = 0.6;
      context.fillStyle = wash;
      context.fillRect(area.left, area.top, width, height);
      context.globalAlpha = 1;
      context.strokeStyle = hatch;
      context.lineWidth = 1;
      context.beginPath();
      for (let x = area.left - height; x < right; x += 9) {
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
      context.font = font;
      context.textBaseline = 'bottom';
      context.fillStyle = ink;
      // Above the plot, where it hides no line.
      context.fillText(label, area.left, area.top - 6);
      context.restore();
    },
  };
}
