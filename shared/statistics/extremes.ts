/**
 * The largest of the values, or `otherwise` where that is larger or there are none. Unlike `Math.max(...values)` it
 * takes lists of any length: a call has only so many arguments.
 */
export function largest(values: Iterable<number>, otherwise = -Infinity): number {
  let most = otherwise;
  for (const value of values) most = Math.max(most, value);
  return most;
}

/** The smallest of the values, or `otherwise` where that is smaller or there are none. */
export function smallest(values: Iterable<number>, otherwise = Infinity): number {
  let least = otherwise;
  for (const value of values) least = Math.min(least, value);
  return least;
}
