/** Figures for a logarithmic axis: `steps` × 10ⁿ from the last at or below `min` to the first at or above `max`, both above 0. */
export function logGrid(min: number, max: number, steps: readonly number[] = [1, 2, 5]): number[] {
  const grid: number[] = [];
  for (let power = Math.floor(Math.log10(min)); power <= Math.ceil(Math.log10(max)); power++)
    for (const step of steps) grid.push(Number((step * 10 ** power).toPrecision(1)));
  const from = grid.findLastIndex((value) => value <= min);
  const to = grid.findIndex((value) => value >= max);
  return grid.slice(Math.max(0, from), to < 0 ? undefined : to + 1);
}
