import { setTimeout as delay } from 'node:timers/promises';
import type { CurrentRun, Stopped } from '../../../shared/contract/http.ts';
import type { RunEvent } from '../../../shared/contract/run-events.ts';
import type { RunSnapshot } from '../../../shared/contract/live.ts';
import { describeError, Refusal } from '../plugins/errors.ts';
import type { Ended, ActivityType, ActivityTypeName } from './types/activity-type.ts';
import type { LatestSnapshot, Origin } from './latest-snapshot.ts';

/**
 * The events of runs, whatever activity they are part of; a run that broke off without a result; a snapshot of a
 * lesson or search that changed, its outcome, what made it fail, and a run that is shown no longer.
 */
export type BoardEvent =
  | RunEvent
  | { type: 'run-lost'; runId: string; error: unknown }
  | { type: 'changed'; kind: Exclude<ActivityTypeName, 'run'> }
  | { type: 'run-put-away' }
  | { type: 'failed'; error: unknown }
  | Ended;

/** What has the machine to itself. */
interface Active {
  id: string;
  kind: ActivityTypeName;
  startedAt: string;
  facts: () => ReturnType<LatestSnapshot<unknown, unknown>['factsOf']>;
  stop: () => void;
  /** Resolves when it is over and cleaned up, in whatever way; never rejects. */
  over: Promise<void>;
}

/** The activity in progress: at most one run, lesson, load curve or search. */
export class ActivityBoard {
  readonly #runs: LatestSnapshot<RunSnapshot, RunEvent>;
  readonly #now: () => number;
  readonly #listeners: ((event: BoardEvent) => void)[] = [];
  #active: Active | null = null;

  /** `runs` has the run in progress, also where it is part of a lesson or search. */
  constructor(runs: LatestSnapshot<RunSnapshot, RunEvent>, now: () => number = Date.now) {
    this.#runs = runs;
    this.#now = now;
  }

  /** Called with each event at once, in the engine's thread: a listener must be quick and must not throw. */
  onEvent(listener: (event: BoardEvent) => void): void {
    this.#listeners.push(listener);
  }

  /**
   * Starts an activity; resolves with its id once it has begun. Rejects with the reason when it cannot, and with a
   * Refusal while another is in progress.
   */
  async start<Order, Event, Snapshot, Outcome>(
    kind: ActivityType<Order, Event, Snapshot, Outcome>,
    order: Order,
  ): Promise<string> {
    await this.#tidiedUp();
    const current = this.current();
    if (current) throw inProgress(current);
    const startedAt = new Date(this.#now()).toISOString();
    const before = kind.latest.get();
    const stopping = new AbortController();
    const name = kind.nameOf?.(order) ?? kind.name;
    return new Promise((resolve, reject) => {
      let hasBegun = false;
      const onEvent = (event: Event) => {
        this.#apply({ kind, name }, event, { id, startedAt, before });
        if (!kind.isBegun(event)) return;
        hasBegun = true;
        resolve(id);
      };
      const { id, finished } = kind.start(order, { signal: stopping.signal, onEvent });
      const onError = (error: unknown) => {
        const stopped = stopping.signal.aborted;
        if (stopped) resolve(id);
        else reject(error instanceof Error ? error : new Error(String(error)));
        this.#loseRun(error);
        const snapshot = kind.latest.factsOf(id) && kind.latest.get();
        if (snapshot === null) return;
        if (!hasBegun && !stopped) this.#show(kind, before, snapshot);
        else if (kind.breakOff)
          this.#show(kind, kind.breakOff(snapshot, { error, stopped }, before), snapshot);
        if (kind.name !== 'run' && kind.latest.factsOf(id)?.state === 'failed')
          this.#emit({ type: 'failed', error });
      };
      const over = finished
        .then((outcome) => {
          resolve(id);
          const ended = kind.ended?.(id, outcome);
          if (ended) this.#emit(ended);
        }, onError)
        .finally(() => (this.#active = null));
      const stop = () => {
        const snapshot = kind.latest.factsOf(id) && kind.latest.get();
        if (snapshot !== null && kind.stopping) this.#show(kind, kind.stopping(snapshot), snapshot);
        stopping.abort();
      };
      this.#active = { id, kind: name, startedAt, facts: () => kind.latest.factsOf(id), stop, over };
    });
  }

  /** Stops what is in progress and waits for its end, so long as it takes no longer than `patienceMs`. */
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

  /** What has ended is shown no longer, nor the last run that was part of it. */
  dismiss<Order, Event, Snapshot, Outcome>(kind: ActivityType<Order, Event, Snapshot, Outcome>): void {
    const snapshot = kind.latest.get();
    if (snapshot === null || kind.facts(snapshot).state === 'running') return;
    this.#show(kind, null, snapshot);
    if (this.#runs.get()?.series !== kind.name) return;
    this.#runs.set(null);
    this.#emit({ type: 'run-put-away' });
  }

  /** What is in the way of another activity; `null` when there is nothing. */
  current(): CurrentRun | null {
    if (!this.#active) return null;
    const { id, kind, startedAt, facts } = this.#active;
    return { id, kind, startedAt, remainingMs: null, ...factsToSend(facts()) };
  }

  /** After its last event an activity only tidies up: who saw it end may start the next. */
  async #tidiedUp(): Promise<void> {
    for (;;) {
      const state = this.#active?.facts()?.state ?? 'running';
      if (!this.#active || state === 'running') return;
      await this.#active.over;
    }
  }

  /** A viewer is sent the activity first, and then the run that is part of it. */
  #apply<Order, Event, Snapshot, Outcome>(
    { kind, name }: { kind: ActivityType<Order, Event, Snapshot, Outcome>; name: ActivityTypeName },
    event: Event,
    origin: Origin<Snapshot>,
  ): void {
    const changed = kind.latest.apply(event, origin);
    if (changed && kind.name !== 'run') this.#emit({ type: 'changed', kind: kind.name });
    const runEvent = kind.runEvent(event);
    if (runEvent) {
      if (name !== 'run') this.#applyPart(name, runEvent);
      this.#emit(runEvent);
    }
    const failure = kind.runFailure?.(event);
    if (failure) this.#loseRun(failure);
  }

  /** An event of a run that is one of several. */
  #applyPart(series: Exclude<ActivityTypeName, 'run'>, event: RunEvent): void {
    this.#runs.apply(event, { id: '', startedAt: '', before: null });
    const run = this.#runs.get();
    if (run && event.type === 'run-started') this.#runs.set({ ...run, series });
  }

  /** A run in progress ends without a result. */
  #loseRun(error: unknown): void {
    const run = this.#runs.get();
    if (run?.state !== 'running') return;
    this.#runs.set({ ...run, state: 'failed', current: null, error: describeError(error).details });
    this.#emit({ type: 'run-lost', runId: run.runId, error });
  }

  #show<Order, Event, Snapshot, Outcome>(
    kind: ActivityType<Order, Event, Snapshot, Outcome>,
    snapshot: Snapshot | null,
    before: Snapshot,
  ): void {
    if (kind.latest.set(snapshot, before) && kind.name !== 'run')
      this.#emit({ type: 'changed', kind: kind.name });
  }

  #emit(event: BoardEvent): void {
    for (const listener of this.#listeners) listener(event);
  }
}

const factsToSend = (facts: ReturnType<Active['facts']>): Partial<CurrentRun> =>
  facts ? { startedAt: facts.startedAt, remainingMs: facts.remainingMs } : {};

const named = {
  run: 'Run',
  lesson: 'The lesson',
  search: 'The search for a batch size',
  'load-curve': 'The load curve',
  distances: 'The gain over distance',
} as const;

function inProgress(run: CurrentRun): Refusal {
  const rest =
    run.remainingMs === null
      ? 'it is not known for how long'
      : `it will take about ${Math.ceil(run.remainingMs / 1000)} s more`;
  const message = `${named[run.kind]} ${run.id} has been in progress since ${run.startedAt}; ${rest}.`;
  return new Refusal(409, { code: 'run_in_progress', message, run });
}
