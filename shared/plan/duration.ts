import type { Plan, PlanInput } from '../contract/plan.ts';
import { bystanderAloneMs } from '../settings/plan.ts';
import { planDefaults } from './defaults.ts';
import { defaultSliceMs } from './default-slice.ts';
import { largest } from '../statistics/extremes.ts';

/** Threads and connections are opened for each run, and its keys are removed, ms: a guess. */
export const setUpMs = 1000;
/** The server is asked for its counters before and after a turn, ms: a guess. */
export const aroundTurnMs = 12;

/** The unloaded round trip of a network, measured before a run: as many PINGs, or as many as fit in this time. */
export const unloadedTrips = { samples: 20, forMs: 300 } as const;

/** Time to open a network and measure it, ms. */
export const measuringNetworkMs = ({ rttMs = 0 }: { rttMs?: number | undefined }): number =>
  50 + Math.min(unloadedTrips.forMs, unloadedTrips.samples * (rttMs + 0.5));

/** How long a plan's bystander watches before the lanes, ms. */
export const aloneMs = ({ bystander }: Pick<PlanInput, 'bystander'>): number =>
  bystander ? bystanderAloneMs : 0;

/**
 * The settling moment before each counted slice of these lanes, ms: none where there is no warm-up at all. At a rate
 * there is none either: a stall in it would be in no figure.
 */
export const settleMsOf = (
  { workload, schedule }: Pick<Plan, 'workload' | 'schedule'>,
  lanes: readonly { workload: { rps?: number | undefined } }[],
): number =>
  workload.warmupMs === 0 || lanes.every((lane) => lane.workload.rps !== undefined) ? 0 : schedule.settleMs;

/** About how long a run of this plan takes once it is set up, ms, before anything is measured. */
export function plannedMs(plan: PlanInput): number {
  const { mode, starts = 1, settleMs = planDefaults.schedule.settleMs } = plan.schedule ?? {};
  const { sliceMs = defaultSliceMs(plan) } = plan.schedule ?? {};
  const lanes = plan.lanes.map((lane) => {
    const workload = { ...planDefaults.workload, ...plan.workload, ...lane.workload };
    const { durationMs, warmupMs, rps } = workload;
    const [countedMs, warmMs] = [durationMs ?? 0, starts * (warmupMs ?? 0)];
    const [counted, warm] = [Math.ceil(countedMs / sliceMs), Math.ceil(warmMs / sliceMs)];
    return (
      countedMs + warmMs + (rps === undefined ? counted * settleMs : 0) + (counted + warm) * aroundTurnMs
    );
  });
  const inTurns = lanes.reduce((sum, ms) => sum + ms, 0);
  return aloneMs(plan) + (mode === 'race' ? largest(lanes) : inTurns);
}
