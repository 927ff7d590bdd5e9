/** The next of 1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8 × 10ⁿ at or above `value`: an axis that changes seldom. */
export function roundUp(value: number): number {
  if (!(value > 0) || !Number.isFinite(value)) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const step = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8].find((step) => step * power >= value * (1 - 1e-9));
  return (step ?? 10) * power;
}

export interface Axes {
  /** Seconds; absent: 0. */
  xMin?: number;
  xMax: number;
  /** Where counting begins, in seconds; 0: no warm-up. */
  warmUpEnd: number;
  /** Spans of turns after a change that do not count, from and to, in seconds. */
  uncounted?: readonly (readonly [number, number])[];
}
