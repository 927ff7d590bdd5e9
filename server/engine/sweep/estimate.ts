import type { SweepStep } from '../../../shared/sweep/recipe.ts';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';
import { planMs } from '../run/estimate.ts';

/** How long a step takes, ms. */
export const estimateMs = (step: SweepStep, plan = parsePlan(step.plan)): number => planMs(plan, step.pace);

/** How long all steps take, ms. */
export const estimateSweepMs = (steps: readonly SweepStep[]): number =>
  steps.reduce((sum, step) => sum + estimateMs(step), 0);
