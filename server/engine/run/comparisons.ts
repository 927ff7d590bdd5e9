import type { Comparison } from '../../../shared/contract/result.ts';
import { concludeFamily, pairedRatio } from '../../../shared/statistics/paired-ratio.ts';

/** A lane by what counts of it: the slices since the last change of its settings, which began with `countedFrom`. */
export interface SlicesToCompare {
  id: string;
  countedFrom: number;
  slices: readonly number[];
  /** Share of the commands that found what they asked for; `null`: they ask for nothing. */
  hitRate?: number | null;
}

/** Every lane against the first, as far as both have slices of the same rounds, and did the same work in them. */
export function compareLanes(lanes: readonly SlicesToCompare[]): Comparison[] {
  const [baseline, ...others] = lanes;
  if (!baseline) return [];
  const measured = others.flatMap((other) => {
    const comparable =
      other.countedFrom === baseline.countedFrom &&
      [other, baseline].every(didAnything) &&
      sameWork(other, baseline);
    const ratio = comparable ? pairedRatio(other.slices, baseline.slices) : null;
    return ratio ? [{ id: other.id, ...ratio }] : [];
  });
  return concludeFamily(measured).map((outcome, index) => ({
    lane: measured[index]?.id ?? '',
    baseline: baseline.id,
    ...outcome,
  }));
}

const didAnything = ({ slices }: SlicesToCompare) => slices.some((rate) => rate > 0);

/** A lane that finds less is answered sooner: its keys are used up, or others have them. */
const mostDifferenceInHits = 0.05;

export function sameWork(
  { hitRate: one = null }: Pick<SlicesToCompare, 'hitRate'>,
  { hitRate: other = null }: Pick<SlicesToCompare, 'hitRate'>,
): boolean {
  // Lanes that send other commands do so by their plan.
  return one === null || other === null || Math.abs(one - other) <= mostDifferenceInHits;
}
