/** Rounded to a thousandth: times in ms to a µs. */
export const thousandths = (value: number): number => Math.round(value * 1000) / 1000;
