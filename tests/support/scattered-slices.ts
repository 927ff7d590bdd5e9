import { randomFrom } from '../../shared/statistics/statistics.ts';

/** Normal deviates from a seed (Box–Muller). */
export function normalFrom(seed: number): () => number {
  const random = randomFrom(seed);
  return () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** Slices of a lane around `level` that scatter by `cv`. */
export const scatteredSlices = (normal: () => number, count: number, level: number, cv: number) =>
  Array.from({ length: count }, () => level * (1 + cv * normal()));
