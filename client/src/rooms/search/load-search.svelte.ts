import type { LessonSnapshot } from '../../../../shared/contract/lesson.ts';
import type { PlanInput } from '../../../../shared/contract/plan.ts';
import { searchLimits } from '../../../../shared/settings/search.ts';
import { workloadSettings } from '../../../../shared/settings/workload.ts';
import { measuringNetworkMs, plannedMs, setUpMs } from '../../../../shared/plan/duration.ts';
import { spacedRates } from '../../../../shared/words/load-rates.ts';
import { countUnits, readQuantity, withoutGroups } from '../../../../shared/settings/units.ts';
import type { Api } from '../../connection/api.ts';
import type { PlanEditor } from '../../plan/plan-editor.svelte.ts';
import type { Activity } from '../../run/activity.svelte.ts';

/** What a load curve is made with, for the room to build it once it is loaded. */
export interface LoadSource {
  api: Api;
  activity: Activity;
  editor: PlanEditor;
  /** The lesson or load curve in progress, or the last that ended. */
  lesson: () => LessonSnapshot | null;
}

/** A whole number within its limit, with a unit or without; NaN: what was typed is none. */
function readWhole(text: string, { min, max }: { min: number; max: number }): number {
  const value = readQuantity(withoutGroups(text), countUnits) ?? NaN;
  return Number.isInteger(value) && value >= min && value <= max ? value : NaN;
}

/** The load curve on screen, and the next one: the lanes of Compare at several rates. */
export class LoadSearch {
  readonly activity: Activity;
  readonly #api: Api;
  readonly #editor: PlanEditor;
  readonly #lesson: () => LessonSnapshot | null;
  lowText = $state('1k');
  highText = $state('20k');
  pointsText = $state('6');

  constructor({ api, activity, editor, lesson }: LoadSource) {
    this.#api = api;
    this.activity = activity;
    this.#editor = editor;
    this.#lesson = lesson;
  }

  /** The one in progress, or the last that ended, where no lesson has followed it. */
  get shown(): LessonSnapshot | null {
    const lesson = this.#lesson();
    return lesson?.recipe === 'load-curve' ? lesson : null;
  }

  get running(): boolean {
    return this.activity.running && this.shown !== null;
  }

  get low(): number {
    return readWhole(this.lowText, workloadSettings.rps.whole);
  }

  get high(): number {
    return readWhole(this.highText, workloadSettings.rps.whole);
  }

  get points(): number {
    return readWhole(this.pointsText, searchLimits.loadPoints);
  }

  /** `null`: what was typed makes none. */
  get rates(): number[] | null {
    const { low, high, points } = this;
    return low < high && high - low + 1 >= points ? spacedRates(low, high, points) : null;
  }

  get faulty(): boolean {
    return this.rates === null || this.#editor.own.draft.problems.size > 0;
  }

  /** About how long it takes, ms. */
  get takesMs(): number {
    const plan = this.#plan;
    const workload = { ...plan.workload, rps: this.rates?.[0] ?? 1 };
    return (
      this.points *
      (plannedMs({ ...plan, workload }) + setUpMs + (plan.network ? measuringNetworkMs(plan.network) : 0))
    );
  }

  async start(): Promise<void> {
    const { rates } = this;
    if (rates === null) return;
    await this.activity.start(() => this.#api.startLoadCurve({ plan: this.#plan, rates }));
  }

  /** That of Compare, without what a load curve decides for itself. */
  get #plan(): PlanInput {
    const { workload = {}, schedule = {}, ...plan } = this.#editor.own.draft.toInput();
    const { requests: _r, rps: _s, ...sent } = workload;
    const { precision: _p, maxDurationMs: _m, mode: _o, ...turns } = schedule;
    return { ...plan, workload: sent, schedule: turns };
  }
}

const made = new WeakMap<Api, LoadSearch>();

/** The same each time that the room is opened, with what was typed. */
export function loadSearchOf(source: LoadSource): LoadSearch {
  const load = made.get(source.api) ?? new LoadSearch(source);
  made.set(source.api, load);
  return load;
}
