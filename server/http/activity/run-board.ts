import { setTimeout as delay } from 'node:timers/promises';
import type { CurrentRun, Stopped, RunSummary } from '../../../shared/contract/http.ts';
import type { Result } from '../../../shared/contract/result.ts';
import type { RunEvent } from '../../../shared/contract/run-events.ts';
import type { RunSnapshot } from '../../../shared/contract/live.ts';
import type { Plan } from '../../../shared/contract/plan.ts';
import { NoRunToTune } from '../../engine/run/no-run-to-tune.ts';
import type { Run, startRun } from '../../engine/run/run.ts';
import type { OpenedTarget } from '../../redis/connection/opened-target.ts';
import { describeError, Refusal } from '../plugins/errors.ts';
import { applyEvent } from './run-snapshot.ts';
import { summariseResult, summariseRunning } from './run-summary.ts';
import { parseFittingTuning } from './tuning.ts';

export type StartRun = typeof startRun;

/** The engine's events, and the one it never sends: a run that broke off without a result. */
export type BoardEvent = RunEvent | { type: 'run-lost'; runId: string; error: unknown };

export interface RunBoardOptions {
  startRun: StartRun;
  /** Milliseconds since the epoch, as in `Date.now`. */
  now?: () => number;
  /** How many results are kept in memory. */
  keep?: number;
}

/** Several runs, one after another, that answer one question together. */
export interface Series {
  id: string;
  kind: Exclude<CurrentRun['kind'], 'run'>;
  /** How long it still takes; `null`: not known. */
  remainingMs: () => number | null;
}

export interface SeriesTools {
  /** Aborted when somebody stops the series. */
  signal: AbortSignal;
  /** To be told of the events of each of its runs: they are shown as those of any run. */
  onEvent: (event: RunEvent) => void;
  /** To be told when one of its runs broke off without a result. */
  onLost: (runId: string, error: unknown) => void;
}

/** What has the machine to itself. */
interface Active {
  id: string;
  kind: CurrentRun['kind'];
  /** `null`: a series, which cannot be tuned. */
  run: Run | null;
  startedAt: string;
  remainingMs: () => number | null;
  stop: () => void;
  /** Resolves when it is over and cleaned up, in whatever way; never rejects. */
  over: Promise<void>;
}

/** What goes on, a run or a series of them, at most one; and the results of the runs before it. */
export class RunBoard {
  readonly #startRun: StartRun;
  readonly #now: () => number;
  readonly #keep: number;
  readonly #listeners: ((event: BoardEvent) => void)[] = [];
  #active: Active | null = null;
  #latest: RunSnapshot | null = null;
  /** When the latest run began, which is after its set-up. */
  #begunAt = 0;
  /** Newest first. */
  #results: Result[] = [];

  constructor({ startRun, now = Date.now, keep = 50 }: RunBoardOptions) {
    this.#startRun = startRun;
    this.#now = now;
    this.#keep = keep;
  }

  /** Told of each event at once, in the engine's thread: a listener must be quick and must not throw. */
  onEvent(listener: (event: BoardEvent) => void): void {
    this.#listeners.push(listener);
  }

  /**
   * Makes the target ready and starts a run; resolves with its id once it is set up. Rejects with the reason when
   * that fails, and with a Refusal while something else goes on.
   */
  async start(plan: Plan, opened: OpenedTarget): Promise<string> {
    await this.#tidiedUp();
    this.#refuseWhileBusy();
    return new Promise((resolve, reject) => {
      const startedAt = new Date(this.#now()).toISOString();
      const stopping = new AbortController();
      const run = this.#startRun(
        { plan, target: opened },
        {
          signal: stopping.signal,
          onEvent: (event) => {
            this.#take(event);
            if (event.type === 'run-started') resolve(event.runId);
          },
        },
      );
      const over = run.finished
        .then(
          (result) => {
            resolve(result.id);
          },
          (error: unknown) => {
            reject(error instanceof Error ? error : new Error(String(error)));
            this.#noteLoss(run.id, error);
          },
        )
        .finally(() => (this.#active = null));
      const remainingMs = () => this.#remainingMs(run.id);
      const stop = () => {
        stopping.abort();
      };
      this.#active = { id: run.id, kind: 'run', run, startedAt, remainingMs, stop, over };
    });
  }

  /**
   * Has a series of runs carried out, each of which is shown as it comes; resolves with what `work` does. Rejects
   * with its error, and with a Refusal while something else goes on.
   */
  async carryOut<T>({ id, kind, remainingMs }: Series, work: (tools: SeriesTools) => Promise<T>): Promise<T> {
    await this.#tidiedUp();
    this.#refuseWhileBusy();
    const stopping = new AbortController();
    const onEvent = (event: RunEvent) => {
      this.#take(event, kind);
    };
    const onLost = (runId: string, error: unknown) => {
      this.#noteLoss(runId, error);
    };
    const done = work({ signal: stopping.signal, onEvent, onLost });
    const over = done
      .then(
        () => undefined,
        (error: unknown) => {
          if (this.#latest) this.#noteLoss(this.#latest.runId, error);
        },
      )
      .finally(() => (this.#active = null));
    const startedAt = new Date(this.#now()).toISOString();
    const stop = () => {
      stopping.abort();
    };
    this.#active = { id, kind, run: null, startedAt, remainingMs, stop, over };
    return await done;
  }

  /** Stops what goes on and waits for its end, so long as it takes no longer than `patienceMs`. */
  async stop(patienceMs: number): Promise<Stopped | null> {
    const active = this.#active;
    if (!active) return null;
    active.stop();
    const patience = new AbortController();
    const ended = await Promise.race([
      active.over.then(() => true),
      delay(patienceMs, false, { signal: patience.signal }).catch(() => false),
    ]);
    patience.abort();
    return { id: active.id, ended };
  }

  /** Checks a live change and hands it to the run. Throws InvalidInput, or a Refusal when no run goes on. */
  tune(input: unknown): void {
    const run = this.#active?.run;
    const latest = this.#latest;
    if (!run || latest?.runId !== run.id || latest.state !== 'running') throw new NoRunToTune();
    const before = latest.tunings.map(({ tuning }) => tuning);
    run.tune(parseFittingTuning(input, latest.plan, before));
  }

  /** Moves slots of the private cluster. Throws InvalidInput where there are none, or a Refusal when no run goes on. */
  moveSlots(): void {
    const run = this.#active?.run;
    if (!run || this.#latest?.runId !== run.id || this.#latest.state !== 'running')
      throw new Refusal(409, { code: 'no_run', message: 'No run goes on in which slots could be moved.' });
    run.moveSlots();
  }

  /** What is in the way of another run; `null` when there is nothing. */
  current(): CurrentRun | null {
    if (!this.#active) return null;
    const { id, kind, startedAt, remainingMs } = this.#active;
    const begun = this.#latest?.runId === id ? this.#latest.startedAt : startedAt;
    return { id, kind, startedAt: begun, remainingMs: remainingMs() };
  }

  /** The run that goes on or ended last, as of now. */
  snapshot(): RunSnapshot | null {
    const run = this.#latest;
    return run?.state === 'running' ? { ...run, elapsedMs: this.#now() - this.#begunAt } : run;
  }

  /** One line a run, newest first. */
  summaries(): RunSummary[] {
    const past = this.#results.map(summariseResult);
    const run = this.#latest;
    return run && !run.result ? [summariseRunning(run), ...past] : past;
  }

  result(id: string): Result | null {
    return this.#results.find((result) => result.id === id) ?? null;
  }

  /** After its last event a run only tidies up: whoever saw it end may start the next. */
  async #tidiedUp(): Promise<void> {
    while (this.#active && !this.#isGoingOn(this.#active)) await this.#active.over;
  }

  #refuseWhileBusy(): void {
    const current = this.current();
    if (current) throw inProgress(current);
  }

  #isGoingOn({ run }: Active): boolean {
    return run === null || this.#latest?.runId !== run.id || this.#latest.state === 'running';
  }

  /** Of the run that goes on, ms; `null` while it is set up, and when it stops by count. */
  #remainingMs(id: string): number | null {
    const snapshot = this.snapshot();
    if (snapshot?.runId !== id || snapshot.totalMs === null) return null;
    return Math.max(0, snapshot.totalMs - snapshot.elapsedMs);
  }

  #take(event: RunEvent, kind: CurrentRun['kind'] = 'run'): void {
    if (event.type === 'run-started') this.#begunAt = this.#now();
    this.#latest = applyEvent(this.snapshot(), event);
    if (event.type === 'run-started' && kind !== 'run' && this.#latest)
      this.#latest = { ...this.#latest, series: kind };
    if (event.type === 'run-finished' && kind === 'run')
      this.#results = [event.result, ...this.#results].slice(0, this.#keep);
    this.#tell(event);
  }

  #noteLoss(runId: string, error: unknown): void {
    if (this.#latest?.runId !== runId || this.#latest.state !== 'running') return;
    this.#latest = {
      ...this.#latest,
      elapsedMs: this.#now() - this.#begunAt,
      state: 'failed',
      current: null,
      error: describeError(error).details,
    };
    this.#tell({ type: 'run-lost', runId, error });
  }

  #tell(event: BoardEvent): void {
    for (const listener of this.#listeners) listener(event);
  }
}

const kinds = { run: 'Run', lesson: 'The lesson', search: 'The search for a batch size' } as const;

function inProgress(run: CurrentRun): Refusal {
  const rest =
    run.remainingMs === null
      ? 'it is not known for how long'
      : `it will take about ${Math.ceil(run.remainingMs / 1000)} s more`;
  const message = `${kinds[run.kind]} ${run.id} has been going on since ${run.startedAt}; ${rest}.`;
  return new Refusal(409, { code: 'run_in_progress', message, run });
}
