import { laneMarks, noMark } from '../controls/lane-marks.ts';
import type { Messages } from '../messages/en.ts';
import { settingsInWords } from '../../../shared/words/settings.ts';
import { adoptLane } from './draft-lanes.ts';
import type { PageSession } from '../connection/page-session.svelte.ts';
import type { BoardLane } from '../run/board-lane.ts';
import type { LiveRun } from '../run/live-run.svelte.ts';
import type { PlanDraft } from './plan-draft.svelte.ts';

/** The columns of the board: the lanes of the run on screen, else of the plan for the next one. */
export function boardLanes(
  run: LiveRun | null,
  draft: PlanDraft,
  session: PageSession,
  messages: Messages,
): BoardLane[] {
  const lanes = run ? run.lanes.map(({ plan }) => adoptLane(plan, run.plan.workload)) : draft.lanes;
  const marks = laneMarks(lanes);
  return lanes.map((lane, index) => ({
    id: lane.id,
    index,
    strategy: lane.strategy,
    ...(lane.client === undefined ? {} : { client: lane.client }),
    mark: marks[index] ?? noMark,
    name: session.nameOf(lane),
    differences: settingsInWords(lane, messages),
    live: run?.lanes[index],
  }));
}
