import { median } from '../shared/statistics/statistics.ts';

export interface Growth {
  /** Slope of the line through the samples. */
  perHour: number;
  /** First and last sample. */
  from: number;
  to: number;
}

/**
 * How fast something grows: the median of the slopes between all pairs of samples (Theil–Sen), which a few peaks do
 * not move. Samples: time in hours, value. Fewer than two: 0.
 */
export function growthOf(samples: readonly (readonly [hours: number, value: number])[]): Growth {
  const slopes = samples.flatMap(([at, value], index) =>
    samples.slice(index + 1).map(([later, next]) => (next - value) / (later - at)),
  );
  return {
    perHour: slopes.length === 0 ? 0 : median(slopes),
    from: samples[0]?.[1] ?? 0,
    to: samples.at(-1)?.[1] ?? 0,
  };
}
