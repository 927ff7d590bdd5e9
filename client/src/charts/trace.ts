import type { Point } from './series.ts';
import type { Axes } from './axes.ts';

/** Outline of a step chart in a box of 100 × 100, y downwards: each sample is as wide as the time it spans. */
export function tracePath(points: Iterable<Point>, axes: Axes, place: (point: Point) => number): string {
  const x = (seconds: number) => round((seconds / axes.xMax) * 100);
  const y = (throughput: number) => round(100 - (throughput / axes.yMax) * 100);
  let path = '';
  let end = NaN;
  for (const point of points) {
    const [from, to, height] = [x(place(point) - point.spanSeconds), x(place(point)), y(point.throughput)];
    // A gap in a lane's time (another's turn, in a race a missing sample) is a gap in the outline.
    if (path === '') path = `M${from} 100V${height}`;
    else path += from - end > 0.5 ? `V100H${from}V${height}` : `V${height}`;
    path += `H${to}`;
    end = to;
  }
  return path === '' ? '' : `${path}V100`;
}

const round = (value: number) => Math.round(value * 100) / 100;
