import type { Result } from '../../../../shared/contract/result.ts';
import type { RunSnapshot } from '../../../../shared/contract/live.ts';
import type { RunSummary } from '../../../../shared/contract/http.ts';

/** The line of a finished run in the list of runs. */
export const summariseResult = ({ id, startedAt, state, lanes }: Result): RunSummary => ({
  id,
  startedAt,
  state,
  lanes: lanes.map((lane) => ({
    id: lane.id,
    strategy: lane.strategy,
    throughput: lane.throughput?.median ?? null,
    bound: lane.verdict.bound,
  })),
});

/** The line of a run in progress, with its figures so far. */
export const summariseRunning = ({ runId, startedAt, state, plan, standings }: RunSnapshot): RunSummary => ({
  id: runId,
  startedAt,
  state,
  lanes: plan.lanes.map(({ id, strategy }) => ({
    id,
    strategy,
    throughput: standings.find(({ lane }) => lane === id)?.throughput?.median ?? null,
    bound: null,
  })),
});
