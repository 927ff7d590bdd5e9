/** In rising order, as `quantileOf` wants them. */
export const ranked = (values: readonly number[]): number[] => values.toSorted((a, b) => a - b);

/** The value that this share of them does not exceed (nearest rank). */
export const quantileOf = (rising: readonly number[], share: number): number =>
  rising[Math.max(0, Math.ceil(share * rising.length) - 1)] ?? NaN;
