import type { Throughput } from '../contract/figures.ts';
import type { Comparison } from '../contract/result.ts';
import { rateIntervalOf, rateOf, type Rate, type RatedWithInterval } from './figures.ts';
import { compareFitted, isStatable, type FittedLane } from './paired-ratio.ts';

/** A lane as the fit over all lanes of its run has it. */
export const fittedOf = ({
  estimate,
  slices,
  starts,
}: Rate & Pick<Throughput, 'slices' | 'starts'>): FittedLane => ({
  estimate,
  slices,
  starts,
});

/** How many times as fast one lane is as another of its run: the quotient of their rates, by slices of the same rounds. */
export const ratioInRounds = (
  ours: Rate & Pick<Throughput, 'slices' | 'starts'>,
  theirs: Rate & Pick<Throughput, 'slices' | 'starts'>,
): Omit<Comparison, 'lane' | 'baseline' | 'latency'> | null =>
  compareFitted(fittedOf(ours), fittedOf(theirs));

/** The same of lanes of two runs, by the ends of both intervals that are furthest apart, which promises less than it could. */
export function ratioOfRuns(
  ours: RatedWithInterval,
  theirs: RatedWithInterval,
): Pick<Comparison, 'ratio' | 'ci95'> | null {
  const [own, other] = [rateIntervalOf(ours), rateIntervalOf(theirs)];
  const ci95: Comparison['ci95'] = own && other ? [own[0] / other[1], own[1] / other[0]] : null;
  const ratio = { ratio: (rateOf(ours) ?? NaN) / (rateOf(theirs) ?? NaN), ci95 };
  return isStatable(ratio) ? ratio : null;
}
