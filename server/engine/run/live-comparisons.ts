import type { Plan } from '../../../shared/contract/plan.ts';
import type { Comparison } from '../../../shared/contract/result.ts';
import { liveChance, liveInterval } from '../../../shared/statistics/live-interval.ts';
import { holding, isStatable, pairedLogs } from '../../../shared/statistics/paired-ratio.ts';
import { latencyPairs, type SlicesToCompare } from './comparisons.ts';

/** Comparisons of a run in progress. Their intervals may be looked at after each round; outcomes come with the result. */
export class LiveComparisons {
  readonly #windows: number;
  readonly #hasStarts: boolean;
  /** Number of times that counting began again, and the slice that it began with. */
  #start = -1;
  #countedFrom = NaN;

  /** `windows`: how often the window of a run without an end moves on, else 0. */
  constructor({ starts = 1 }: Pick<Plan['schedule'], 'starts'>, windows: number) {
    this.#hasStarts = starts > 1;
    this.#windows = windows;
  }

  /** The same with live intervals; `comparisons` are those of the lanes, of which the first is the baseline. */
  of(comparisons: readonly Comparison[], lanes: readonly SlicesToCompare[]): Comparison[] {
    const [baseline] = lanes;
    if (!baseline) return [];
    if (baseline.countedFrom !== this.#countedFrom) {
      this.#countedFrom = baseline.countedFrom;
      this.#start++;
    }
    const chance = liveChance(this.#start, { lanes: lanes.length - 1, windows: this.#windows });
    const interval = (ratio: number, ours: readonly number[], theirs: readonly number[]) => {
      const logs = liveInterval(this.#finished(ours, theirs, baseline.starts), chance);
      if (logs === null) return null;
      const ci95 = holding([Math.exp(logs[0]), Math.exp(logs[1])], ratio);
      return isStatable({ ratio, ci95 }) ? ci95 : null;
    };
    return comparisons.map(({ latency, ...comparison }) => {
      const lane = lanes.find(({ id }) => id === comparison.lane) ?? baseline;
      const { ours, theirs } = latencyPairs(lane, baseline);
      return {
        ...comparison,
        ci95: interval(comparison.ratio, lane.slices, baseline.slices),
        outcome: 'inconclusive',
        ...(latency && {
          latency: { ...latency, ci95: interval(latency.ratio, ours, theirs), outcome: 'inconclusive' },
        }),
      };
    });
  }

  /** Logarithms of the ratios of the pairs; where lanes start several times, of the starts that are over. */
  #finished(
    ours: readonly number[],
    theirs: readonly number[],
    starts: readonly number[] | undefined,
  ): readonly number[] {
    const { values } = pairedLogs(ours, theirs, starts);
    if (!this.#hasStarts) return values;
    return (starts?.length ?? 0) > 1 ? values.slice(0, -1) : [];
  }
}
