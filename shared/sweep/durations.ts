import type { PlanInput } from '../contract/plan.ts';
import type { RecipeForm } from '../contract/enums.ts';

export type WorkloadInput = NonNullable<PlanInput['workload']>;
export type ScheduleInput = NonNullable<PlanInput['schedule']>;

export interface SliceTimes {
  slices: number;
  sliceMs: number;
  warmupMs: number;
  settleMs?: number;
}

/** A plan's times: so many counted slices a lane, after a warm-up. */
export const inSlices = ({ slices, sliceMs, warmupMs, settleMs = 20 }: SliceTimes) => ({
  workload: { durationMs: slices * sliceMs, warmupMs } satisfies WorkloadInput,
  schedule: { sliceMs, settleMs } satisfies ScheduleInput,
});

/** The warm-up of the full form, which is by count, as published. */
const fullTimes = { workload: { warmupMs: 2000 }, schedule: {} };

/** Times by form: slices in the quick one, counts of commands in the full one. */
export const timesOf = (
  form: RecipeForm,
  quick: SliceTimes,
): { workload: WorkloadInput; schedule: ScheduleInput } => (form === 'quick' ? inSlices(quick) : fullTimes);

/** The count of the full form. */
export const countOf = (form: RecipeForm, requests: number): Pick<WorkloadInput, 'requests'> =>
  form === 'quick' ? {} : { requests };
