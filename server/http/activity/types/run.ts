import type { Result } from '../../../../shared/contract/result.ts';
import type { RunEvent } from '../../../../shared/contract/run-events.ts';
import type { RunSnapshot } from '../../../../shared/contract/live.ts';
import type { Tuning, Plan } from '../../../../shared/contract/plan.ts';
import type { RunSummary } from '../../../../shared/contract/http.ts';
import { documentLimits } from '../../../../shared/limits.ts';
import { NoRunToTune, type Run, type RunJob, type StartOptions } from '../../../engine/run/run-job.ts';
import type { startRun } from '../../../engine/run/run.ts';
import { Refusal } from '../../plugins/errors.ts';
import { LatestSnapshot } from '../latest-snapshot.ts';
import { withoutStacks, type OnStack } from '../without-stacks.ts';
import type { ActivityType } from './activity-type.ts';
import { reduceRun, summariseResult, summariseRunning } from './run-snapshot.ts';
import { tuningFor } from '../../../../shared/plan/lane-differences.ts';
import { InvalidInput } from '../../../../shared/contract/parse.ts';
import { parsePlan, parseTuning } from '../../../../shared/plan/parse-plan.ts';
import { problemAt } from '../../../../shared/contract/problem-at.ts';

export type StartRun = typeof startRun;

interface RunKindOptions {
  startRun: StartRun;
  /** Milliseconds since the epoch. */
  now?: () => number;
  onStack?: OnStack;
  /** How many results are kept in memory. */
  keep?: number;
}

/** Runs: what else can be done with the one in progress, and the results of those before it. */
export class RunActivity implements ActivityType<RunJob, RunEvent, RunSnapshot, Result> {
  readonly name = 'run';
  readonly latest: LatestSnapshot<RunSnapshot, RunEvent>;
  readonly #startRun: StartRun;
  readonly #onStack: OnStack | undefined;
  readonly #keep: number;
  /** The one that was started last. */
  #run: Run | null = null;
  /** Newest first. */
  #results: Result[] = [];
  #onFilling: NonNullable<RunJob['onFilling']> = () => undefined;

  constructor({ startRun, onStack, now = Date.now, keep = 50 }: RunKindOptions) {
    this.#startRun = startRun;
    this.#onStack = onStack;
    this.#keep = keep;
    this.latest = new LatestSnapshot(this, now);
  }

  /** Called while a run writes the keys that its lanes read, before its first event: how many are, and will be. */
  onFilling(listener: NonNullable<RunJob['onFilling']>): void {
    this.#onFilling = listener;
  }

  start(job: RunJob, { onEvent, ...options }: StartOptions<RunEvent>): Run {
    this.#run = this.#startRun(
      { ...job, onFilling: this.#onFilling },
      {
        ...options,
        onEvent: (emitted) => {
          const event = withoutStacks(emitted, this.#onStack);
          if (event.type === 'run-finished')
            this.#results = [event.result, ...this.#results].slice(0, this.#keep);
          onEvent?.(event);
        },
      },
    );
    return this.#run;
  }

  /** Checks a live change, hands it to the run and returns it. Throws InvalidInput, or NoRunToTune. */
  tune(input: unknown): Tuning {
    const current = this.#inProgress();
    if (!current) throw new NoRunToTune();
    const { run, snapshot } = current;
    if (snapshot.tunings.length >= documentLimits.tunings) throw tooManyChanges();
    const before = snapshot.tunings.map(({ tuning }) => tuning);
    const tuning = parseFittingTuning(input, snapshot.plan, before);
    run.tune(tuning);
    return tuning;
  }

  /** Moves slots of the private cluster. Throws InvalidInput where there are none, or a Refusal when no run is in progress. */
  moveSlots(): void {
    const current = this.#inProgress();
    if (!current)
      throw new Refusal(409, {
        code: 'no_run',
        message: 'No run is in progress in which slots could be moved.',
      });
    if ((current.snapshot.slotsMoved?.length ?? 0) >= documentLimits.list) throw tooManyChanges();
    current.run.moveSlots();
  }

  /** One line a run, newest first. */
  summaries(): RunSummary[] {
    const past = this.#results.map(summariseResult);
    const run = this.latest.get();
    return run && !run.result ? [summariseRunning(run), ...past] : past;
  }

  result(id: string): Result | null {
    return this.#results.find((result) => result.id === id) ?? null;
  }

  isBegun({ type }: RunEvent): boolean {
    return type === 'run-started';
  }

  runEvent(event: RunEvent): RunEvent {
    return event;
  }

  readonly reduce = reduceRun;

  startsClock({ type }: RunEvent): boolean {
    return type === 'run-started';
  }

  asOf(run: RunSnapshot, elapsedMs: number): RunSnapshot {
    return { ...run, elapsedMs };
  }

  facts({ runId, state, startedAt, totalMs, elapsedMs }: RunSnapshot) {
    const remainingMs = totalMs === null ? null : Math.max(0, totalMs - elapsedMs);
    return { id: runId, state, startedAt, remainingMs };
  }

  #inProgress(): { run: Run; snapshot: RunSnapshot } | null {
    const [run, snapshot] = [this.#run, this.latest.get()];
    return run && snapshot?.runId === run.id && snapshot.state === 'running' ? { run, snapshot } : null;
  }
}

const tooManyChanges = (): Refusal =>
  new Refusal(409, {
    code: 'too_many_changes',
    message: 'This run was changed so often that its result holds no more changes.',
  });

/**
 * Checks a live change, also against what the lanes run with by now: each bound may be kept and all of them
 * together still need more memory than a lane may hold. Throws InvalidInput.
 */
export function parseFittingTuning(input: unknown, plan: Plan, before: readonly Tuning[]): Tuning {
  const tuning = parseTuning(input);
  const drawn = plan.workload.dataSizeRange;
  if (tuning.dataSize !== undefined && drawn) {
    const reason = { code: 'sizes-are-drawn' as const, sizes: drawn };
    throw new InvalidInput([problemAt('dataSize', reason, { value: tuning.dataSize })]);
  }
  const { network: _network, ...changes } = [...before, tuning].reduce((earlier, later) => ({
    ...earlier,
    ...later,
  }));
  const { agents = 0, lanes } = parsePlan({
    ...plan,
    lanes: plan.lanes.map((lane) => ({
      ...lane,
      workload: { ...lane.workload, ...tuningFor(lane, plan.workload, changes) },
    })),
  });
  const small = lanes.find(({ workload: { clients, threads } }) => clients < agents * threads);
  if (small) {
    const { clients, threads } = small.workload;
    const reason = { code: 'too-few-clients-for-agents' as const, agents, threads, clients };
    throw new InvalidInput([problemAt('clients', reason, { value: tuning.clients })]);
  }
  return tuning;
}
