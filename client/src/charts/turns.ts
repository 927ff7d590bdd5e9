import type { Point } from './series.ts';

/** The blocks of time in which a lane was sending, as a path in a box 100 wide and 10 high. */
export function turnPath(points: Iterable<Point>, spanSeconds: number, warmup: boolean): string {
  let path = '';
  let [from, to] = [NaN, NaN];
  const close = () => (Number.isNaN(from) ? '' : `M${round(from)} 2H${round(to)}V9H${round(from)}z`);
  for (const point of points) {
    if (point.warmup !== warmup) continue;
    const end = (point.atSeconds / spanSeconds) * 100;
    const start = end - (point.spanSeconds / spanSeconds) * 100;
    // Samples that follow at once are one block.
    if (!(start - to < 0.05)) {
      path += close();
      from = start;
    }
    to = end;
  }
  return path + close();
}

const round = (value: number) => Math.round(value * 100) / 100;
