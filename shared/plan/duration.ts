import type { Plan, PlanInput } from '../contract/plan.ts';
import { bystanderAloneMs } from '../settings/plan.ts';
import { planDefaults } from './defaults.ts';
import { defaultSliceMs } from './default-slice.ts';

/** Threads and connections are opened for each run, and its keys are removed, ms: a guess. */
export const setUpMs = 1000;
/** Each network is measured before a run, ms. */
export const measuringNetworkMs = 1100;

/** How long a plan's bystander watches before the lanes, ms. */
export const aloneMs = ({ bystander }: Pick<PlanInput, 'bystander'>): number =>
  bystander ? bystanderAloneMs : 0;

/** The settling moment before each slice; none where there is no warm-up at all. */
export const settleMsOf = ({ workload, schedule }: Pick<Plan, 'workload' | 'schedule'>): number =>
  workload.warmupMs === 0 ? 0 : schedule.settleMs;

/** About how long a run of this plan takes once it is set up, ms, before anything is measured. */
export function plannedMs(plan: PlanInput): number {
  const { mode, starts = 1, settleMs = planDefaults.schedule.settleMs } = plan.schedule ?? {};
  const { sliceMs = defaultSliceMs(plan) } = plan.schedule ?? {};
  const lanes = plan.lanes.map((lane) => {
    const { durationMs, warmupMs } = { ...planDefaults.workload, ...plan.workload, ...lane.workload };
    const sentMs = (durationMs ?? 0) + starts * (warmupMs ?? 0);
    return sentMs + Math.ceil(sentMs / sliceMs) * settleMs;
  });
  const inTurns = lanes.reduce((sum, ms) => sum + ms, 0);
  return aloneMs(plan) + (mode === 'race' ? Math.max(...lanes) : inTurns);
}
