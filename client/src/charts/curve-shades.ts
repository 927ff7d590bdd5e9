import type { Chart } from 'chart.js';

interface CurveMark {
  x: number;
  y: number;
  /** Its batch size; empty where nobody chooses one. */
  label: string;
  /** Ends of the interval of y. */
  interval: readonly [number, number] | null;
  colour: string;
  /** What it is in the answer, said beside a ring. */
  role: string;
}

export interface CurveMarks {
  marks: readonly CurveMark[];
  /** The points of each line that is drawn. */
  curves: readonly { colour: string; points: readonly Pick<CurveMark, 'x' | 'y' | 'interval'>[] }[];
  /** A line across the plot; `null`: none. `grip`: it can be dragged. */
  bound: { axis: 'x' | 'y'; value: number; label: string; grip: boolean } | null;
  /** The part of the x axis where the curve bends; `null`: not known. */
  knee: { from: number; to: number } | null;
  ink: string;
  alarm: string;
  ground: string;
  font: string;
}

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
