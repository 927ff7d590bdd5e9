import type { Result, SlotsMoved } from '../../shared/contract/result.ts';
import type { RunEvent, Sample } from '../../shared/contract/run-events.ts';
import type { Plan, Tuning } from '../../shared/contract/plan.ts';
import type { LatencySummary } from '../../shared/contract/figures.ts';
import type { Run, RunJob } from '../../server/engine/run/run-job.ts';
import { prepareTarget } from '../../server/redis/connection/target.ts';
import { anEnvironment, aResult } from './a-result.ts';
import type { StartRun } from '../../server/http/activity/types/run.ts';

export const madeLatency = (values: Partial<LatencySummary>): LatencySummary => ({
  ...{ mean: 1, min: 1, p50: 1, p95: 1, p99: 1, p999: 1, max: 1 },
  ...values,
});

export function sampleOf(lane: string, values: Partial<Sample> = {}): Sample {
  return {
    lane,
    slice: 0,
    phase: 'counted',
    notCounted: values.phase === 'warmup' ? 'warm-up' : null,
    endsSlice: true,
    atMs: 100,
    laneMs: 100,
    elapsedMs: 100,
    completed: 100,
    failed: 0,
    failures: {},
    throughput: 1000,
    bytesOut: 1,
    bytesIn: 1,
    writes: 1,
    effectiveBatch: 100,
    hits: 0,
    misses: 0,
    latencyMs: { command: null, batch: null, response: null },
    offered: null,
    backlog: null,
    client: { cpu: null, eventLoopUtilisation: 0, memoryBytes: 0 },
    server: null,
    settings: { revision: 0, pipeline: 16, dataSize: 100, clients: 10, rps: null },
    ...values,
  };
}

export const slotsMoved: SlotsMoved = {
  atMs: 100,
  tookMs: 20,
  from: '127.0.0.1:7000',
  to: '127.0.0.1:7001',
  slots: [0, 511],
  keys: 12,
};

/** A run that does what the test says. */
export class ScriptedRun implements Run {
  readonly id: string;
  readonly plan: Plan;
  readonly finished: Promise<Result>;
  readonly tunings: Tuning[] = [];
  stops = 0;
  /** What a stop does; by default the run ends at once. */
  onStop: () => void = () => {
    this.finish('stopped');
  };
  readonly #startedAt = new Date().toISOString();
  #totalMs: number | null = null;
  readonly #emit: (event: RunEvent) => void;
  #resolve: (result: Result) => void = () => undefined;
  #reject: (error: Error) => void = () => undefined;

  constructor(id: string, plan: Plan, emit: (event: RunEvent) => void, signal?: AbortSignal) {
    this.id = id;
    this.plan = plan;
    this.#emit = emit;
    this.finished = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    signal?.addEventListener('abort', () => {
      this.stops++;
      this.onStop();
    });
  }

  begin(totalMs: number | null = 10_000): void {
    this.#totalMs = totalMs;
    const { id: runId, plan } = this;
    this.#emit({
      type: 'run-started',
      runId,
      startedAt: this.#startedAt,
      plan,
      environment: anEnvironment,
      totalMs,
    });
    this.#emit({ type: 'slice-started', slice: 0, phase: 'counted', lanes: plan.lanes.map(({ id }) => id) });
  }

  emit(event: RunEvent): void {
    this.#emit(event);
  }

  sample(lane: string, values: Partial<Sample> = {}): void {
    this.#emit({ type: 'sample', sample: sampleOf(lane, values) });
  }

  moveSlots(): void {
    this.#emit({ type: 'slots-moved', moved: slotsMoved });
  }

  tune(tuning: Tuning): void {
    this.tunings.push(tuning);
    // As if a round of a second began again.
    if (this.#totalMs !== null) this.#totalMs += 1000;
    this.#emit({
      type: 'tuned',
      atMs: 50,
      tuning,
      revision: this.tunings.length,
      totalMs: this.#totalMs,
    });
  }

  /** Sends the last event. */
  announceEnd(state: Result['state'] = 'completed'): Result {
    const { id, plan } = this;
    const result = aResult({
      ...{ id, plan, state, comparisons: [], startedAt: this.#startedAt },
      finishedAt: new Date(Date.parse(this.#startedAt) + 1000).toISOString(),
      lanes: Object.fromEntries(plan.lanes.map((lane) => [lane.id, { perSecond: 1000, state }])),
      tunings: this.tunings.map((tuning) => ({ atMs: 50, tuning })),
    });
    this.#emit({ type: 'run-finished', result });
    return result;
  }

  finish(state: Result['state'] = 'completed'): void {
    this.#resolve(this.announceEnd(state));
  }

  fail(error: Error): void {
    this.#reject(error);
  }
}

/** An engine whose runs begin at once and then wait for the test. */
export class FakeEngine {
  readonly runs: ScriptedRun[] = [];
  readonly jobs: RunJob[] = [];
  /** What becomes of a run that was asked for. */
  onStart: (run: ScriptedRun) => void = (run) => {
    run.begin();
  };

  readonly start: StartRun = (job, options) => {
    const run = new ScriptedRun(
      `run-${this.runs.length + 1}`,
      job.plan,
      (event) => options?.onEvent?.(event),
      options?.signal,
    );
    this.runs.push(run);
    this.jobs.push(job);
    prepareTarget(job.target, job.plan).then(
      () => {
        this.onStart(run);
      },
      (error: unknown) => {
        run.fail(error as Error);
      },
    );
    return run;
  };

  /** The run that was started last. */
  get run(): ScriptedRun {
    const run = this.runs.at(-1);
    if (!run) throw new Error('no run was started');
    return run;
  }
}
