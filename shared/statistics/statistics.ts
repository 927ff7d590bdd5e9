/** Middle value, or the mean of the two middle ones. NaN for no values. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? NaN) + upper) / 2;
}

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Sample standard deviation (n − 1); 0 for a single value. */
export function standardDeviation(values: readonly number[]): number {
  if (values.length < 2) return 0;
  const middle = mean(values);
  return Math.sqrt(values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1));
}

/** A generator of numbers in [0, 1) that gives the same sequence for the same seed (mulberry32). */
export const randomFrom = (seed: number): (() => number) => reseedable(seed).next;

/** The same, which can begin again with another seed. */
export function reseedable(seed: number): { next: () => number; begin: (seed: number) => void } {
  // Kept signed: a number above 2³¹ would be put on the heap anew at each call.
  let state = seed | 0;
  return {
    next: () => {
      state = (state + 0x6d2b79f5) | 0;
      let mixed = Math.imul(state ^ (state >>> 15), state | 1);
      mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
      return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
    },
    begin: (seed) => {
      state = seed | 0;
    },
  };
}

/** Probability of at least `least` successes in `count` trials. */
export function binomialTail(count: number, probability: number, least: number): number {
  const odds = Math.log(probability / (1 - probability));
  let log = count * Math.log1p(-probability);
  let sum = least === 0 ? Math.exp(log) : 0;
  for (let successes = 1; successes <= count; successes++) {
    log += Math.log((count - successes + 1) / successes) + odds;
    if (successes >= least) sum += Math.exp(log);
  }
  return sum;
}

/** Values in their order, at most so many: of more, neighbours are put together in blocks as equal as can be. */
export function inBlocks(
  values: readonly number[],
  most: number,
  middleOf: (block: readonly number[]) => number,
): readonly number[] {
  if (values.length <= most) return values;
  return Array.from({ length: most }, (_, block) =>
    middleOf(
      values.slice(
        Math.floor((block * values.length) / most),
        Math.floor(((block + 1) * values.length) / most),
      ),
    ),
  );
}

/** A table for each number of values, made when it is first asked for. */
export function tablesByCount(make: (count: number) => Float64Array): (count: number) => Float64Array {
  const made = new Map<number, Float64Array>();
  return (count) => {
    const table = made.get(count) ?? make(count);
    made.set(count, table);
    return table;
  };
}

/** Each probability with all before it, in place. */
export function cumulated(likely: Float64Array): Float64Array {
  for (let at = 1; at < likely.length; at++) likely[at] = (likely[at] ?? 0) + (likely[at - 1] ?? 0);
  return likely;
}
