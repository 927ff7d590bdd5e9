/** An interval of ratios whose ends are further apart than this says more than the figure in its middle. */
const tooWide = 2;

/** Whether the interval is to be quoted in place of the ratio. */
export const isWide = (ci95: readonly [number, number] | null): ci95 is readonly [number, number] =>
  ci95 !== null && ci95[1] > tooWide * ci95[0];
