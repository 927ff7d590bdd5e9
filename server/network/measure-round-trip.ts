import { median } from '../../shared/statistics/statistics.ts';
import type { Endpoint } from '../redis/connection/target.ts';
import { Pinger } from './pinger.ts';

export interface RoundTrip {
  medianMs: number;
  p99Ms: number;
  /** Round trips that were measured. */
  samples: number;
}

type Amount = { samples: number } | { forMs: number };

/** As `timeRoundTrips`. */
export const measureRoundTrip = async (endpoint: Endpoint, amount: Amount): Promise<RoundTrip> =>
  summariseRoundTrips(await timeRoundTrips(endpoint, amount));

/**
 * Sends PINGs, one at a time, on a connection of its own: so many, or for so long (the last one started before that,
 * so at least one). Resolves with what each took, ms; rejects with TargetUnusable.
 */
export async function timeRoundTrips(endpoint: Endpoint, amount: Amount): Promise<number[]> {
  const pinger = await Pinger.open(endpoint);
  try {
    const roundTripsMs: number[] = [];
    const until = performance.now() + ('forMs' in amount ? amount.forMs : Infinity);
    const enough = 'samples' in amount ? amount.samples : Infinity;
    do roundTripsMs.push(await pinger.ping());
    while (roundTripsMs.length < enough && performance.now() < until);
    return roundTripsMs;
  } finally {
    pinger.close();
  }
}

/** NaN for no values. */
export function summariseRoundTrips(roundTripsMs: readonly number[]): RoundTrip {
  const sorted = [...roundTripsMs].sort((a, b) => a - b);
  return {
    medianMs: median(sorted),
    p99Ms: sorted[Math.ceil(sorted.length * 0.99) - 1] ?? NaN,
    samples: sorted.length,
  };
}
