import type { Comparison } from '../../../shared/contract/result.ts';
import { compareSlices } from '../../../shared/statistics/statistics.ts';

/** A lane by what counts of it: the slices since the last change of its settings, which began with `countedFrom`. */
interface Compared {
  id: string;
  countedFrom: number;
  slices: readonly number[];
}

/** Every lane against the first, as far as both have slices of the same rounds. */
export function compareLanes(lanes: readonly Compared[]): Comparison[] {
  const [baseline, ...others] = lanes;
  if (!baseline) return [];
  return others.flatMap(({ id, countedFrom, slices }) => {
    const comparison = countedFrom === baseline.countedFrom ? compareSlices(slices, baseline.slices) : null;
    return comparison ? [{ lane: id, baseline: baseline.id, ...comparison }] : [];
  });
}
