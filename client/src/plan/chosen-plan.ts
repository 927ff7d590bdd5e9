import { defined } from '../../../shared/contract/defined.ts';
import type { NetworkPlan, Plan, PlanInput, Schedule, ServerPlan } from '../../../shared/contract/plan.ts';
import type { Workload } from '../../../shared/contract/workload.ts';
import { serverPlanTarget } from '../../../shared/contract/private-server.ts';
import { writePlanAddress } from '../../../shared/plan/address/write.ts';
import { defaultMaxDurationMs } from '../../../shared/plan/default-max-duration.ts';
import { defaultSliceMs } from '../../../shared/plan/default-slice.ts';
import { nonDefault, planDefaults } from '../../../shared/plan/defaults.ts';
import {
  hasInitialTimes,
  initialSliceMs,
  initialTimes,
  lengthsMs,
  type RunLength,
} from '../../../shared/plan/initial-choices.ts';
import type { DraftLanes } from './draft-lanes.ts';
import { sorted } from './in-order.ts';
import type { WorkloadField } from './plan-fields.ts';

/** Settings by part of the plan. */
export interface PlanParts {
  workload: Workload;
  network: NetworkPlan;
  server: ServerPlan;
  schedule: Schedule;
}

/**
 * The settings that somebody chose, or that a plan brought. An absent part or field follows the page: its first
 * screen, its target, its commands. A new field of the plan is carried here without a change.
 */
export interface ChosenPlan extends Omit<Partial<Plan>, keyof PlanParts | 'lanes'> {
  workload?: Partial<Workload>;
  /** Whole, once one of its fields is chosen. */
  network?: NetworkPlan;
  server?: Partial<ServerPlan>;
  schedule?: Partial<Schedule>;
  lanes?: DraftLanes;
  /** True where a network that adds nothing stays in between, so that it can be changed live. */
  keepsNetwork?: boolean;
  /** Units as they were typed. */
  typed?: string;
}

export type DraftWorkload = Partial<Workload> & Record<Exclude<WorkloadField, 'rps'>, number>;

/** The workload of a new page, but for what is chosen. Its warm-up belongs to its duration. */
export function workloadOf({ workload: chosen = {} }: ChosenPlan): DraftWorkload {
  const { clients, pipeline, dataSize, threads, keyspace, commands } = planDefaults.workload;
  const { durationMs = initialTimes.durationMs } = chosen;
  const { warmupMs: usualMs } = initialTimes;
  const warmupMs = hasInitialTimes(durationMs, usualMs) ? usualMs : undefined;
  const initial = { clients, pipeline, dataSize, durationMs, warmupMs, threads, keyspace, commands };
  return defined({ ...initial, ...chosen });
}

/** The workload of a plan, but for a warm-up that belongs to its duration. */
export function chosenWorkload({ warmupMs, ...workload }: Workload): Partial<Workload> {
  return hasInitialTimes(workload.durationMs, warmupMs) ? workload : { ...workload, warmupMs };
}

/** The schedule of a plan, but for what follows from the rest of it. */
export function chosenSchedule(plan: Plan): Partial<Schedule> {
  const { sliceMs, maxDurationMs, ...schedule } = plan.schedule;
  return defined({
    ...schedule,
    sliceMs: sliceMs === usualSliceMs(plan) ? undefined : sliceMs,
    maxDurationMs: maxDurationMs === defaultMaxDurationMs(plan.lanes) ? undefined : maxDurationMs,
  });
}

/** The slice of settings for which nobody has chosen any: times of a new page have one of their own. */
export function usualSliceMs(plan: PlanInput): number {
  const { durationMs, warmupMs, requests } = plan.workload ?? {};
  const inTurns = plan.schedule?.mode !== 'race' && requests === undefined;
  return inTurns && hasInitialTimes(durationMs, warmupMs) ? initialSliceMs(plan) : defaultSliceMs(plan);
}

/** The offered length of this run; `null`: another. */
export function lengthOf(
  { mode = 'turns', precision, untilStopped = false }: Partial<Schedule>,
  { requests, durationMs }: DraftWorkload,
): RunLength | null {
  if (untilStopped) return 'untilStopped';
  if (requests !== undefined || precision !== undefined) return null;
  const { short, long } = lengthsMs[mode];
  return durationMs === short ? 'short' : durationMs === long ? 'long' : null;
}

export const directNetwork: NetworkPlan = planDefaults.network;

export const isDirect = ({ by, ...network }: NetworkPlan): boolean =>
  by !== 'kernel' && nonDefault(network, directNetwork).length === 0;

/** The private server as it will run; `undefined`: as by default. */
export function serverOf({ server = {} }: ChosenPlan): ServerPlan | undefined {
  return nonDefault(server, planDefaults.server).length > 0
    ? { ...planDefaults.server, ...server }
    : undefined;
}

/** The same for the same plan, whatever its target, and in whichever order it was put together. */
export const normalised = (plan: PlanInput): string =>
  writePlanAddress({ ...sorted(plan), target: serverPlanTarget });
