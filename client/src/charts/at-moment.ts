import type { Point, Series } from './series.ts';

/** The point of a lane that was measured nearest to a moment, where its times stand in order; `null`: there is none. */
export function pointAt(series: Series, place: (point: Point) => number, seconds: number): Point | null {
  const after = series.firstWhere((point) => place(point) >= seconds);
  if (!after) return series.last ?? null;
  const begins = place(after) - after.spanSeconds;
  if (seconds >= begins) return after;
  let before: Point | null = null;
  for (const point of series) {
    if (point === after) break;
    before = point;
  }
  return before && seconds - place(before) < begins - seconds ? before : after;
}

/** The moments at which something was measured in any of these, each once, in order. */
export function momentsOf(all: readonly Series[], place: (point: Point) => number): number[] {
  const moments = new Set(all.flatMap((series) => [...series].map(place)));
  return [...moments].toSorted((one, other) => one - other);
}
