import type { RunEvent, Sample } from '../../../shared/contract/run-events.ts';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';
import type { PlanInput } from '../../../shared/contract/plan.ts';
import { startRun, type RunJob } from '../../../server/engine/run/run.ts';
import type { Target } from '../../../server/redis/connection/target.ts';

/** As little load as there are figures. */
export const quick: NonNullable<PlanInput['workload']> = {
  warmupMs: 0,
  durationMs: 400,
  clients: 2,
  keyspace: 100,
};
export const slices = { sliceMs: 100 } satisfies PlanInput['schedule'];

/** Starts a run and keeps what is heard of it. */
export function begin(target: Target, plan: PlanInput, more: Partial<RunJob> = {}) {
  const events: RunEvent[] = [];
  const stopping = new AbortController();
  const stop = () => {
    stopping.abort();
  };
  const run = startRun(
    { plan: parsePlan(plan), target, ...more },
    { signal: stopping.signal, onEvent: (event) => events.push(event) },
  );
  const samples = () => events.flatMap((event): Sample[] => (event.type === 'sample' ? [event.sample] : []));
  /** Resolves at the first event of this kind. */
  const seen = async (type: RunEvent['type']) => {
    while (!events.some((event) => event.type === type))
      await new Promise((resolve) => setTimeout(resolve, 5));
  };
  return { run, stop, events, samples, seen };
}
