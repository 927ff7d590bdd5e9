import { expect } from 'vitest';
import type { LaneResult } from '../../../shared/contract/lane-result.ts';
import type { PlanInput, Tuning } from '../../../shared/contract/plan.ts';
import type { RunEvent } from '../../../shared/contract/run-events.ts';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';
import { startRun } from '../../../server/engine/run/run.ts';
import type { Run } from '../../../server/engine/run/run-job.ts';
import type { Target } from '../../../server/redis/connection/target.ts';

type Moment = (event: RunEvent) => boolean;

/** When this lane's turn of this round begins. */
export const turnOf =
  (lane: string, slice: number): Moment =>
  (event) =>
    event.type === 'slice-started' && event.slice === slice && event.lanes.includes(lane);

/** Carries a plan out, and something at each of these moments, the first time that it comes. */
export async function carryOut(
  target: Target,
  plan: PlanInput,
  ...then: [Moment, (run: Run, stop: () => void) => void][]
) {
  const waiting = [...then];
  const events: RunEvent[] = [];
  const stopping = new AbortController();
  const stop = () => {
    stopping.abort();
  };
  const run = startRun(
    { plan: parsePlan(plan), target },
    {
      signal: stopping.signal,
      onEvent: (event) => {
        events.push(event);
        const index = waiting.findIndex(([moment]) => moment(event));
        const [next] = index < 0 ? [] : waiting.splice(index, 1);
        // The engine's own thread is not to be disturbed in the midst of an event.
        if (next) queueMicrotask(() => next[1](run, stop));
      },
    },
  );
  const result = await run.finished;
  expect(waiting).toEqual([]);
  const lane = (id: string): LaneResult => {
    const found = result.lanes.find((one) => one.id === id);
    if (!found) throw new Error(`no lane ${id}`);
    return found;
  };
  const samples = events.flatMap((event) => (event.type === 'sample' ? event.sample : []));
  return { result, lane, events, samples };
}

export const tune = (tuning: Tuning) => (run: Run) => {
  run.tune(tuning);
};
