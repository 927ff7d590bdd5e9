import type { RunEvent, Sample } from '../../../shared/contract/run-events.ts';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';
import type { PlanInput } from '../../../shared/contract/plan.ts';
import { startRun } from '../../../server/engine/run/run.ts';
import type { RunJob } from '../../../server/engine/run/run-job.ts';
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
  const waiting: [type: RunEvent['type'], resolve: (event: RunEvent) => void][] = [];
  const onEvent = (event: RunEvent) => {
    events.push(event);
    for (const [type, resolve] of waiting) if (type === event.type) resolve(event);
  };
  const stopping = new AbortController();
  const stop = () => {
    stopping.abort();
  };
  const run = startRun(
    { plan: parsePlan(plan, 'local'), target, ...more },
    { signal: stopping.signal, onEvent },
  );
  const samples = () => events.flatMap((event): Sample[] => (event.type === 'sample' ? [event.sample] : []));
  /** Resolves at the first event of this kind, before anything else can come; rejects where the run ends without one. */
  const seen = (type: RunEvent['type']): Promise<unknown> =>
    events.some((event) => event.type === type)
      ? Promise.resolve()
      : new Promise((resolve, reject) => {
          waiting.push([type, resolve]);
          run.finished.then(() => {
            reject(new Error(`the run ended without "${type}"`));
          }, reject);
        });
  return { run, stop, events, samples, seen };
}
