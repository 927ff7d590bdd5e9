import { limits } from '../../../shared/limits.ts';
import type { LanePlan, Plan, PlanInput, Schedule, Workload } from '../../../shared/schemas.ts';
import type { ScheduleMode } from '../../../shared/terms.ts';
import { checkField, fieldNames, planFields, type FieldName } from './plan-fields.ts';

export interface DraftLane {
  /** The id that the server will give it, unless it had one. */
  id: string;
  strategy: string;
  label?: string;
  /** What differs from the shared workload. */
  workload?: Record<string, unknown>;
}

type DraftWorkload = Partial<Workload> & Record<FieldName, number>;

const defaultStrategies = ['one-by-one', 'auto-pipeline', 'pipeline'];

/**
 * The plan that the next run will carry out. Fields that the page has no control for are kept as they came, so
 * that a plan from elsewhere is run again as it was.
 */
export class PlanDraft {
  #target = $state<string>();
  #workload = $state.raw<DraftWorkload>({
    clients: limits.clients.default,
    pipeline: limits.pipeline.default,
    dataSize: limits.dataSize.default,
    durationMs: limits.durationMs.default,
    threads: limits.threads.default,
    keyspace: limits.keyspace.default,
    commands: ['set'],
  });
  #schedule = $state.raw<Partial<Schedule>>({ mode: 'turns', sliceMs: sliceFor(limits.durationMs.default) });
  #lanes = $state.raw<readonly DraftLane[]>(withIds(defaultStrategies.map((strategy) => ({ strategy }))));

  get target(): string | undefined {
    return this.#target;
  }

  get lanes(): readonly DraftLane[] {
    return this.#lanes;
  }

  get mode(): ScheduleMode {
    return this.#schedule.mode ?? 'turns';
  }

  get sliceMs(): number {
    return this.#schedule.sliceMs ?? limits.sliceMs.default;
  }

  /** The command; several of a mix are shown as the first. */
  get command(): string {
    return this.#workload.commands?.[0] ?? 'set';
  }

  get canAddLane(): boolean {
    return this.#lanes.length < limits.lanes.max;
  }

  get canRemoveLane(): boolean {
    return this.#lanes.length > limits.lanes.min;
  }

  value(field: FieldName): number {
    return this.#workload[field];
  }

  /** What is wrong, by field name as the server writes it. */
  get problems(): Map<string, string> {
    const found = new Map<string, string>();
    for (const name of fieldNames) {
      const problem = checkField(planFields[name], this.#workload[name]);
      if (problem) found.set(`workload.${name}`, problem);
    }
    return found;
  }

  /** How long a run of this takes, ms, not counting the moments of getting ready. */
  get estimatedMs(): number {
    const { durationMs, warmupMs = limits.warmupMs.default } = this.#workload;
    const slices = Math.ceil((durationMs + warmupMs) / this.sliceMs);
    const lane = durationMs + warmupMs + slices * (this.#schedule.settleMs ?? limits.settleMs.default);
    return this.mode === 'turns' ? lane * this.#lanes.length : lane;
  }

  setValue(field: FieldName, value: number): void {
    this.#workload = { ...this.#workload, [field]: value };
    if (field === 'durationMs' && Number.isFinite(value))
      this.#schedule = { ...this.#schedule, sliceMs: sliceFor(value) };
  }

  setCommand(command: 'set' | 'get'): void {
    const { ratio: _ratio, customCommand: _custom, ...rest } = this.#workload;
    this.#workload = { ...rest, commands: [command] };
  }

  setMode(mode: ScheduleMode): void {
    this.#schedule = { ...this.#schedule, mode };
  }

  setTarget(target: string): void {
    this.#target = target;
  }

  addLane(strategy: string): void {
    if (this.canAddLane) this.#lanes = withIds([...this.#lanes, { strategy }]);
  }

  removeLane(index: number): void {
    if (this.canRemoveLane) this.#lanes = withIds(this.#lanes.filter((_, at) => at !== index));
  }

  /** Another strategy is another lane: it keeps what was set for it, not its name. */
  chooseStrategy(index: number, strategy: string): void {
    this.#lanes = withIds(
      this.#lanes.map((lane, at) => {
        if (at !== index) return lane;
        return { strategy, ...(lane.workload ? { workload: lane.workload } : {}) };
      }),
    );
  }

  /** Takes over the plan of a run, so that the page shows what is being measured. */
  adopt(plan: Plan): void {
    this.#target = plan.target;
    this.#workload = { ...plan.workload };
    this.#schedule = { ...plan.schedule };
    this.#lanes = plan.lanes.map((lane) => adoptLane(lane, plan.workload));
  }

  /** Whether a run of this plan would differ from this draft. */
  differsFrom(plan: Plan): boolean {
    const other = new PlanDraft();
    other.adopt(plan);
    const essence = (draft: PlanDraft) =>
      JSON.stringify([inOrder(draft.#workload), inOrder(draft.#schedule), draft.#lanes]);
    return essence(this) !== essence(other) || (this.#target ?? plan.target) !== plan.target;
  }

  /** The document that starts the run. */
  toInput(): PlanInput {
    return {
      ...(this.#target === undefined ? {} : { target: this.#target }),
      workload: this.#workload,
      lanes: this.#lanes.map(({ strategy, label, workload }) => ({
        strategy,
        ...(label === undefined ? {} : { label }),
        ...(workload === undefined ? {} : { workload }),
      })),
      schedule: this.#schedule,
    };
  }
}

/**
 * Ten turns a lane where that gives turns of 0.2 to 1 s: an interval wants at least eight pairs, and a turn
 * should be long against the settling moment before it.
 */
export const sliceFor = (durationMs: number): number =>
  Math.round(Math.min(1000, Math.max(200, durationMs / 10)));

/** The ids that the server gives to lanes without one: the strategy, and `-2`, `-3` … where it comes again. */
export function withIds(lanes: readonly Omit<DraftLane, 'id'>[]): DraftLane[] {
  const taken = new Set<string>();
  return lanes.map((lane) => {
    let id = lane.strategy;
    for (let n = 2; taken.has(id); n++) id = `${lane.strategy}-${n}`;
    taken.add(id);
    return { ...lane, id };
  });
}

const inOrder = (fields: object) => Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1));

function adoptLane({ id, strategy, label, workload }: LanePlan, shared: Workload): DraftLane {
  const common: Record<string, unknown> = shared;
  const own = Object.entries(workload).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(common[name]),
  );
  return {
    id,
    strategy,
    ...(label === undefined ? {} : { label }),
    ...(own.length > 0 ? { workload: Object.fromEntries(own) } : {}),
  };
}
