import { logGrid } from './log-grid.ts';

/** Round steps from 0 to at least `most`, at most `count` of them. */
export function linearTicks(most: number, count: number): number[] {
  if (!(most > 0)) return [0, 1];
  const rough = most / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? rough;
  const steps = Math.ceil(most / step - 1e-9);
  return Array.from({ length: steps + 1 }, (_, index) => index * step);
}

/** Powers of ten around all values; 2 and 5 between them where there are few. Values above 0. */
export function logTicks(least: number, most: number): number[] {
  const decades = Math.ceil(Math.log10(most)) - Math.floor(Math.log10(least));
  const steps = decades <= 2 ? [1, 2, 5] : [1];
  const ticks = logGrid(least, most, steps);
  return ticks.length > 1 ? ticks : logGrid(least, least * 2, steps);
}
