import { build, encodeIntoCompressedBase64, initWebAssemblySync } from 'hdr-histogram-js';
import { bucketCount, microsOf, total, type Counts } from './histogram.ts';

const nanosPerMicro = 1000;
const sixtySecondsInNanos = 60_000_000_000;

/** A histogram as HdrHistogram V2 (compressed, base64), values in nanoseconds; `null` when empty. */
export function toHdr(counts: Counts): string | null {
  if (total(counts) === 0) return null;
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

/**
 * The percentile table that HdrHistogram's plotter reads: value (ms), percentile, count so far and
 * 1/(1 − percentile), with five steps to each halving of the distance to 100 %.
 */
export function percentileTable(counts: Counts): string {
  const count = total(counts);
  const lines = ['       Value     Percentile TotalCount 1/(1-Percentile)', ''];
  let seen = 0;
  let nextShare = 0;
  let last = 0;
  for (let bucket = 0; bucket < bucketCount && seen < count; bucket++) {
    const here = counts[bucket] ?? 0;
    if (here === 0) continue;
    seen += here;
    last = microsOf(bucket) / 1000;
    const share = seen / count;
    if (share < nextShare) continue;
    lines.push(tableLine(last, share, seen));
    while (nextShare <= share && nextShare < 1) nextShare += stepAfter(nextShare);
  }
  lines.push(`#[Max     = ${last.toFixed(3).padStart(12)}, Total count    = ${String(count).padStart(12)}]`);
  return `${lines.join('\n')}\n`;
}

/** A fifth of the way to the next halving of what is left to 100 %. */
function stepAfter(share: number): number {
  const halvings = Math.floor(Math.log2(1 / (1 - share))) + 1;
  return 1 / (5 * 2 ** halvings);
}

function tableLine(ms: number, share: number, seen: number): string {
  const inverse = share < 1 ? (1 / (1 - share)).toFixed(2) : 'inf';
  return `${ms.toFixed(3).padStart(12)} ${share.toFixed(12)} ${String(seen).padStart(10)} ${inverse.padStart(14)}`;
}
