import { microsOf, type Counts } from '../latency/histogram.ts';

/** Clocks of several threads, and what is rounded. */
const tolerance = 1.1;
const toleranceMs = 10;

/**
 * Whether the figures of a slice contradict one another, as where a clock has jumped. By Little's law, throughput ×
 * mean latency is the mean number of commands in flight: at most `inFlight`, which is what the lane sends at once over
 * all its connections. (That a thread works for no longer than the slice lasts cannot be held to in the same way: its
 * processor time is read some milliseconds around the slice.)
 */
export function breaksLittlesLaw(elapsedMs: number, commandLatencies: Counts, inFlight: number): boolean {
  let micros = 0;
  for (const [bucket, count] of commandLatencies.entries())
    if (count !== 0) micros += count * microsOf(bucket);
  return micros / 1000 > inFlight * (tolerance * elapsedMs + toleranceMs);
}
