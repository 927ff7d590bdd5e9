import type { Warning } from '../../../shared/contract/warning.ts';
import { medianBounds } from '../../../shared/statistics/median-bounds.ts';
import { median } from '../../../shared/statistics/statistics.ts';

/** More than so many times as long is worth a warning. */
const mostRise = 1.3;
const mostDifference = 1.2;
/** How often a bound of a median may be wrong; PINGs of a moment are alike, so that it is wrong more often. */
const chance = { ofRise: 0.02, ofDifference: 0.05 };

/** PINGs over a lane's network, ms. */
export interface LaneRoundTrips {
  id: string;
  /** Lanes are compared where this is the same. */
  network: string;
  roundTripsMs: readonly number[];
}

/** A lane whose round trip was certainly longer while it ran than before the run. */
export function roundTripRose(
  before: readonly number[],
  during: readonly number[],
): Extract<Warning, { code: 'round-trip-rose' }> | null {
  const [was, is] = [before, during].map((pings) => medianBounds(pings, chance.ofRise));
  return was && is && is.low > mostRise * was.high
    ? { code: 'round-trip-rose', beforeMs: median(before), duringMs: median(during) }
    : null;
}

/** Lanes over the same network that certainly did not have the same round trip; of several, those furthest apart. */
export function roundTripsDiffer(
  lanes: readonly LaneRoundTrips[],
): Extract<Warning, { code: 'round-trips-differ' }> | null {
  const known = lanes.flatMap(({ id, network, roundTripsMs }) => {
    // Chance may have put any of them at either end.
    const bounds = medianBounds(roundTripsMs, chance.ofDifference / lanes.length);
    return bounds ? [{ id, network, bounds, medianMs: median(roundTripsMs) }] : [];
  });
  const pairs = known.flatMap((longest) =>
    known
      .filter(
        ({ network, bounds }) =>
          network === longest.network && longest.bounds.low > mostDifference * bounds.high,
      )
      .map((shortest) => ({ shortest, longest, times: longest.medianMs / shortest.medianMs })),
  );
  const [furthest] = pairs.toSorted((a, b) => b.times - a.times);
  if (!furthest) return null;
  const { shortest, longest } = furthest;
  return {
    code: 'round-trips-differ',
    shortest: shortest.id,
    shortestMs: shortest.medianMs,
    longest: longest.id,
    longestMs: longest.medianMs,
  };
}
