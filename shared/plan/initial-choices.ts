import type { ScheduleMode } from '../contract/enums.ts';
import type { PlanInput } from '../contract/plan.ts';
import { defaultSliceMs } from './default-slice.ts';
import { hasMultiKeyForm, type CommandId } from '../commands/workload.ts';
import { largest } from '../statistics/extremes.ts';

/** Distances that have a name, ms of round trip added, from near to far. */
export const distances = { machine: 0, zone: 1, office: 5, continent: 40, overseas: 180 } as const;
export type DistanceId = keyof typeof distances;
export const distanceIds = Object.keys(distances) as DistanceId[];

/**
 * What an empty page begins with, and a command line that names no lanes. Never a default of a plan, which says its
 * lanes and its network itself.
 */
export const initialRttMs = distances.zone;

/**
 * Five lanes within 25 s, ms. docs/measurement.md says what that costs in certainty. With another duration, warm-up and
 * slices are those of a plan.
 */
export const initialTimes = { durationMs: 2000, warmupMs: 1250 } as const;
/** A race is there to be watched, ms. */
export const raceMs = 10_000;

/** Length of a run, as a page offers it. */
export const runLengths = ['short', 'long', 'untilStopped'] as const;
export type RunLength = (typeof runLengths)[number];

/** Counted time of a lane that makes about 20 s and a minute of five lanes in turns, and 10 s and a minute of a race, ms. */
export const lengthsMs: Readonly<Record<ScheduleMode, { short: number; long: number }>> = {
  turns: { short: initialTimes.durationMs, long: 7000 },
  race: { short: raceMs, long: 60_000 },
};

/** Returns true for a plan with the warm-up and slices of a new page. */
export const hasInitialTimes = (durationMs: number | undefined, warmupMs: number | undefined): boolean =>
  warmupMs === initialTimes.warmupMs &&
  (durationMs === lengthsMs.turns.short || durationMs === lengthsMs.turns.long);

const initialSlice = { near: 125, far: 250, most: 400 } as const;
/** Up to here a turn of 125 ms has ten round trips and more, ms. */
const nearRttMs = 12;

/** Sixteen rounds within that time at near distances, so that each lane has a new figure every second; eight, or five, beyond. */
export function initialSliceMs(plan: PlanInput): number {
  const trips = plan.lanes.map(({ network = plan.network }) => network?.rttMs ?? 0);
  const least = largest(trips) <= nearRttMs ? initialSlice.near : initialSlice.far;
  const workload = { ...plan.workload, durationMs: initialTimes.durationMs };
  return Math.min(initialSlice.most, Math.max(least, defaultSliceMs({ ...plan, workload })));
}

const forAnyCommand = ['one-by-one', 'concurrent', 'auto-pipeline', 'pipeline'] as const;

/** The first is the baseline. In a cluster, keys of one command have to be in one slot. */
export const initialStrategies = (commands: readonly CommandId[], isCluster: boolean): readonly string[] =>
  hasMultiKeyForm({ commands }) && !isCluster ? [...forAnyCommand, 'multi-key'] : forAnyCommand;
