import { laneLabel } from '../../../shared/words/lane-labels.ts';
import type { PageSession } from '../connection/page-session.svelte.ts';
import type { ShownRun } from '../run/shown-run.svelte.ts';
import { renamed } from './draft-lanes.ts';
import type { PlanDraft } from './plan-draft.svelte.ts';

/** The plan whose lanes they are. */
interface EditedPlan {
  readonly draft: PlanDraft;
  readonly locked: boolean;
}

/** Changes the lanes of the plan. */
export class LaneEditor {
  readonly #plan: EditedPlan;
  readonly #session: PageSession;
  readonly #shown: ShownRun;
  readonly #rests: () => boolean;

  constructor(plan: EditedPlan, session: PageSession, shown: ShownRun, rests: () => boolean) {
    this.#plan = plan;
    this.#session = session;
    this.#shown = shown;
    this.#rests = rests;
  }

  /** Whether lanes can be changed, and the tools for it are shown. */
  get editable(): boolean {
    return !this.#plan.locked && this.hasTools;
  }

  /** Whether there is room for tools that change lanes: those who only watch have no use for them. */
  get hasTools(): boolean {
    return !this.#session.onlyWatches && !this.#rests();
  }

  edit(change: (draft: PlanDraft) => void): void {
    if (this.#plan.locked) return;
    change(this.#plan.draft);
    this.keepNames();
  }

  /** Whether there is room for another lane, and a strategy for it. */
  get canAdd(): boolean {
    return !this.#plan.locked && this.#plan.draft.canAddLane && this.#strategies.length > 0;
  }

  get #strategies() {
    return this.#session.strategies.filter(({ id }) => this.#plan.draft.allows(id));
  }

  /** Adds a lane with the first strategy that no lane has yet. */
  add(): void {
    const strategies = this.#strategies;
    const used = new Set(this.#plan.draft.lanes.map((lane) => lane.strategy));
    const next = strategies.find(({ id }) => !used.has(id)) ?? strategies[0];
    if (next) this.edit((draft) => draft.addLane(next.id));
  }

  /** Gives a lane a name, also in the run that has ended; empty: that of its strategy. */
  rename(index: number, name: string): void {
    const { draft, locked } = this.#plan;
    if (locked) return;
    draft.changeLanes((lanes) => renamed(lanes, index, name));
    this.#nameRun(index, draft.lanes[index]?.label);
  }

  /** An ended run has the names that its reader has given its lanes since. */
  keepNames(): void {
    const { draft } = this.#plan;
    const { run } = this.#shown;
    if (!run || run.running) return;
    for (const [index, { label }] of draft.lanes.entries())
      if (label !== undefined) this.#nameRun(index, label);
  }

  #nameRun(index: number, name: string | undefined): void {
    const { run } = this.#shown;
    const lane = run?.plan.lanes[index];
    if (lane) run.rename(index, name, laneLabel(this.#session.labelOf(lane.strategy), lane));
  }
}
