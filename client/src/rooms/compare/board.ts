import type { Messages } from '../../messages/en.ts';
import { describeDifferences } from '../../plan/describe-differences.ts';
import { adoptLane } from '../../plan/draft-lanes.ts';
import type { Lab } from './lab.svelte.ts';
import type { RunLane } from '../../run/run-lane.svelte.ts';

/** A column of the board: a lane of the run on screen, or of the plan for the next one. */
export interface BoardLane {
  id: string;
  /** Its place, which gives it its colour; the first is the baseline. */
  index: number;
  strategy: string;
  name: string;
  /** In what it differs from the others, in words; empty: in nothing. */
  differences: string;
  live: RunLane | undefined;
}

export function boardLanes(lab: Lab, messages: Messages): BoardLane[] {
  const { run } = lab;
  const lanes = run ? run.lanes.map(({ plan }) => adoptLane(plan, run.plan.workload)) : lab.draft.lanes;
  return lanes.map((lane, index) => ({
    id: lane.id,
    index,
    strategy: lane.strategy,
    name: lab.nameOf(lane),
    differences: describeDifferences(lane, messages),
    live: run?.lanes[index],
  }));
}
