import { countedTunings } from '../../../shared/plan/tuned-plan.ts';
import type { Acknowledgement } from '../../../shared/contract/live.ts';
import type { Plan, Tuning } from '../../../shared/contract/plan.ts';
import type { TargetDescription } from '../../../shared/contract/http.ts';
import { ApiError, type Api } from '../connection/api.ts';
import type { PageSession } from '../connection/page-session.svelte.ts';
import type { Messages } from '../messages/en.ts';
import type { Activity } from '../run/activity.svelte.ts';
import type { LiveRun } from '../run/live-run.svelte.ts';
import type { ShownRun } from '../run/shown-run.svelte.ts';
import { ownLines } from '../../../shared/commands/custom-words.ts';
import { PlanPath } from '../../../shared/settings/paths.ts';
import type { MixPart } from './draft-mix.ts';
import {
  atItsField,
  FieldProblems,
  firstProblem,
  isPlaced,
  problemInWords,
} from './field-problems.svelte.ts';
import { LaneEditor } from './lane-editor.ts';
import { OwnPlan } from './own-plan.svelte.ts';
import { PlanDraft } from './plan-draft.svelte.ts';
import {
  checkField,
  fieldNames,
  isNetworkField,
  networkFields,
  planFields,
  type FieldName,
} from './plan-fields.ts';
import { Tuner, usualRestMs } from './tuner.ts';
import { Votes } from './votes.svelte.ts';

/** How many times as long a longer run takes. */
const longer = 4;

/** How long a slider has to rest before it ends a run, ms: longer than one that is held still on its way. */
const restBeforeRestartMs = 1000;

/** The plan being made, and which of it can be changed now: all of it between two runs, some settings during one. */
export class PlanEditor {
  readonly draft: PlanDraft;
  readonly own: OwnPlan;
  readonly lanes: LaneEditor;
  readonly votes: Votes;
  readonly #api: Api;
  readonly #session: PageSession;
  readonly #activity: Activity;
  readonly #shown: ShownRun;
  readonly #messages: Messages;
  readonly #problems: FieldProblems;
  readonly #tuner: Tuner;
  /** Checks of a draft; `null` until they are loaded. */
  #checks = $state.raw<Pick<typeof import('./draft-faults.ts'), 'laneFault' | 'lineFault'> | null>(null);
  /** Fields of the run on screen that somebody changed on another page. */
  #movedElsewhere = $state.raw<ReadonlySet<FieldName>>(new Set());
  /** Starts the run again, once the one in progress has stopped. */
  #atEnd: (() => void) | undefined;

  /** `rests`: whether lanes are read-only for this viewer. */
  constructor(
    api: Api,
    session: PageSession,
    activity: Activity,
    shown: ShownRun,
    messages: Messages,
    rests: () => boolean = () => false,
  ) {
    this.#api = api;
    this.#session = session;
    this.#activity = activity;
    this.#shown = shown;
    this.#messages = messages;
    this.draft = new PlanDraft(messages);
    this.#problems = new FieldProblems(() => JSON.stringify(this.draft.toInput()));
    this.own = new OwnPlan(this.draft);
    this.lanes = new LaneEditor(this, session, shown, rests);
    this.votes = new Votes(session, messages);
    this.#tuner = new Tuner(
      (fields) => this.#send(fields),
      (fields, { error }) => this.#problems.refuse(fields, error),
      () => (this.restarts ? restBeforeRestartMs : usualRestMs),
    );
    shown.listen({
      hasLanesOf: (plan) => this.draft.hasLanesOf(plan),
      shown: (run, isNew) => this.#follow(run, isNew),
      tuned: ({ tuning }) => this.#adjust(tuning),
      ended: () => {
        this.#tuner.cancel();
        this.#atEnd?.();
      },
    });
    session.onAnswer((error) => this.#learn(error));
  }

  /** Whether the settings cannot be moved. */
  get locked(): boolean {
    return this.#session.onlyWatches || this.#activity.action === 'starting' || this.#shown.running;
  }

  /** Whether the settings differ from those that the figures on screen are of: never where nobody can change them. */
  get isOutdated(): boolean {
    const { run } = this.#shown;
    if (this.#session.onlyWatches) return false;
    const counted = countedTunings(run?.tunings ?? []).map(({ tuning }) => tuning);
    return run !== null && !run.running && this.draft.differsFrom(run.plan, counted);
  }

  /** Whether this reader can run the same for longer. */
  get canRunLonger(): boolean {
    const { blockedReason, action, running } = this.#activity;
    const isFree = blockedReason === null && action === 'idle' && !running;
    const { workload } = this.draft.toInput();
    return isFree && workload?.requests === undefined && this.#longerMs > this.draft.value('durationMs');
  }

  get #longerMs(): number {
    return Math.min(planFields.durationMs.limit.max, longer * this.draft.value('durationMs'));
  }

  /** Runs these settings for four times as long, which makes intervals about half as wide. */
  async runLonger(): Promise<void> {
    if (!this.canRunLonger) return;
    this.edit('durationMs', this.#longerMs);
    await this.start();
  }

  /** The one that the next run will measure. */
  get target(): TargetDescription | undefined {
    return this.targetOf(this.draft);
  }

  targetOf({ target: chosen }: PlanDraft): TargetDescription | undefined {
    const { targets } = this.#session;
    return chosen === undefined ? targets[0] : targets.find(({ id }) => id === chosen);
  }

  /** Whether a run is in progress that this reader may change. */
  get tuning(): boolean {
    const isFree = this.#session.blockedReason === null && this.#activity.action === 'idle';
    return isFree && this.#shown.running;
  }

  /** Whether this field can be moved: most only between two runs. */
  canMove(field: FieldName): boolean {
    const { run } = this.#shown;
    if (!this.locked) return true;
    if (!this.tuning || run === null) return false;
    if (field === 'dataSize' && run.plan.workload.dataSizeRange) return false;
    return planFields[field].isLive;
  }

  /** Whether the run in progress has to start again to get a network. */
  get #wantsNetwork(): boolean {
    return this.tuning && this.#shown.run?.plan.network === undefined;
  }

  /** Whether what was moved ends the run and starts one with it. */
  get restarts(): boolean {
    return this.#wantsNetwork && this.draft.network !== undefined;
  }

  /** Whether moving this field would. */
  wouldRestart(field: FieldName): boolean {
    return isNetworkField(field) && this.#wantsNetwork;
  }

  /** Whether another page changed this field of the run on screen. */
  wasMovedElsewhere(field: FieldName): boolean {
    return this.#movedElsewhere.has(field);
  }

  async #send(fields: readonly FieldName[]): Promise<Acknowledgement> {
    if (this.restarts) return this.#restart();
    // What was moved there and back again is what the run has.
    const sent = fields.filter((field) => !this.wouldRestart(field));
    return sent.length > 0 ? this.#session.feed.tune(this.draft.tuningOf(sent)) : { ok: true };
  }

  /** The same with a network in between: nothing is stopped for what would be refused. */
  async #restart(): Promise<Acknowledgement> {
    try {
      await this.#api.checkPlan(this.draft.toInput());
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return { ok: false, error: error.detail };
    }
    const ended = new Promise<void>((resolve) => (this.#atEnd = resolve));
    await this.#activity.stop();
    if (this.#activity.complaint === null) {
      await ended;
      await this.start();
    }
    this.#atEnd = undefined;
    return { ok: true };
  }

  edit(field: FieldName, value: number): void {
    if (!this.canMove(field)) return;
    this.draft.setValue(field, value);
    this.votes.clear(field);
    if (!this.#shown.running) this.#session.feed.prepareRun();
    if (this.tuning && checkField(planFields[field], value, this.#messages) === null) this.#tuner.move(field);
  }

  /** What was edited is final, as when a slider is let go. */
  settle(): void {
    this.#tuner.settle();
  }

  /** What is wrong with a field, named as the server names it: `workload.clients`, `lanes[1].strategy`. */
  problemAt(field: string): string | null {
    return this.draft.problems.get(field) ?? this.#problems.at(field);
  }

  /** Why the plan was not started, where that is said at a field: it may be out of sight. */
  get refusal(): string | null {
    const problem = this.#problems.first;
    return problem && problemInWords(problem, this.#messages);
  }

  /** What is wrong with a lane, or with what is set for it alone. */
  problemOfLane(index: number): string | null {
    const own = [...this.draft.problems].find(([field]) => new PlanPath(field).lane === index);
    return own?.[1] ?? this.#problems.ofLane(index) ?? this.#faultOfLane(index);
  }

  /** What is wrong with a line of one's own; `null`: nothing is known to be. */
  faultOfLine(line: string): string | null {
    return this.#checks?.lineFault(line, this.#messages.lane) ?? null;
  }

  /** What is wrong with the lines of one's own; `null`: nothing, or there are none. */
  get customFault(): string | null {
    const faults = ownLines(this.draft.workload).map((line) => this.faultOfLine(line));
    return this.problemAt('workload.customCommand') ?? faults.find((fault) => fault !== null) ?? null;
  }

  /** Why this plan would be refused, as far as is known before it is sent; `null`: nothing is. */
  get fault(): string | null {
    const known = firstProblem(this.draft, this.#messages) ?? this.customFault;
    if (known !== null) return known;
    const faults = this.draft.lanes.map((_, index) => this.#faultOf(index));
    const index = faults.findIndex((fault) => fault !== null);
    const { strategy = '' } = this.draft.lanes[index] ?? {};
    const name = `${this.#messages.lane.lane(index)} (${this.#session.labelOf(strategy)})`;
    return index < 0 ? null : this.#messages.words.numbers.labelled(name, faults[index] ?? '');
  }

  /** What would keep a lane from being started; a run that shows was. */
  #faultOfLane(index: number): string | null {
    return this.#shown.run ? null : this.#faultOf(index);
  }

  #faultOf(index: number): string | null {
    const { strategies, targets, clients } = this.#session;
    return (
      this.#checks?.laneFault(this.draft, index, { strategies, targets, clients }, this.#messages) ?? null
    );
  }

  /** Whether settings or lanes differ from those of a new page. */
  get canReset(): boolean {
    return !this.locked && !this.draft.isUntouched;
  }

  /** All settings and lanes as on a new page. */
  reset(): void {
    if (this.locked) return;
    this.#problems.clear();
    this.#activity.clearError();
    this.draft.reset();
    const [first] = this.#session.targets;
    if (first) this.draft.set('target', first.id);
  }

  /** Sends these commands. */
  setMix(parts: readonly MixPart[]): void {
    if (this.draft.isWritten) this.lanes.edit((draft) => draft.setMix(parts));
    else this.draft.setMix(parts);
  }

  /** Units in place of commands, as text; `written`: what the server made of it. */
  write(text: string, written?: Plan['written']): void {
    if (this.draft.isWritten && !this.locked) this.draft.write(text, written);
    else this.lanes.edit((draft) => draft.write(text, written));
  }

  /** What the server makes of a plan. Throws ApiError. */
  check(plan: unknown): Promise<Plan> {
    return this.#api.checkPlan(plan);
  }

  /** Starts a run of this plan. */
  async start(): Promise<void> {
    this.#problems.clear();
    this.#activity.clearError();
    if (this.draft.problems.size > 0) return;
    const lanes = this.draft.lanes.length;
    await this.#activity.start(
      () => this.#api.start(this.draft.toInput()),
      (found) => {
        const problem = atItsField(found, this.draft.lanes);
        this.#problems.add(problem);
        return isPlaced(problem, lanes) ? null : problemInWords(problem, this.#messages);
      },
    );
  }

  /** Whether slots can be moved now: only in a private cluster, and during a run. */
  get canMoveSlots(): boolean {
    const measured = this.#shown.run?.plan.target;
    return this.tuning && this.#session.targets.some(({ id, kind }) => id === measured && kind === 'cluster');
  }

  async moveSlots(): Promise<void> {
    if (this.canMoveSlots) await this.#activity.attempt(() => this.#api.moveSlots());
  }

  /**
   * Sets the page up with a plan that the reader brings. A run in progress stays on screen, with the settings that it
   * has; one that has ended leaves the screen for other lanes.
   */
  setUp(plan: Plan): void {
    if (this.#shown.running) {
      this.own.putAside(plan);
      return;
    }
    this.#problems.clear();
    this.#activity.clearError();
    this.own.bring(plan);
    this.lanes.keepNames();
  }

  /** Back to the settings that a run displaced. */
  bringBack(): void {
    if (this.#shown.running) return;
    this.own.bringBack();
    this.lanes.keepNames();
  }

  /** The settings become those of a run that shows. */
  #follow({ running, plan, tunings }: LiveRun, isNew: boolean): void {
    if (isNew) this.#movedElsewhere = new Set();
    // What has ended does not displace settings of the reader's own, as those of a link that they opened.
    const displaces = running || this.own.address === null;
    if (isNew && displaces) this.own.adopt(plan);
    // After its end, what the reader has moved since stays.
    if (displaces && (isNew || running)) for (const { tuning } of tunings) this.#adjust(tuning);
    this.lanes.keepNames();
  }

  /** The sliders show what holds, but for those that are just being moved here. */
  #adjust(tuning: Tuning): void {
    const { network, ...workload } = tuning;
    const moved = [...Object.keys(workload), ...(network ? networkFields : [])];
    const elsewhere = fieldNames.filter((name) => moved.includes(name) && !this.#tuner.isPending(name));
    this.#movedElsewhere = new Set(elsewhere);
    this.own.follow(() => {
      this.draft.follow(tuning, (field) => this.#tuner.isPending(field));
    });
  }

  #learn(error: unknown): void {
    if (error !== null) {
      this.#activity.showError(error);
      return;
    }
    this.draft.offer(this.#session.targets);
    const [first] = this.#session.targets;
    if (first && !this.#session.targets.some(({ id }) => id === this.draft.target))
      this.draft.set('target', first.id);
    this.#activity.clearError();
    // The first screen does without it; where it cannot be had, the server checks the plan all the same.
    void import('./draft-faults.ts').then(
      ({ laneFault, lineFault }) => (this.#checks = { laneFault, lineFault }),
      () => undefined,
    );
  }
}
