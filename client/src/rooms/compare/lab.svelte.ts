import type { LiveSnapshot, ServerToClientEvents } from '../../../../shared/contract/live.ts';
import type { Session, StrategyDescription, TargetDescription } from '../../../../shared/contract/http.ts';
import type { Plan, Tuning } from '../../../../shared/contract/plan.ts';
import type { Messages } from '../../messages/en.ts';
import type { Api } from '../../shell/api.ts';
import { Complaints } from '../../plan/complaints.svelte.ts';
import { renamed } from '../../plan/draft-lanes.ts';
import type { Feed } from '../../shell/feed.svelte.ts';
import { LiveRun } from '../../run/live-run.svelte.ts';
import { OwnPlan } from '../../plan/own-plan.svelte.ts';
import { PlanDraft } from '../../plan/plan-draft.svelte.ts';
import { isNetworkField, pathOf, planFields, checkField, type FieldName } from '../../plan/plan-fields.ts';
import { inReadersWords } from '../../messages/described-strategy.ts';
import { Tuner } from './tuner.ts';

/** What the Run button is doing. */
export type Action = 'idle' | 'starting' | 'stopping';

/** A lesson or a search that goes on: nothing else can be started meanwhile. */
export interface SeriesGoingOn {
  kind: 'lesson' | 'search';
  /** About how long it still takes, ms. */
  remainingMs: number;
  /** It has been asked to end. */
  stopping: boolean;
}

/** Under which id the lesson or search is kept that this run was a part of; `null`: it is not, or not yet. */
export type SeriesOf = (run: LiveRun) => string | null;

/** How long the server may take from accepting a plan to the first word of its run, ms. */
const startPatienceMs = 20_000;

/** The lab: what the server offers, the plan being made, the run on screen, and what went wrong. */
export class Lab {
  readonly draft: PlanDraft;
  readonly own: OwnPlan;
  readonly feed: Feed;
  readonly #api: Api;
  readonly #messages: Messages;
  #strategies = $state.raw<readonly StrategyDescription[]>([]);
  #targets = $state.raw<readonly TargetDescription[]>([]);
  #session = $state.raw<Session | null>(null);
  #run = $state.raw<LiveRun | null>(null);
  /** The ended run that made way for other lanes: a new connection does not bring it back. */
  #putAway: string | null = null;
  /** Under which id what made way was kept, if it was. */
  #keptAs = $state<string | null>(null);
  #action = $state<Action>('idle');
  readonly #complaints: Complaints;
  readonly #tuner = new Tuner(
    (fields) => this.feed.tune(this.draft.tuningOf(fields)),
    (fields, { error }) => this.#complaints.refuse(fields, error),
  );
  #patience: ReturnType<typeof setTimeout> | undefined;
  #series: () => SeriesGoingOn | null = () => null;
  readonly #seriesOf: Partial<Record<SeriesGoingOn['kind'], SeriesOf>> = {};
  #rests: () => boolean = () => false;

  constructor(api: Api, feed: Feed, messages: Messages) {
    this.#api = api;
    this.#messages = messages;
    this.draft = new PlanDraft(messages);
    this.own = new OwnPlan(this.draft);
    this.#complaints = new Complaints(messages.run);
    this.feed = feed;
    feed.onConnected(() => void this.#learn());
    feed.listen({
      snapshot: (snapshot) => this.#show(snapshot),
      tick: (tick) => this.#run?.tick(tick),
      tuned: (event) => this.#follow(event),
      laneFailed: ({ runId, lane, error }) => {
        if (this.#run?.id === runId) this.#run.failLane(lane, error);
      },
      finished: (result) => {
        this.#run?.finish(result);
        this.#tuner.cancel();
        this.#act('idle');
      },
    });
  }

  /** `series` tells what goes on besides single runs, `rests` whether its reader has no hand free for lanes. */
  watch(series: () => SeriesGoingOn | null, rests: () => boolean): void {
    this.#series = series;
    this.#rests = rests;
  }

  /** What knows of lessons, or of searches, tells what became of one. */
  know(kind: SeriesGoingOn['kind'], seriesOf: SeriesOf): void {
    this.#seriesOf[kind] = seriesOf;
  }

  /** The lesson or search that goes on, also between two of its runs. */
  get series(): SeriesGoingOn | null {
    return this.#series();
  }

  /** Whether lanes can be changed, and the tools for it are shown. */
  get editable(): boolean {
    return !this.locked && this.hasTools;
  }

  /** Whether there is room for tools that change lanes: those who only watch, or follow, have no use for them. */
  get hasTools(): boolean {
    return this.#session?.mayControl !== false && !this.#rests();
  }

  /** Those that a reader may choose. */
  get strategies(): readonly StrategyDescription[] {
    return this.#strategies.filter((strategy) => !strategy.hidden);
  }

  get targets(): readonly TargetDescription[] {
    return this.#targets;
  }

  /** The run on screen. */
  get run(): LiveRun | null {
    return this.#run;
  }

  /** The id under which what was on screen is kept, now that other lanes have taken its place; `null`: it is not. */
  get keptBefore(): string | null {
    return this.#run === null && this.#session?.keepsRuns === true ? this.#keptAs : null;
  }

  get action(): Action {
    return this.#action;
  }

  /** What went wrong and belongs to no field. */
  get complaint(): string | null {
    return this.#complaints.text;
  }

  /** What this reader may do; `null`: not known yet. */
  get session(): Session | null {
    return this.#session;
  }

  /** Why this reader cannot start or stop now; `null`: they can. */
  get hindrance(): string | null {
    if (this.feed.connection !== 'connected') return this.#messages.run.noConnection;
    if (this.#session === null || this.#session.mayControl) return null;
    return this.#session.needsToken ? this.#messages.run.needsToken : this.#messages.run.mayNot;
  }

  /** Whether this reader may start, stop, and change what is kept. */
  get mayControl(): boolean {
    return this.#session?.mayControl ?? false;
  }

  /** Whether the settings can be moved. */
  get locked(): boolean {
    return (
      this.#session?.mayControl === false || this.#action === 'starting' || (this.#run?.running ?? false)
    );
  }

  /** The one that the next run will measure. */
  get target(): TargetDescription | undefined {
    const chosen = this.draft.target;
    return chosen === undefined ? this.targets[0] : this.targets.find(({ id }) => id === chosen);
  }

  /** Whether slots can be moved now: only in a private cluster, and while a run goes on. */
  get canMoveSlots(): boolean {
    const measured = this.#run?.plan.target;
    return this.tuning && this.targets.some(({ id, kind }) => id === measured && kind === 'cluster');
  }

  /** Whether a run goes on that this reader may change. */
  get tuning(): boolean {
    const isOwn = this.#run?.series === undefined;
    return this.hindrance === null && this.#action === 'idle' && isOwn && (this.#run?.running ?? false);
  }

  /** Whether this field can be moved: most only between two runs. */
  canMove(field: FieldName): boolean {
    if (!this.locked) return true;
    if (!this.tuning || this.#run === null) return false;
    const { network, workload } = this.#run.plan;
    if (field === 'dataSize' && workload.dataSizeRange) return false;
    return isNetworkField(field) ? network !== undefined : tunable.test(field);
  }

  /** What is wrong with a field, named as the server names it: `workload.clients`, `lanes[1].strategy`. */
  problemAt(field: string): string | null {
    return this.draft.problems.get(field) ?? this.#complaints.at(field);
  }

  /** What is wrong with a lane, or with what is set for it alone. */
  problemOfLane(index: number): string | null {
    const own = [...this.draft.problems].find(([field]) => field.startsWith(`lanes[${index}]`));
    return own?.[1] ?? this.#complaints.ofLane(index) ?? this.#misfit(index);
  }

  describe(strategy: string): StrategyDescription | undefined {
    return this.#strategies.find(({ id }) => id === strategy);
  }

  /** Whether it hands over more than one command at a time. */
  readonly batches = (strategy: string): boolean => this.describe(strategy)?.batching !== 'none';

  /** The name of a lane: its own, else its strategy's, numbered where the strategy comes more than once. */
  nameOf(lane: { id: string; strategy: string; label?: string }): string {
    const name = lane.label ?? this.describe(lane.strategy)?.label ?? lane.strategy;
    const number =
      lane.label === undefined ? /-(\d+)$/.exec(lane.id.slice(lane.strategy.length))?.[1] : undefined;
    return number === undefined ? name : `${name} ${number}`;
  }

  edit(field: FieldName, value: number): void {
    if (!this.canMove(field)) return;
    this.draft.setValue(field, value);
    this.forgive(pathOf(field));
    if (this.tuning && checkField(planFields[field], value, this.#messages.plan) === null)
      this.#tuner.move(field);
  }

  /** What was edited is final, as when a slider is let go. */
  settle(): void {
    this.#tuner.settle();
  }

  /** The complaint about this field is out of date: it has been changed. */
  forgive(field: string): void {
    this.#complaints.forgive(field);
  }

  /** Other lanes are another comparison: the run that has ended leaves the screen. */
  editLanes(change: (draft: PlanDraft) => void): void {
    if (this.locked) return;
    const ofOthers = this.#run?.series !== undefined;
    this.#clear();
    // What was on the board were the lanes of a lesson or a search: the reader's own come back as they were.
    if (ofOthers) return;
    this.forgive('lanes');
    change(this.draft);
  }

  /** Gives a lane a name, also in the run that has ended; empty: that of its strategy. */
  renameLane(index: number, name: string): void {
    const run = this.#run;
    if (this.locked) return;
    if (run?.series !== undefined || (run && !this.draft.hasLanesOf(run.plan))) this.#clear();
    else {
      this.draft.changeLanes((lanes) => renamed(lanes, index, name));
      this.#nameRun(index, this.draft.lanes[index]?.label);
    }
  }

  #nameRun(index: number, name: string | undefined): void {
    const strategy = this.#run?.plan.lanes[index]?.strategy;
    if (strategy !== undefined) this.#run?.rename(index, name, this.describe(strategy)?.label ?? strategy);
  }

  /** An ended run goes by the names that its reader has given its lanes since. */
  #keepNames(): void {
    const run = this.#run;
    if (!run || run.running || run.series !== undefined || !this.draft.hasLanesOf(run.plan)) return;
    for (const [index, { label }] of this.draft.lanes.entries())
      if (label !== undefined) this.#nameRun(index, label);
  }

  /**
   * Sets the page up with a plan that the reader brings. A run that goes on stays on screen, with the settings that
   * it has; one that has ended makes way for other lanes.
   */
  setUp(plan: Plan): void {
    if (this.#run?.running && this.#run.series === undefined) {
      this.own.putAside(plan);
      return;
    }
    this.#complaints.clear();
    this.own.bring(plan);
    this.#makeWay();
    this.#keepNames();
  }

  /** Back to the settings that a run displaced. */
  bringBack(): void {
    if (this.#run?.running) return;
    this.own.bringBack();
    this.#makeWay();
  }

  /** An ended run with other lanes than the settings leaves the screen. */
  #makeWay(): void {
    const run = this.#run;
    if (run && (run.series !== undefined || !this.draft.hasLanesOf(run.plan))) this.#clear();
  }

  /** What is on screen leaves it; where it is kept, that is told. */
  #clear(): void {
    const run = this.#run;
    if (!run) return;
    this.#putAway = run.id;
    this.#keptAs =
      run.series === undefined ? run.result && run.id : (this.#seriesOf[run.series]?.(run) ?? null);
    this.#run = null;
  }

  /** Whether there is room for another lane, and a strategy for it. */
  get canAddLane(): boolean {
    return !this.locked && this.draft.canAddLane && this.strategies.length > 0;
  }

  /** Adds a lane with the first strategy that no lane has yet. */
  addLane(): void {
    const taken = new Set(this.draft.lanes.map((lane) => lane.strategy));
    const next = this.strategies.find(({ id }) => !taken.has(id)) ?? this.strategies[0];
    if (next) this.editLanes((draft) => draft.addLane(next.id));
  }

  async start(): Promise<void> {
    if (this.hindrance !== null || this.series || this.#action !== 'idle' || this.#run?.running) return;
    this.#complaints.clear();
    if (this.draft.problems.size > 0) return;
    this.#act('starting');
    try {
      const { id } = await this.#api.start(this.draft.toInput());
      if (this.#run?.id === id) this.#act('idle');
    } catch (error) {
      this.#act('idle');
      this.#complaints.take(error, this.draft.lanes.length);
    }
  }

  async stop(): Promise<void> {
    if (this.hindrance !== null || !this.#run?.running) return;
    this.#complaints.say(null);
    this.#act('stopping');
    try {
      await this.#api.stop();
    } catch (error) {
      this.#act('idle');
      this.#complaints.take(error, this.draft.lanes.length);
    }
  }

  async moveSlots(): Promise<void> {
    if (!this.canMoveSlots) return;
    this.#complaints.say(null);
    try {
      await this.#api.moveSlots();
    } catch (error) {
      this.#complaints.take(error, this.draft.lanes.length);
    }
  }

  #act(action: Action): void {
    this.#action = action;
    clearTimeout(this.#patience);
    if (action !== 'starting') return;
    this.#patience = setTimeout(() => {
      this.#act('idle');
      this.#complaints.say(this.#messages.run.neverShown);
    }, startPatienceMs);
  }

  #show(snapshot: LiveSnapshot | null): void {
    if (snapshot === null) {
      this.#tuner.cancel();
      if (this.#run?.running) this.#run.lose();
      this.#act('idle');
      return;
    }
    if (snapshot.runId === this.#putAway && snapshot.state !== 'running') return;
    // A run of a series leaves the reader's own settings alone.
    const isOwn = snapshot.series === undefined;
    const isNew = snapshot.runId !== this.#run?.id;
    // What has ended does not displace settings of the reader's own, as those of a link that they opened.
    const displaces = snapshot.state === 'running' || this.own.address === null;
    if (isOwn && isNew && displaces) this.own.adopt(snapshot.plan);
    this.#run = new LiveRun(snapshot);
    if (snapshot.state === 'running') this.#complaints.say(null);
    // After its end, what the reader has moved since stays.
    if (isOwn && displaces && (isNew || snapshot.state === 'running'))
      for (const { tuning } of snapshot.tunings) this.#adjust(tuning);
    if (!displaces) this.#makeWay();
    this.#keepNames();
    this.#act('idle');
  }

  #follow(event: Parameters<ServerToClientEvents['tuned']>[0]): void {
    if (this.#run?.id !== event.runId) return;
    this.#run.tune(event);
    this.#adjust(event.tuning);
  }

  /** The sliders show what holds, but for those that are just being moved here. */
  #adjust(tuning: Tuning): void {
    this.own.follow(() => {
      this.draft.follow(tuning, (field) => this.#tuner.isPending(field));
    });
  }

  /** Commands of a lane of the draft that its strategy cannot send. */
  #misfit(index: number): string | null {
    const lane = this.draft.lanes[index];
    const able = lane && this.describe(lane.strategy)?.commands;
    if (!able || this.#run) return null;
    const own = lane.workload?.['commands'];
    const wanted = Array.isArray(own) ? own.map(String) : this.draft.mix.map(({ command }) => command);
    const unable = wanted.filter((command) => !able.includes(command));
    const write = (commands: readonly string[]) =>
      commands.map((command) => command.toUpperCase()).join(', ');
    return unable.length === 0 ? null : this.#messages.lane.cannotSend(write(unable), write(able));
  }

  async #learn(): Promise<void> {
    try {
      const [strategies, targets, session] = await Promise.all([
        this.#api.strategies(),
        this.#api.targets(),
        this.#api.session(),
      ]);
      this.#strategies = strategies.map((one) => inReadersWords(one, this.#messages));
      this.#targets = targets;
      this.#session = session;
      const [first] = this.#targets;
      if (first && !this.#targets.some(({ id }) => id === this.draft.target)) this.draft.setTarget(first.id);
      this.#complaints.say(null);
    } catch (error) {
      this.#complaints.take(error, this.draft.lanes.length);
    }
  }
}

/** Of the workload, what a run that goes on can take. */
const tunable = /^(clients|pipeline|dataSize|rps)$/;
