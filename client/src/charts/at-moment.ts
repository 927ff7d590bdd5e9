import type { LiveSample } from '../../../shared/contract/live.ts';
import { spanSeconds, type Place, type Series } from './series.ts';

/** The sample of a lane that was measured nearest to a moment, where its times stand in order; `null`: there is none. */
export function sampleAt(series: Series, place: Place, seconds: number): LiveSample | null {
  const after = series.firstWhere((sample) => place(sample) >= seconds);
  if (!after) return series.last ?? null;
  const begins = place(after) - spanSeconds(after);
  if (seconds >= begins) return after;
  let before: LiveSample | null = null;
  for (const sample of series) {
    if (sample === after) break;
    before = sample;
  }
  return before && seconds - place(before) < begins - seconds ? before : after;
}

/** The moments at which something was measured in any of these, each once, in order. */
export function momentsOf(all: readonly Series[], place: Place): number[] {
  const moments = new Set(all.flatMap((series) => [...series].map(place)));
  return [...moments].toSorted((one, other) => one - other);
}
