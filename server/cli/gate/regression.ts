import type { ComparedLane, ResultComparison } from '../../../shared/comparison/compare-results.ts';
import { formatRatio, formatTimes } from '../../../shared/words/format.ts';
import type { Check } from '../../../shared/report/block.ts';

/**
 * A lane is worse by more than the bound when its whole 95 % interval lies beyond it: what chance alone can do to
 * a noisy machine does not fail a build. A lane that cannot be judged fails: a gate that has seen nothing is not
 * open. `bound` is a share.
 */
export const checkRegression = (
  { lanes, figure }: ResultComparison,
  bound: number,
  baseline: string,
): Check[] =>
  lanes.map((lane) => ({
    name: `${lane.lane}: ${figure === 'ratios' ? 'ratio to the first lane' : 'throughput'} at most ${percent(bound)} below ${baseline}`,
    ...judge(lane, bound),
  }));

function judge(lane: ComparedLane, bound: number): Omit<Check, 'name'> {
  if (lane.state === 'not compared') return { passed: false, message: `cannot be judged: ${lane.reason}` };
  const { ratio, ci95 } = lane;
  if (!ci95)
    return {
      passed: false,
      message: `cannot be judged: ${formatRatio(ratio)} of a single slice; measure longer, or in shorter slices`,
    };
  const least = 1 - bound;
  const found = `${formatRatio(ratio)} (95 %: ${ci95.map(formatTimes).join(' – ')})`;
  if (ci95[1] < least) return { passed: false, message: `${found}: worse by ${percent(1 - ratio)}` };
  if (ci95[0] > least) return { passed: true, message: found };
  return {
    passed: true,
    message: `${found}: passed, but not clearly; a longer run, or one with --starts 5, can tell`,
  };
}

const percent = (share: number) => `${Number((share * 100).toFixed(1))} %`;
