import { planDefaults } from '../plan/defaults.ts';
import { setUpMs } from '../plan/duration.ts';

/** How the time of a search is spent: half of it looking around, half of it on the candidates that decide. */

const surveyShare = 0.5;
/** A slice is sent and drained, its settling moment as well. */
const tripsToDrain = 3;
const leastSliceMs = 100;
/** A slice shorter than so many trips holds too few batches. */
const leastTrips = 2;
const goodSliceMs = 250;
const goodTrips = 4;
const { settleMs } = planDefaults.schedule;
const [leastSlices, mostSlices] = [4, 12];
const warmupShare = 1 / 3;
const mostWarmupMs = 1500;

/** Times of the lanes of one run. */
export interface LaneTimes {
  warmupMs: number;
  sliceMs: number;
  slices: number;
}

export interface Survey {
  runs: number;
  /** Of all runs together. */
  lanes: number;
}

const around = (tripMs: number) => settleMs + tripsToDrain * tripMs;
const leastSlice = (tripMs: number) => Math.max(leastSliceMs, leastTrips * tripMs);

/** Below this a search of so many lanes cannot be made over so long a round trip. */
export function leastBudgetMs(
  { runs, lanes, finalLanes }: Survey & { finalLanes: number },
  tripMs: number,
): number {
  const survey = runs * setUpMs + lanes * 2 * (leastSlice(tripMs) + around(tripMs));
  const sliceMs = leastSlice(tripMs);
  const final = runMs(finalLanes, { warmupMs: sliceMs, sliceMs, slices: leastSlices }, tripMs);
  return Math.ceil(Math.max(survey / surveyShare, survey + final) / 1000) * 1000;
}

/** A lane of the survey: as long warming up as in its one slice. */
export function surveyTimes({ runs, lanes }: Survey, budgetMs: number, tripMs: number): LaneTimes {
  const ofLane = (surveyShare * budgetMs - runs * setUpMs) / lanes;
  const sliceMs = Math.round(Math.max(leastSlice(tripMs), ofLane / 2 - around(tripMs)));
  return { warmupMs: sliceMs, sliceMs, slices: 1 };
}

/** A lane of the final round, in the time that is left: as many slices as there can be of a good length. */
export function finalTimes(
  lanes: number,
  leftMs: number,
  tripMs: number,
  tookToSetUpMs = setUpMs,
): LaneTimes {
  const ofLane = (leftMs - tookToSetUpMs) / lanes;
  const needed = around(tripMs) + leastSlices * (leastSlice(tripMs) + around(tripMs));
  const warmupMs = Math.round(
    Math.max(leastSlice(tripMs), Math.min(mostWarmupMs, ofLane * warmupShare, ofLane - needed)),
  );
  const counted = ofLane - warmupMs - around(tripMs);
  const good = Math.max(goodSliceMs, goodTrips * tripMs);
  const fitting = Math.floor(counted / (good + around(tripMs)));
  const slices = Math.min(mostSlices, Math.max(leastSlices, fitting));
  const sliceMs = Math.round(Math.max(leastSlice(tripMs), counted / slices - around(tripMs)));
  return { warmupMs, sliceMs, slices };
}

/** What a run with these lanes takes, set-up included. */
export const runMs = (
  lanes: number,
  { warmupMs, sliceMs, slices }: LaneTimes,
  tripMs: number,
  toSetUpMs = setUpMs,
): number => toSetUpMs + lanes * (warmupMs + slices * sliceMs + (1 + slices) * around(tripMs));
