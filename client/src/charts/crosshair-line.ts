import type { Chart, Plugin } from 'chart.js';

export interface CrosshairLine {
  /** In units of the x axis; `null`: nobody points. */
  at: number | null;
  label: string;
  ink: string;
  ground: string;
  font: string;
}

/** A line through the moment that the reader points at, its time below the plot where it hides no line. */
export function crosshairLine(read: (chart: Chart) => CrosshairLine): Plugin<'line'> {
  return {
    id: 'crosshair-line',
    afterDraw(chart) {
      const { at, label, ink, ground, font } = read(chart);
      const scale = chart.scales['x'];
      if (at === null || !scale) return;
      const { ctx: context, chartArea: area } = chart;
      const x = Math.min(Math.max(scale.getPixelForValue(at), area.left), area.right);
      context.save();
      context.strokeStyle = ink;
      context.lineWidth = 1;
      context.beginPath();
      context.moveTo(x, area.top);
      context.lineTo(x, area.bottom + 4);
      context.stroke();
      context.font = font;
      context.textBaseline = 'top';
      context.textAlign = 'center';
      const half = context.measureText(label).width / 2 + 3;
      const middle = Math.min(Math.max(x, area.left + half), area.right - half);
      context.fillStyle = ground;
      context.fillRect(middle - half, area.bottom + 5, 2 * half, 18);
      context.fillStyle = ink;
      context.fillText(label, middle, area.bottom + 7);
      context.restore();
    },
  };
}
