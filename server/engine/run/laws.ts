import { microsOf, type Counts } from '../latency/histogram.ts';
import type { LaneTotals } from '../lane/merge.ts';

/** Clocks of several threads, and ticks in which processor time is told. */
const tolerance = 1.1;
const toleranceMs = 10;

/** What a lane can have done at most in a slice. */
export interface Capacity {
  /** Commands in flight, over all connections. */
  inFlight: number;
  threads: number;
}

/**
 * Whether the figures of a slice contradict one another, as where a clock has jumped. Little's law: throughput ×
 * mean latency is the mean number of commands in flight, which is at most what the lane sends at once. Utilisation
 * law: a thread works, or waits for a core, for no longer than the slice lasts.
 */
export function breaksLaw(
  { elapsedMs, cpuMs, coreWaitMs }: Pick<LaneTotals, 'elapsedMs' | 'cpuMs' | 'coreWaitMs'>,
  commandLatencies: Counts,
  { inFlight, threads }: Capacity,
): boolean {
  const mostMs = tolerance * elapsedMs + toleranceMs;
  return (
    latencySumMs(commandLatencies) > inFlight * mostMs || (cpuMs ?? 0) + (coreWaitMs ?? 0) > threads * mostMs
  );
}

function latencySumMs(counts: Counts): number {
  let micros = 0;
  for (const [bucket, count] of counts.entries()) if (count !== 0) micros += count * microsOf(bucket);
  return micros / 1000;
}
