import { largest, smallest } from '../statistics/extremes.ts';

/** The least and the most of some figures, as one where both read the same: `30 % – 62 %`. */
export function writtenRange(values: readonly number[], write: (value: number) => string): string {
  const [least, most] = [write(smallest(values)), write(largest(values))];
  return least === most ? least : `${least} – ${most}`;
}
