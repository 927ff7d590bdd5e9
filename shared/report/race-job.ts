import type { LaneResult } from '../contract/lane-result.ts';
import type { Result } from '../contract/result.ts';
import type { Workload } from '../contract/workload.ts';
import { rateOfLanes } from '../plan/program-lane.ts';
import { tunedPlan } from '../plan/tuned-plan.ts';
import { isWayOfSending } from '../statistics/best-lane.ts';
import { rateOf } from '../statistics/figures.ts';
import { indistinguishableFrom } from '../statistics/rivals.ts';
import { workloadName } from '../words/workload.ts';

/** What the lanes of a run can do one after another of, for a race of one job. */
export interface RaceJob {
  /** The command, `SET:GET 1:10`, or a line of one's own; `null`: units of a program or in writing. */
  name: string | null;
  lanes: readonly LaneResult[];
  /** By lane, commands or units per second; `null`: it has none. */
  rates: readonly (number | null)[];
  /** The lane with the highest rate. */
  first: LaneResult;
  /** Lanes that cannot be told apart from it. */
  ties: readonly LaneResult[];
}

/** Fields of a workload that say what the job is, not how it is sent. */
const ofJob = [
  'commands',
  'ratio',
  'customCommand',
  'customCommands',
  'dataSize',
  'dataSizeRange',
] as const satisfies readonly (keyof Workload)[];

/** The job that all lanes of a run did; `null` where a rate was asked for, or where the rates are of unlike things. */
export function raceJob(result: Result): RaceJob | null {
  const plan = tunedPlan(result.plan, result.tunings);
  const counts = rateOfLanes(plan);
  const jobs = new Set(
    plan.lanes.map(({ workload }) => JSON.stringify(ofJob.map((field) => workload[field] ?? null))),
  );
  const isOpenLoop = [plan, ...plan.lanes].some(({ workload }) => workload.rps !== undefined);
  if (isOpenLoop || counts === 'mixedRate' || jobs.size > 1) return null;
  const lanes = result.lanes.filter(({ strategy }) => isWayOfSending(strategy));
  const rates = lanes.map((lane) => (lane.error ? null : rateOf(lane)));
  const ranked = lanes
    .filter((_, index) => (rates[index] ?? 0) > 0)
    .toSorted((one, other) => (rateOf(other) ?? 0) - (rateOf(one) ?? 0));
  const [first, ...others] = ranked;
  if (!first || others.length === 0) return null;
  return {
    name: counts === 'unitRate' ? null : workloadName(plan.lanes[0]?.workload ?? plan.workload),
    ...{ lanes, rates, first },
    ties: indistinguishableFrom(first, others, (lane) => lane),
  };
}
