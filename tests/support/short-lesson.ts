import type { SweepStep } from '../../shared/sweep/recipe.ts';

/** A step of a lesson in as little time as still gives slices to compare. */
export const shortStep = (step: SweepStep): SweepStep => ({
  ...step,
  plan: {
    ...step.plan,
    workload: { ...step.plan.workload, warmupMs: 0, durationMs: 600 },
    schedule: { ...step.plan.schedule, sliceMs: 200, settleMs: 0 },
  },
});
