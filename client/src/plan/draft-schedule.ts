import { scheduleSettings } from '../../../shared/settings/schedule.ts';
import type { Plan, PlanInput, Schedule } from '../../../shared/contract/plan.ts';
import { defaultMaxDurationMs } from '../../../shared/plan/default-max-duration.ts';
import { defaultSliceMs } from '../../../shared/plan/default-slice.ts';
import { initialSliceMs, initialTimes } from '../../../shared/plan/initial-choices.ts';

/** A schedule without what follows from the rest of the plan. */
export type DraftSchedule = Partial<Schedule>;

export function draftSchedule(plan: Plan): DraftSchedule {
  const { sliceMs, maxDurationMs, ...schedule } = plan.schedule;
  const isUsual = maxDurationMs === undefined || maxDurationMs === defaultMaxDurationMs(plan.lanes);
  return {
    ...schedule,
    ...(sliceMs === usualSliceMs(plan) ? {} : { sliceMs }),
    ...(isUsual ? {} : { maxDurationMs }),
  };
}

/** The slice of settings for which nobody has chosen any: times of a new page have one of their own. */
export function usualSliceMs(plan: PlanInput): number {
  const { durationMs, warmupMs, requests } = plan.workload ?? {};
  const isInitial = durationMs === initialTimes.durationMs && warmupMs === initialTimes.warmupMs;
  const inTurns = plan.schedule?.mode !== 'race' && requests === undefined;
  return isInitial && inTurns ? initialSliceMs(plan) : defaultSliceMs(plan);
}

export const withoutSlice = ({ sliceMs: _, ...schedule }: DraftSchedule): DraftSchedule => schedule;

/** Whether the run is to last until its ratios are precise, and how precise. */
export function withPrecision(schedule: DraftSchedule, isWanted: boolean): DraftSchedule {
  const { precision: _, maxDurationMs: _longest, ...others } = schedule;
  return isWanted ? { ...others, precision: scheduleSettings.precision.real.default } : others;
}

/** Only of lanes that take turns for a time, and are started once. */
export const canBePrecise = (
  { mode, starts = 1 }: DraftSchedule,
  lanes: number,
  { requests }: { requests?: number | undefined } = {},
): boolean => mode !== 'race' && starts === 1 && lanes > 1 && requests === undefined;
