import { binomialTail, mean, median, standardDeviation } from '../statistics/statistics.ts';
import { studentT95 } from '../statistics/student-t.ts';

export interface UnpairedRatio {
  ratio: number;
  /** 95 %; `null` where a side has fewer than two values: one value says nothing of how it scatters. */
  ci95: [number, number] | null;
}

/** From so many values a side on, the bootstrap of their median covers what it promises. */
const enoughToBootstrap = 8;

/**
 * Ratio of the medians of two samples that were not measured in the same rounds (two runs), with a 95 % interval:
 * from eight values a side on the percentile bootstrap over the values of both sides; for fewer, Welch's t on the
 * logarithms, widened to hold the ratio. Values are positive. `null` when a side is empty.
 */
export function ratioOfMedians(ours: readonly number[], theirs: readonly number[]): UnpairedRatio | null {
  if (ours.length === 0 || theirs.length === 0) return null;
  const ratio = median(ours) / median(theirs);
  const least = Math.min(ours.length, theirs.length);
  if (least < 2) return { ratio, ci95: null };
  const interval = least < enoughToBootstrap ? welch(ours, theirs) : bootstrap(ours, theirs);
  return { ratio, ci95: [Math.min(interval[0], ratio), Math.max(interval[1], ratio)] };
}

/** Welch 1947: means of unequal variance, with degrees of freedom by Satterthwaite, rounded down. */
function welch(ours: readonly number[], theirs: readonly number[]): [number, number] {
  const sides = [ours, theirs].map((values) => {
    const logs = values.map(Math.log);
    const variance = standardDeviation(logs) ** 2 / logs.length;
    return { mean: mean(logs), variance, freedom: logs.length - 1 };
  });
  const [a, b] = sides;
  if (!a || !b) return [NaN, NaN];
  const variance = a.variance + b.variance;
  const spread = a.variance ** 2 / a.freedom + b.variance ** 2 / b.freedom;
  const freedom = spread > 0 ? Math.floor(variance ** 2 / spread) : 1;
  const half = studentT95(freedom) * Math.sqrt(variance);
  return [Math.exp(a.mean - b.mean - half), Math.exp(a.mean - b.mean + half)];
}

/**
 * What endless resampling of both sides would give, so that it needs no seed: every pair of medians that resamples
 * can have, weighed by how likely it is.
 */
function bootstrap(ours: readonly number[], theirs: readonly number[]): [number, number] {
  const others = resampledMedians(theirs);
  const ratios = resampledMedians(ours).flatMap((one) =>
    others.map((other) => ({ ratio: one.value / other.value, weight: one.weight * other.weight })),
  );
  ratios.sort((a, b) => a.ratio - b.ratio);
  const total = ratios.reduce((sum, { weight }) => sum + weight, 0);
  return [quantile(ratios, total * 0.025), quantile(ratios, total * 0.975)];
}

function quantile(ratios: readonly { ratio: number; weight: number }[], upTo: number): number {
  let sum = 0;
  for (const { ratio, weight } of ratios) {
    sum += weight;
    if (sum >= upTo) return ratio;
  }
  return ratios.at(-1)?.ratio ?? NaN;
}

/** Medians less likely than this do not move an interval; without them the pairs of thousands of values stay few. */
const leastWeight = 1e-6;

/** Medians of resamples: of an even number, half the time the lower of the two in the middle, half the upper. */
function resampledMedians(values: readonly number[]): { value: number; weight: number }[] {
  const sorted = [...values].sort((a, b) => a - b);
  const count = sorted.length;
  const atMost = (rank: number) =>
    rank >= count
      ? 1
      : (binomialTail(count, rank / count, Math.ceil(count / 2)) +
          binomialTail(count, rank / count, Math.floor(count / 2) + 1)) /
        2;
  let before = 0;
  return sorted.flatMap((value, index) => {
    const upTo = atMost(index + 1);
    const weight = upTo - before;
    before = upTo;
    return weight < leastWeight ? [] : [{ value, weight }];
  });
}
