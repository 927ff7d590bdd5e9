import type { Comparison } from '../../shared/events.ts';
import { compareSlices } from '../../shared/statistics.ts';

/** Every lane against the first, as far as both have slices of the same rounds. */
export function compareLanes(lanes: readonly { id: string; slices: readonly number[] }[]): Comparison[] {
  const [baseline, ...others] = lanes;
  if (!baseline) return [];
  return others.flatMap(({ id, slices }) => {
    const comparison = compareSlices(slices, baseline.slices);
    return comparison ? [{ lane: id, baseline: baseline.id, ...comparison }] : [];
  });
}
