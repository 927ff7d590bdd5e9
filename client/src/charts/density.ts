import { largest, smallest } from '../../../shared/statistics/extremes.ts';

export interface DensityPoint {
  value: number;
  /** From 0 to 1, where values cluster most. */
  height: number;
}

/** Fewer values have no shape to speak of. */
const leastValues = 4;
const steps = 96;

/**
 * Where values above 0 cluster: a kernel density estimate on their logarithms, with a Gaussian kernel and the
 * bandwidth of Silverman's rule (1986), no narrower than `narrowest`, a ratio. Empty for fewer than four values.
 */
export function densityOf(values: readonly number[], narrowest = 1.01): DensityPoint[] {
  const logs = values.filter((value) => value > 0).map(Math.log);
  if (logs.length < leastValues) return [];
  const width = Math.max(bandwidthOf(logs.toSorted((a, b) => a - b)), Math.log(narrowest));
  const [low, high] = [smallest(logs) - 3 * width, largest(logs) + 3 * width];
  const grid = (high - low) / steps;
  // Counted by grid point first: a long run has thousands of values, and is drawn several times a second.
  const counts = new Array<number>(steps + 1).fill(0);
  for (const log of logs) {
    const place = Math.round((log - low) / grid);
    counts[place] = (counts[place] ?? 0) + 1;
  }
  const kernel = counts.map((_, away) => Math.exp(-0.5 * ((away * grid) / width) ** 2));
  const heights = counts.map((_, at) =>
    counts.reduce((sum, count, place) => sum + count * (kernel[Math.abs(at - place)] ?? 0), 0),
  );
  const most = largest(heights);
  return heights.map((height, at) => ({ value: Math.exp(low + at * grid), height: height / most }));
}

function bandwidthOf(sorted: readonly number[]): number {
  const count = sorted.length;
  const mean = sorted.reduce((sum, log) => sum + log, 0) / count;
  const deviation = Math.sqrt(sorted.reduce((sum, log) => sum + (log - mean) ** 2, 0) / (count - 1));
  const at = (share: number) => sorted[Math.round(share * (count - 1))] ?? mean;
  const quartiles = (at(0.75) - at(0.25)) / 1.34;
  return 0.9 * (quartiles > 0 ? Math.min(deviation, quartiles) : deviation) * count ** -0.2;
}
