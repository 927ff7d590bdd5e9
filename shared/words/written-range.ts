/** The least and the most of some figures, as one where both read the same: `30 % – 62 %`. */
export function writtenRange(values: readonly number[], write: (value: number) => string): string {
  const [least, most] = [write(Math.min(...values)), write(Math.max(...values))];
  return least === most ? least : `${least} – ${most}`;
}
