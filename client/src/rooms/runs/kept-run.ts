import { laneMarks, noMark } from '../../controls/lane-marks.ts';
import type { Result } from '../../../../shared/contract/result.ts';
import type { Sample } from '../../../../shared/contract/run-events.ts';
import type { PageSession } from '../../connection/page-session.svelte.ts';
import type { BoardLane } from '../../run/board-lane.ts';
import type { Messages } from '../../messages/en.ts';
import { ownDifferences } from '../../plan/plan-facts.ts';
import { LiveRun } from '../../run/live-run.svelte.ts';

/** A run out of the history, or out of a file (which holds no samples), as the board shows one that has ended. */
export function keptRun(result: Result, samples: Sample[]): LiveRun {
  const { id, state, startedAt, plan, environment, comparisons, tunings, slotsMoved } = result;
  const elapsedMs = samples.reduce((latest, { atMs }) => Math.max(latest, atMs), 0);
  return new LiveRun({
    runId: id,
    state,
    startedAt,
    plan,
    environment,
    totalMs: null,
    elapsedMs,
    samples,
    current: null,
    standings: [],
    comparisons,
    tunings,
    ...(slotsMoved ? { slotsMoved } : {}),
    failures: [],
    result,
  });
}

export const keptLanes = (
  run: LiveRun,
  session: Pick<PageSession, 'nameOfMeasured'>,
  messages: Messages,
): BoardLane[] => {
  const marks = laneMarks(run.plan.lanes);
  return run.lanes.map((live, index) => ({
    id: live.id,
    index,
    strategy: live.plan.strategy,
    mark: marks[index] ?? noMark,
    name: session.nameOfMeasured(live.result ?? live.plan),
    differences: ownDifferences(run.plan, live.id, messages),
    live,
  }));
};
