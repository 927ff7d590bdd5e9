import type { PlanInput } from '../contract/plan.ts';
import { defaultSliceMs } from './default-slice.ts';
import { hasMultiKeyForm, type CommandId } from '../contract/commands.ts';

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
const initialSlice = { least: 250, most: 400 } as const;

/** Eight rounds within that time; five where the round trip is long. */
export const initialSliceMs = (plan: PlanInput): number =>
  Math.min(initialSlice.most, Math.max(initialSlice.least, defaultSliceMs(plan)));

const forAnyCommand = ['one-by-one', 'concurrent', 'auto-pipeline', 'pipeline'] as const;

/** The first is the baseline. In a cluster, keys of one command have to be in one slot. */
export const initialStrategies = (commands: readonly CommandId[], isCluster: boolean): readonly string[] =>
  hasMultiKeyForm({ commands }) && !isCluster ? [...forAnyCommand, 'multi-key'] : forAnyCommand;
