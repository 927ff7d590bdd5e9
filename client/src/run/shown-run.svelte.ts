import type { LiveSnapshot, ServerToClientEvents } from '../../../shared/contract/live.ts';
import type { PageSession } from '../connection/page-session.svelte.ts';
import type { Activities } from './activities.ts';
import { LiveRun } from './live-run.svelte.ts';

type Series = NonNullable<LiveRun['series']>;

/** Under which id the lesson or search is kept that this run was a part of; `null`: it is not, or not yet. */
export type SeriesOf = (run: LiveRun) => string | null;

export interface RunListener {
  /** A run shows, or shows again after a loss of the connection. */
  shown: (snapshot: LiveSnapshot, isNew: boolean) => void;
  tuned: (event: Parameters<ServerToClientEvents['tuned']>[0]) => void;
  /** It has ended, or the server no longer knows it. */
  ended: () => void;
}

/** The run on screen: fed by the live feed, and put away when other lanes take its place. */
export class ShownRun {
  readonly #session: PageSession;
  readonly #activities: Activities;
  readonly #seriesOf: Partial<Record<Series, SeriesOf>> = {};
  #listener: RunListener | undefined;
  #run = $state.raw<LiveRun | null>(null);
  /** The ended run that other lanes replaced: a new connection does not bring it back. */
  #dismiss: string | null = null;
  /** Under which id it was kept, if it was. */
  #keptAs = $state<string | null>(null);

  constructor(session: PageSession, activities: Activities) {
    this.#session = session;
    this.#activities = activities;
    session.feed.listen({
      snapshot: (snapshot) => this.#show(snapshot),
      tick: (tick) => {
        const before = this.#run?.totalMs;
        this.#run?.tick(tick);
        if (this.#run && this.#run.totalMs !== before) activities.run.expect(remainingOf(this.#run));
      },
      filling: (filling) => activities.run.fill(filling),
      tuned: (event) => {
        if (this.#run?.id !== event.runId) return;
        this.#run.tune(event);
        this.#report();
        this.#listener?.tuned(event);
      },
      laneFailed: ({ runId, lane, error }) => {
        if (this.#run?.id === runId) this.#run.failLane(lane, error);
      },
      finished: (result) => {
        this.#run?.finish(result);
        this.#report();
        this.#listener?.ended();
      },
    });
  }

  /** The one that sets the page up as the run is. */
  listen(listener: RunListener): void {
    this.#listener = listener;
  }

  /** What holds lessons, or searches, says under which id one is kept. */
  know(series: Series, seriesOf: SeriesOf): void {
    this.#seriesOf[series] = seriesOf;
  }

  get run(): LiveRun | null {
    return this.#run;
  }

  get running(): boolean {
    return this.#run?.running ?? false;
  }

  /** The id under which what was on screen is kept, now that other lanes have taken its place; `null`: it is not. */
  get keptBefore(): string | null {
    return this.#run === null && this.#session.rights?.keepsRuns === true ? this.#keptAs : null;
  }

  /** Whether the server keeps what is on screen under the id of the run: parts of a lesson or search are kept with it. */
  get isKept(): boolean {
    return this.#run?.series === undefined && this.#session.rights?.keepsRuns === true;
  }

  /** What is on screen leaves it. */
  dismiss(): void {
    const run = this.#run;
    if (!run) return;
    this.#dismiss = run.id;
    this.#keptAs =
      run.series === undefined ? run.result && run.id : (this.#seriesOf[run.series]?.(run) ?? null);
    this.#run = null;
  }

  #show(snapshot: LiveSnapshot | null): void {
    if (snapshot === null) {
      if (this.running) this.#run?.lose();
      // The part of a lesson that was closed: a class is to guess before it sees the figures.
      else if (this.#run?.series !== undefined) this.dismiss();
      this.#activities.run.show(null);
      this.#listener?.ended();
      return;
    }
    if (snapshot.runId === this.#dismiss && snapshot.state !== 'running') return;
    const isNew = snapshot.runId !== this.#run?.id;
    this.#run = new LiveRun(snapshot);
    this.#report();
    this.#listener?.shown(snapshot, isNew);
  }

  #report(): void {
    const run = this.#run;
    if (!run) return;
    const { id, running } = run;
    this.#activities.run.show({ id, running, stopping: false, remainingMs: remainingOf(run) });
  }
}

const remainingOf = ({ totalMs, clock }: LiveRun): number | null =>
  totalMs === null ? null : Math.max(0, totalMs - clock.elapsedMs);
