import type { BystanderFigures } from '../contract/figures.ts';
import type { ServerProgram } from '../contract/enums.ts';
import type { LaneResult } from '../contract/lane-result.ts';
import type { Result } from '../contract/result.ts';
import { rateIntervalOf, rateOf } from '../statistics/figures.ts';
import { ratioInRounds, ratioOfRuns } from '../statistics/ratios.ts';
import type { PlanInput } from '../contract/plan.ts';
import type { AtomicityFigures, LaneMemory, Ratio, StepOutcome } from '../contract/recipe.ts';

/** A lane of a step. */
export type LaneSource = readonly [step: string, lane: string];

/** What a step of a sweep was to measure. */
interface PlannedLanes {
  id: string;
  plan: Pick<PlanInput, 'lanes'>;
}

/** What a sweep has measured, as claims and tables ask for it. A lane that measured nothing is not there. */
export class Measured {
  readonly #lanes = new Map<string, LaneResult>();
  readonly #outcomes: readonly StepOutcome[];
  readonly #planned: readonly PlannedLanes[];

  /** `planned`: all that was to be carried out. */
  constructor(outcomes: readonly StepOutcome[], planned: readonly PlannedLanes[] = []) {
    this.#outcomes = outcomes;
    this.#planned = planned;
    for (const { step, result } of outcomes)
      for (const lane of result?.lanes ?? [])
        if (lane.throughput) this.#lanes.set(`${step} ${lane.id}`, lane);
  }

  lane([step, lane]: LaneSource): LaneResult | null {
    return this.#lanes.get(`${step} ${lane}`) ?? null;
  }

  /** All of a run, also lanes that measured nothing. */
  result(step: string): Result | null {
    return this.#outcome(step)?.result ?? null;
  }

  /** Server programs for want of which a step was skipped. */
  missing(step: string): readonly ServerProgram[] {
    return this.#outcome(step)?.missing ?? [];
  }

  /**
   * Whether each of these lanes was measured, or was not to be: it is not in this form, or its step was skipped.
   * After a stop or a failure some are missing, and nobody knows which is the fastest of all.
   */
  hasAll(places: readonly LaneSource[]): boolean {
    return places.every((place) => this.lane(place) !== null || !this.#wasPlanned(place));
  }

  /** Commands per second. */
  rate(place: LaneSource): number | null {
    return rateOf(this.lane(place));
  }

  /** 95 % interval of the rate. */
  interval(place: LaneSource): [number, number] | null {
    return rateIntervalOf(this.lane(place));
  }

  /** How many times as fast one lane is as another; lanes of one step are of one run. */
  ratio(place: LaneSource, baseline: LaneSource): Ratio | null {
    const [ours, theirs] = [this.lane(place), this.lane(baseline)];
    if (!ours?.throughput || !theirs?.throughput) return null;
    return place[0] === baseline[0]
      ? ratioInRounds(ours.throughput, theirs.throughput)
      : ratioOfRuns(ours, theirs);
  }

  /** What a lane took of the server's memory, where its step watched that. */
  memory([step, lane]: LaneSource): LaneMemory | null {
    return this.#outcome(step)?.memory?.lanes.find((one) => one.lane === lane) ?? null;
  }

  /** What became of a lane's batches, where its step was about that. */
  atomicity([step, lane]: LaneSource): AtomicityFigures | null {
    return this.#outcome(step)?.atomicity?.find((one) => one.lane === lane) ?? null;
  }

  /** What the server and the machine of the client have for a step, bytes. */
  room(step: string): { serverBytes: number | null; machineBytes: number | null } {
    const outcome = this.#outcome(step);
    return {
      serverBytes: outcome?.memory?.maxMemoryBytes ?? null,
      machineBytes: outcome?.result?.environment.memoryBytes ?? null,
    };
  }

  /** Bare PING round trip of a step that has no network in between, ms. */
  pingMs(step: string): number | null {
    return this.#outcome(step)?.result?.environment.pingMs ?? null;
  }

  /** What the bystander of a step saw without load. */
  bystanderAlone(step: string): BystanderFigures | null {
    return this.#outcomes.find((outcome) => outcome.step === step)?.result?.bystander ?? null;
  }

  /** Whether nothing crossed a link with packets of 1500 bytes, in the steps that have no network of their own. */
  get withoutPackets(): boolean {
    return this.isOneMachine && !this.#outcomes.some(({ result }) => result?.plan.network?.by === 'kernel');
  }

  /** Whether client and server shared one machine. */
  get isOneMachine(): boolean {
    return this.#outcomes.some(({ result }) => result?.environment.sharedMachine === true);
  }

  #wasPlanned([step, lane]: LaneSource): boolean {
    const plan = this.#planned.find(({ id }) => id === step)?.plan;
    return this.missing(step).length === 0 && plan?.lanes.some(({ id }) => id === lane) === true;
  }

  #outcome(step: string): StepOutcome | undefined {
    return this.#outcomes.find((outcome) => outcome.step === step);
  }
}
