import type { LiveSnapshot, ServerToClientEvents } from '../../../shared/contract/live.ts';
import type { Plan } from '../../../shared/contract/plan.ts';
import type { PageSession } from '../connection/page-session.svelte.ts';
import type { Activities } from './activities.ts';
import { LiveRun } from './live-run.svelte.ts';

export interface RunListener {
  /** True if the settings have the lanes of this plan. */
  hasLanesOf: (plan: Plan) => boolean;
  /** A run shows, or shows again after a loss of the connection. */
  shown: (run: LiveRun, isNew: boolean) => void;
  tuned: (event: Parameters<ServerToClientEvents['tuned']>[0]) => void;
  /** It has ended, or the server no longer knows it. */
  ended: () => void;
}

/**
 * The run on screen, fed by the live feed. One that has ended is on screen as long as the settings have its lanes. What
 * a lesson or a search measures is none: it is shown in their rooms alone.
 */
export class ShownRun {
  readonly #session: PageSession;
  readonly #activities: Activities;
  #listener = $state.raw<RunListener>();
  #run = $state.raw<LiveRun | null>(null);
  readonly #board = $derived(
    this.#run && (this.#run.running || this.#listener?.hasLanesOf(this.#run.plan) !== false)
      ? this.#run
      : null,
  );
  #part = $state.raw<LiveRun | null>(null);
  #offered = $state.raw<LiveRun | null>(null);
  /** The run whose end this page has seen. */
  #ended = $state.raw<string | null>(null);

  constructor(session: PageSession, activities: Activities) {
    this.#session = session;
    this.#activities = activities;
    session.feed.listen({
      snapshot: (snapshot) => this.#show(snapshot),
      tick: (tick) => {
        const newest = this.#newest;
        const before = newest?.totalMs;
        for (const run of this.#all) run.tick(tick);
        if (newest && newest.totalMs !== before) activities.run.expect(remainingOf(newest));
      },
      filling: (filling) => activities.run.fill(filling),
      tuned: (event) => {
        const newest = this.#newest;
        if (newest?.id !== event.runId) return;
        newest.tune(event);
        this.#report();
        if (newest === this.#run) this.#listener?.tuned(event);
      },
      laneFailed: ({ runId, lane, error }) => {
        for (const run of this.#all) if (run.id === runId) run.failLane(lane, error);
      },
      finished: (result) => {
        this.#part?.finish(result);
        const newest = this.#newest;
        if (newest?.id !== result.id) return;
        newest.finish(result);
        this.#ended = result.id;
        this.#report();
        if (newest === this.#run) this.#listener?.ended();
      },
    });
  }

  /** The one that sets the page up as the run is. */
  listen(listener: RunListener): void {
    this.#listener = listener;
  }

  get run(): LiveRun | null {
    return this.#board;
  }

  /** The newest run of a lesson or search; `null`: none. */
  get part(): LiveRun | null {
    return this.#part;
  }

  /** A run that somebody else started while the result of another is read here; `null`: none. */
  get offered(): LiveRun | null {
    return this.#offered;
  }

  /** The offered run takes the place of the result. */
  watch(): void {
    const run = this.#offered;
    if (!run) return;
    this.#offered = null;
    this.#run = run;
    this.#listener?.shown(run, true);
  }

  /** The one that the server knows. */
  get #newest(): LiveRun | null {
    return this.#offered ?? this.#run;
  }

  get #all(): LiveRun[] {
    return [this.#run, this.#part, this.#offered].flatMap((run) => run ?? []);
  }

  get running(): boolean {
    return this.#run?.running ?? false;
  }

  /** True for a result that was there before this page was opened. */
  get isEarlier(): boolean {
    return this.#board !== null && !this.#board.running && this.#board.id !== this.#ended;
  }

  /** The id under which the newest run is kept whose place other lanes have taken; `null`: none is. */
  get keptBefore(): string | null {
    return this.#board === null && this.isKept ? (this.#run?.result?.id ?? null) : null;
  }

  /** Whether the server keeps what is on screen. */
  get isKept(): boolean {
    return this.#session.rights?.keepsRuns === true;
  }

  #show(snapshot: LiveSnapshot | null): void {
    const isPart = snapshot?.series !== undefined;
    this.#part = isPart ? new LiveRun(snapshot) : null;
    this.#offered = null;
    if (snapshot === null || isPart) {
      // Its end was missed, or its server has gone.
      if (this.running) this.#run?.lose();
      this.#activities.run.show(null);
      this.#listener?.ended();
      return;
    }
    const isNew = snapshot.runId !== this.#run?.id;
    const run = new LiveRun(snapshot);
    if (isNew && this.#isRead) {
      this.#offered = run;
      this.#report();
      return;
    }
    this.#run = run;
    this.#report();
    this.#listener?.shown(run, isNew);
  }

  /** True for a result that has come while this page was open, and that its reader may put away. */
  get isBeingRead(): boolean {
    return this.#isRead && this.#board?.id === this.#ended;
  }

  /** Whether a result is on screen that only its reader puts away: who pressed Run, or only watches, goes along. */
  get #isRead(): boolean {
    return (
      this.#board?.result != null && this.#activities.run.action !== 'starting' && !this.#session.onlyWatches
    );
  }

  #report(): void {
    const run = this.#newest;
    if (!run) return;
    const { id, running } = run;
    this.#activities.run.show({ id, running, stopping: false, remainingMs: remainingOf(run) });
  }
}

const remainingOf = ({ totalMs, clock }: LiveRun): number | null =>
  totalMs === null ? null : Math.max(0, totalMs - clock.elapsedMs);
