import type { ActivityKind } from '../../../shared/contract/enums.ts';
import type { Filling } from '../../../shared/contract/live.ts';
import type { CurrentRun } from '../../../shared/contract/http.ts';
import type { Problem } from '../../../shared/contract/problem-reason.ts';
import { ApiError } from '../connection/api.ts';
import type { PageSession } from '../connection/page-session.svelte.ts';
import type { Messages } from '../messages/en.ts';
import { RunClock } from './run-clock.svelte.ts';

/** Where an activity stands, as the server last said. */
export interface ActivityState {
  id: string;
  running: boolean;
  /** Somebody has asked for its end, which has not come yet. */
  stopping: boolean;
  /** About how long it still takes, ms; `null`: that is not known. */
  remainingMs: number | null;
  /** What it is called, where that is not the kind of the activity: a load curve runs as a lesson does. */
  called?: ActivityKind;
}

/** How long the server may take from accepting an order to its first event, ms. */
const startPatienceMs = 20_000;

/** A run, a lesson or a search: starts it, stops it, and says why not. One is in progress at a time. */
export class Activity {
  readonly kind: ActivityKind;
  readonly session: PageSession;
  readonly #text: Messages['run'];
  readonly #requestStop: () => Promise<unknown>;
  readonly #others: () => readonly Activity[];
  #clock = new RunClock();
  #state = $state.raw<ActivityState | null>(null);
  #asked = $state<'start' | 'stop' | null>(null);
  /** What was started here and has not shown yet. */
  #started: string | null = null;
  #filling = $state.raw<Filling | null>(null);
  #complaint = $state<string | null>(null);
  #patience: ReturnType<typeof setTimeout> | undefined;

  constructor(
    kind: ActivityKind,
    session: PageSession,
    text: Messages['run'],
    requestStop: () => Promise<unknown>,
    others: () => readonly Activity[],
  ) {
    this.kind = kind;
    this.session = session;
    this.#text = text;
    this.#requestStop = requestStop;
    this.#others = others;
  }

  get running(): boolean {
    return this.#state?.running ?? false;
  }

  /** What its button is doing. The end of a lesson ends the run that is a part of it, and the other way round. */
  get action(): 'idle' | 'starting' | 'stopping' {
    if (!this.running) return this.#asked === 'start' ? 'starting' : 'idle';
    return [this, ...this.#others()].some((one) => one.#isStopping) ? 'stopping' : 'idle';
  }

  /** While it is being started: the keys that its lanes read, where that takes a while. */
  get filling(): Filling | null {
    return this.#filling;
  }

  get #isStopping(): boolean {
    return this.running && (this.#asked === 'stop' || this.#state?.stopping === true);
  }

  /** About how long it still takes, ms; `null`: that is not known. */
  get remainingMs(): number | null {
    const remaining = this.#state?.remainingMs ?? null;
    return remaining === null ? null : Math.max(0, remaining - this.#clock.elapsedMs);
  }

  /** What is said of it to somebody whom it keeps waiting. */
  get facts(): Pick<CurrentRun, 'kind' | 'remainingMs'> {
    return { kind: this.#state?.called ?? this.kind, remainingMs: this.remainingMs };
  }

  /** Another activity that is in progress, so that this one cannot begin; `null`: none. */
  get inTheWay(): Activity | null {
    return this.running ? null : (this.#others().find((one) => one.running) ?? null);
  }

  /** Why this reader cannot start or stop it now; `null`: they can. */
  get blockedReason(): string | null {
    const { inTheWay } = this;
    return this.session.blockedReason ?? (inTheWay && this.#sayInTheWay(inTheWay.facts));
  }

  /** What went wrong and belongs to no field. */
  get complaint(): string | null {
    return this.#complaint;
  }

  /** To be called a few times a second while it is in progress; without a connection nobody knows whether it is. */
  tick(): void {
    if (this.session.feed.connection === 'connected') this.#clock.tick();
  }

  /** The server writes keys before it starts: that may take longer than it may be silent. */
  fill(filling: Filling): void {
    if (this.#asked !== 'start') return;
    this.#ask('start');
    this.#filling = filling;
  }

  /** Its end is expected earlier or later than before. */
  expect(remainingMs: number | null): void {
    if (this.#state === null) return;
    this.#state = { ...this.#state, remainingMs };
    this.#clock = new RunClock();
  }

  /** What the server says of the one in progress, or of the one that ended last; `null`: it knows of none. */
  show(state: ActivityState | null): void {
    this.#state = state;
    this.#clock = new RunClock();
    if (state === null) this.#ask(null);
    else if (this.#asked === 'start' && (state.running || state.id === this.#started)) this.#ask(null);
    else if (this.#asked === 'stop' && !state.running) this.#ask(null);
    if (state?.running) this.#complaint = null;
  }

  /** `sayApart`: a problem in words; `null`: the page says it at its own field. */
  async start(
    request: () => Promise<{ id: string }>,
    sayApart?: (problem: Problem) => string | null,
  ): Promise<void> {
    if (this.session.blockedReason !== null || this.action !== 'idle' || this.running) return;
    this.#complaint = null;
    this.#started = null;
    this.#ask('start');
    try {
      const { id } = await request();
      this.#started = id;
      if (this.#state?.id === id && this.#asked === 'start') this.#ask(null);
    } catch (error) {
      if (this.#asked === 'start') this.#ask(null);
      this.showError(error, sayApart);
    }
  }

  async stop(): Promise<void> {
    if (this.session.blockedReason !== null || !this.running || this.action === 'stopping') return;
    this.#ask('stop');
    if (!(await this.attempt(this.#requestStop))) this.#ask(null);
  }

  /** Asks the server for something about it. Resolves with whether that was done; else there is a complaint. */
  async attempt(request: () => Promise<unknown>): Promise<boolean> {
    this.#complaint = null;
    try {
      await request();
      return true;
    } catch (error) {
      this.showError(error);
      return false;
    }
  }

  clearError(): void {
    this.#complaint = null;
  }

  /** Throws what is no answer of the server. */
  showError(error: unknown, sayApart: (problem: Problem) => string | null = sayWithField): void {
    if (!(error instanceof ApiError)) throw error;
    const { problems = [], run } = error.detail;
    if (error.code === 'run_in_progress') this.#complaint = this.#sayInTheWay(run);
    else if (problems.length === 0) this.#complaint = error.message;
    else this.#complaint = problems.flatMap((problem) => sayApart(problem) ?? []).join('\n') || null;
  }

  #sayInTheWay({ kind = 'run', remainingMs = null }: Partial<CurrentRun> = {}): string {
    return kind === 'run' ? this.#text.inTheWay(remainingMs) : this.#text.inTheWayOf[kind](remainingMs);
  }

  #ask(asked: 'start' | 'stop' | null): void {
    this.#asked = asked;
    this.#filling = null;
    clearTimeout(this.#patience);
    if (asked !== 'start') return;
    this.#patience = setTimeout(() => {
      this.#ask(null);
      this.#complaint = this.#text.neverShown;
    }, startPatienceMs);
  }
}

const sayWithField = ({ field, message }: Problem) => `${field}: ${message}`;
