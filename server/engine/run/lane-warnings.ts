import type { Warning } from '../../../shared/contract/warning.ts';
import { scatterOver } from '../../../shared/statistics/scatter.ts';
import { standardDeviation, median } from '../../../shared/statistics/statistics.ts';
import { studentT95 } from '../../../shared/statistics/student-t.ts';
import { drift } from '../../../shared/statistics/trend.ts';
import { medianBounds } from '../../../shared/statistics/median-bounds.ts';

const cvWorthAWarning = 0.1;
const driftWorthAWarning = 0.1;

/** What a reader of a lane's throughput should know of its slices, commands per second. */
export function sliceWarnings(slices: readonly number[]): Warning[] {
  const cv = scatterOver(cvWorthAWarning, slices);
  const change = drift(slices);
  return [
    ...(cv === null ? [] : [{ code: 'slices-disagree', cv } as const]),
    ...(Math.abs(change) > driftWorthAWarning ? [{ code: 'throughput-drifted', change } as const] : []),
  ];
}

/** A queue below this share of all that was due is no sign of a rate that cannot be met. */
const leastQueue = 0.002;

/** A lane that does just what it is asked to has a queue too: by chance it is now longer, now shorter. */
export const leastSlices = 5;

/**
 * Whether the commands that are due and not sent grow in number because the rate is more than the lane can do;
 * `backlogs`: as each slice ended, `offered`: due in all. The queue is longer at the end than chance makes it in 95 of
 * 100 lanes that can just do it: a random walk from 0 with the steps that there were (Student's t).
 */
export function queueGrows(backlogs: readonly number[], offered: number): boolean {
  const last = backlogs.at(-1) ?? 0;
  if (backlogs.length < leastSlices || last <= leastQueue * offered) return false;
  const steps = backlogs.map((backlog, index) => backlog - (backlogs[index - 1] ?? 0));
  return last > studentT95(steps.length - 1) * standardDeviation(steps) * Math.sqrt(steps.length);
}

export const backlogWarnings = (backlogs: readonly number[], offered: number): Warning[] =>
  queueGrows(backlogs, offered) ? [{ code: 'queue-grows', backlog: backlogs.at(-1) ?? 0 }] : [];

/** More than so many times as long is worth a warning. */
const mostRise = 1.3;
const mostDifference = 1.2;
/** How often a bound of a median may be wrong; PINGs of a moment are alike, so that it is wrong more often. */
const chance = { ofRise: 0.02, ofDifference: 0.05 };

/** PINGs over a lane's network, ms. */
interface LaneRoundTrips {
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
