import type { Comparison } from '../../../shared/contract/result.ts';
import { concludeFamily, pairedRatio } from '../../../shared/statistics/paired-ratio.ts';

/** A lane by what counts of it: the slices since the last change of its settings, which began with `countedFrom`. */
interface Compared {
  id: string;
  countedFrom: number;
  slices: readonly number[];
}

/** Every lane against the first, as far as both have slices of the same rounds, and did anything in them. */
export function compareLanes(lanes: readonly Compared[]): Comparison[] {
  const [baseline, ...others] = lanes;
  if (!baseline) return [];
  const measured = others.flatMap(({ id, countedFrom, slices }) => {
    const comparable = countedFrom === baseline.countedFrom && [slices, baseline.slices].every(didAnything);
    const ratio = comparable ? pairedRatio(slices, baseline.slices) : null;
    return ratio ? [{ id, ...ratio }] : [];
  });
  return concludeFamily(measured).map((outcome, index) => ({
    lane: measured[index]?.id ?? '',
    baseline: baseline.id,
    ...outcome,
  }));
}

const didAnything = (slices: readonly number[]) => slices.some((rate) => rate > 0);
