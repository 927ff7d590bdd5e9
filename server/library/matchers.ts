import type { Result } from '../../shared/contract/result.ts';
import { formatRatio, formatTimes } from '../../shared/words/format.ts';

/** What Vitest and Jest take by `expect.extend(matchers)`. */
export const matchers = {
  /**
   * Whether a lane is faster than the first one, `baseline`, by more than this factor, with its whole 95 % interval: that
   * of a noisy machine is wide, and then nothing is shown. `lane`: the last one, unless another is named.
   */
  toBeFasterThan(
    { lanes, comparisons }: Pick<Result, 'lanes' | 'comparisons'>,
    baseline: string,
    by = 1,
    lane = lanes.at(-1)?.id ?? '',
  ): { pass: boolean; message: () => string } {
    const found = comparisons.find((one) => one.lane === lane && one.baseline === baseline);
    if (!found) return { pass: false, message: () => notCompared(lanes, lane, baseline) };
    const { ratio, ci95 } = found;
    const interval = ci95 ? ` (95 %: ${ci95.map(formatTimes).join(' – ')})` : ', of a single slice';
    return {
      pass: ci95 !== null && ci95[0] > by,
      message: () =>
        `${lane} is ${formatRatio(ratio)} as fast as ${baseline}${interval}, held against × ${by}`,
    };
  },
};

function notCompared(lanes: Result['lanes'], lane: string, baseline: string): string {
  const why = lanes.find(({ id, error }) => error && (id === lane || id === baseline))?.error?.message;
  const first = lanes[0]?.id ?? '';
  return `${lane} was not compared with ${baseline}: ${why ?? `lanes are compared with the first, ${first}`}`;
}
