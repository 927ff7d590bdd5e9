import { createRequire } from 'node:module';
import { inflateSync } from 'node:zlib';
import { bucketCount, microsOf, total, type Counts } from './histogram.ts';

/** Loaded with the first histogram: reporters are described without it. */
const require = createRequire(import.meta.url);
const hdr = () => require('hdr-histogram-js') as typeof import('hdr-histogram-js');

const nanosPerMicro = 1000;
const sixtySecondsInNanos = 60_000_000_000;

/** A histogram as HdrHistogram V2 (compressed, base64), values in nanoseconds; `null` when empty. */
export function toHdr(counts: Counts): string | null {
  if (total(counts) === 0) return null;
  const { build, encodeIntoCompressedBase64, initWebAssemblySync } = hdr();
  initWebAssemblySync();
  const histogram = build({
    bitBucketSize: 64,
    lowestDiscernibleValue: 1,
    highestTrackableValue: 2 * sixtySecondsInNanos,
    numberOfSignificantValueDigits: 3,
    useWebAssembly: true,
  });
  try {
    for (let bucket = 0; bucket < bucketCount; bucket++) {
      const count = counts[bucket] ?? 0;
      if (count > 0) histogram.recordValueWithCount(Math.round(microsOf(bucket) * nanosPerMicro), count);
    }
    return encodeIntoCompressedBase64(histogram);
  } finally {
    histogram.destroy();
  }
}

const nanosPerMs = 1_000_000;
const ticksPerHalving = 5;

/**
 * The percentile table, in ms, that HdrHistogram's plotter reads, of a histogram as `toHdr` gives it.
 * Throws when it is no such histogram.
 */
export function percentileTable(encoded: string): string {
  const histogram = hdr().decodeFromCompressedBase64(encoded, 64);
  try {
    return histogram.outputPercentileDistribution(ticksPerHalving, nanosPerMs);
  } finally {
    histogram.destroy();
  }
}

/** The values, in ms, that these shares (0 to 1) of histograms, as `toHdr` gives them, do not exceed together. */
export function quantilesMs(encoded: readonly string[], shares: readonly number[]): number[] {
  const histograms = encoded.map((one) => hdr().decodeFromCompressedBase64(one, 64));
  const [all, ...others] = histograms;
  try {
    for (const one of others) all?.add(one);
    return shares.map((share) => (all ? all.getValueAtPercentile(share * 100) / nanosPerMs : NaN));
  } finally {
    for (const one of histograms) one.destroy();
  }
}

/** More than `toHdr` ever makes: two minutes in nanoseconds at three digits. */
const mostBytes = 4_194_304;
const headerBytes = 8;
const digitsAt = 12;
const mostDigits = 3;

/**
 * Whether this may be a histogram as `toHdr` gives it, found without building it: one that was made up could ask for
 * any amount of memory.
 */
export function looksLikeHdr(encoded: string): boolean {
  try {
    const packed = Buffer.from(encoded, 'base64').subarray(headerBytes);
    const plain = inflateSync(packed, { maxOutputLength: mostBytes });
    const digits = plain.readInt32BE(digitsAt);
    return digits >= 1 && digits <= mostDigits;
  } catch {
    return false;
  }
}
