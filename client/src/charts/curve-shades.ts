import type { Chart } from 'chart.js';
import type { CurveMarks } from './curve-marks.ts';

/** Between the ends of the intervals of neighbours. */
export function fillBands({ ctx: context, scales }: Chart, { curves }: CurveMarks): void {
  const [x, y] = [scales['x'], scales['y']];
  if (!x || !y) return;
  context.save();
  context.globalAlpha = 0.18;
  for (const { colour, points } of curves) {
    const ends = points.flatMap(({ x: at, interval }) => (interval ? [{ at, interval }] : []));
    context.fillStyle = colour;
    context.beginPath();
    for (const { at, interval } of ends)
      context.lineTo(x.getPixelForValue(at), y.getPixelForValue(interval[1]));
    for (const { at, interval } of ends.toReversed())
      context.lineTo(x.getPixelForValue(at), y.getPixelForValue(Math.max(interval[0], y.min)));
    context.fill();
  }
  context.restore();
}

/** Room around the knee, in pixels: where one point is it, it still is to be seen. */
const aroundKnee = 9;

export function shadeKnee({ ctx: context, scales, chartArea: area }: Chart, { knee, ink }: CurveMarks): void {
  const x = scales['x'];
  if (!knee || !x) return;
  const left = Math.max(area.left, x.getPixelForValue(knee.from) - aroundKnee);
  const right = Math.min(area.right, x.getPixelForValue(knee.to) + aroundKnee);
  context.save();
  context.globalAlpha = 0.1;
  context.fillStyle = ink;
  context.fillRect(left, area.top, right - left, area.bottom - area.top);
  context.restore();
}
