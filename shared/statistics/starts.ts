import { mean } from './statistics.ts';

/**
 * One value for each start of the lanes, from values in order and how many of them each start has. JIT and memory come
 * to lie otherwise at each start, so that values of one start are alike: only starts are independent. With one start,
 * the values themselves.
 */
export function valuesByStart(
  values: readonly number[],
  starts: readonly number[] | undefined,
  middle: (ofStart: readonly number[]) => number = mean,
): readonly number[] {
  if (starts === undefined || starts.length < 2) return values;
  let from = 0;
  return starts.flatMap((count) => {
    const ofStart = values.slice(from, (from += count));
    return ofStart.length > 0 ? [middle(ofStart)] : [];
  });
}
