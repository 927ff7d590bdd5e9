import { mean } from './statistics.ts';

/** Values that are at least as large as the one before, as near as can be (pool adjacent violators: Ayer et al. 1955). */
function rising(values: readonly number[]): number[] {
  const blocks: { sum: number; count: number }[] = [];
  for (const value of values) {
    let block = { sum: value, count: 1 };
    let last = blocks.at(-1);
    while (last && last.sum / last.count >= block.sum / block.count) {
      block = { sum: last.sum + block.sum, count: last.count + block.count };
      blocks.pop();
      last = blocks.at(-1);
    }
    blocks.push(block);
  }
  return blocks.flatMap(({ sum, count }) => new Array<number>(count).fill(sum / count));
}

/** The nearest values, by least squares, that rise up to one of them and do not rise after it. */
export function unimodal(values: readonly number[]): number[] {
  const fits = values.map((_, top) => [
    ...rising(values.slice(0, top + 1)),
    ...rising(values.slice(top + 1).toReversed()).toReversed(),
  ]);
  const miss = (fit: readonly number[]) => mean(fit.map((value, at) => (value - (values[at] ?? NaN)) ** 2));
  return fits.reduce<number[]>((best, fit) => (best.length > 0 && miss(best) <= miss(fit) ? best : fit), []);
}
