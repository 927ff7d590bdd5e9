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
  const [low, high] = [Math.min(...logs) - 3 * width, Math.max(...logs) + 3 * width];
  const raw = Array.from({ length: steps + 1 }, (_, step) => {
    const at = low + ((high - low) * step) / steps;
    return { at, sum: logs.reduce((sum, log) => sum + Math.exp(-0.5 * ((at - log) / width) ** 2), 0) };
  });
  const most = Math.max(...raw.map(({ sum }) => sum));
  return raw.map(({ at, sum }) => ({ value: Math.exp(at), height: sum / most }));
}

function bandwidthOf(sorted: readonly number[]): number {
  const count = sorted.length;
  const mean = sorted.reduce((sum, log) => sum + log, 0) / count;
  const deviation = Math.sqrt(sorted.reduce((sum, log) => sum + (log - mean) ** 2, 0) / (count - 1));
  const at = (share: number) => sorted[Math.round(share * (count - 1))] ?? mean;
  const quartiles = (at(0.75) - at(0.25)) / 1.34;
  return 0.9 * (quartiles > 0 ? Math.min(deviation, quartiles) : deviation) * count ** -0.2;
}
