import type { ServerProgram } from '../../shared/contract/enums.ts';
import { Measured } from '../../shared/sweep/measured.ts';
import type { RecipeResult, StepOutcome } from '../../shared/contract/recipe.ts';
import type { SweepEvent } from '../../shared/sweep/recipe.ts';
import { parsePlan } from '../../shared/plan/parse-plan.ts';
import type { InProgress, StartOptions } from '../../server/engine/run/run-job.ts';
import type { SweepJob } from '../../server/engine/sweep/sweep.ts';
import { ScriptedRun } from './fake-engine.ts';

/** A sweep that does what the test says, a step at a time. */
class ScriptedSweep implements InProgress<RecipeResult> {
  readonly id: string;
  readonly order: SweepJob;
  stopped = false;
  readonly finished: Promise<RecipeResult>;
  readonly #emit: (event: SweepEvent) => void;
  readonly #outcomes: StepOutcome[] = [];
  readonly #steps;
  #run: ScriptedRun | null = null;
  #resolve: (result: RecipeResult) => void = () => undefined;
  #reject: (error: Error) => void = () => undefined;

  constructor(
    id: string,
    order: SweepJob,
    { signal, onEvent = () => undefined }: StartOptions<SweepEvent>,
    stopping: () => Promise<void>,
  ) {
    this.id = id;
    this.order = order;
    this.#emit = onEvent;
    this.#steps = order.recipe.steps(order.form);
    this.finished = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    queueMicrotask(() => {
      this.#emit({
        type: 'sweep-started',
        recipe: order.recipe.id,
        form: order.form,
        steps: this.#steps.map((step) => ({
          id: step.id,
          label: step.label,
          type: step.type,
          estimateMs: 1000,
        })),
      });
    });
    signal?.addEventListener('abort', () => {
      this.stopped = true;
      void stopping().then(() => {
        this.finish('stopped');
      });
    });
  }

  /** The run of the step in progress. */
  get run(): ScriptedRun {
    if (!this.#run) throw new Error('no step has begun');
    return this.#run;
  }

  beginStep(): void {
    const index = this.#outcomes.length;
    const step = this.#steps[index];
    if (!step) throw new Error('there is no further step');
    this.#emit({ type: 'step-started', step: step.id, index });
    this.#run = new ScriptedRun(`run-of-${step.id}`, parsePlan(step.plan), (event) => {
      this.#emit({ type: 'run-event', step: step.id, event });
    });
    this.#run.begin();
  }

  /** Its server program is not installed here. */
  skipStep(missing: ServerProgram[]): void {
    const step = this.#steps[this.#outcomes.length];
    if (!step) throw new Error('there is no further step');
    const named = { step: step.id, label: step.label };
    const outcome: StepOutcome = { ...named, state: 'skipped', missing, error: null, result: null };
    this.#outcomes.push(outcome);
    this.#emit({ type: 'step-ended', outcome });
  }

  /** With the result of its run; without one when it failed. */
  endStep(error: Error | null = null): void {
    const step = this.#steps[this.#outcomes.length];
    if (!step) throw new Error('no step runs');
    const named = { step: step.id, label: step.label };
    const outcome: StepOutcome = error
      ? {
          ...named,
          state: 'failed',
          error: { name: 'Error', code: null, message: error.message, stack: null },
          result: null,
        }
      : { ...named, state: 'completed', error: null, result: this.run.announceEnd() };
    this.#outcomes.push(outcome);
    this.#emit({ type: 'step-ended', outcome });
  }

  finish(state: RecipeResult['state'] = 'completed', answer: number | string | null = null): void {
    const { recipe } = this.order;
    const { id, prediction, claims } = recipe;
    const measured = new Measured(this.#outcomes, this.#steps);
    const result: RecipeResult = {
      kind: 'recipe',
      schema: 2,
      recipe: id,
      form: this.order.form,
      startedAt: '2026-01-01T00:00:00.000Z',
      finishedAt: '2026-01-01T00:01:00.000Z',
      state,
      prediction: {
        unit: prediction.type === 'number' ? prediction.unit : null,
        answer: answer ?? prediction.answer(measured),
      },
      tables: recipe.tables(measured),
      claims: Object.entries(claims).map(([claim, judge]) => ({ claim, ...judge(measured) })),
      reading: recipe.read(measured),
      warnings: [],
      steps: this.#outcomes,
    };
    this.#emit({ type: 'sweep-finished', result });
    this.#resolve(result);
  }

  fail(error: Error): void {
    this.#reject(error);
  }
}

/** Carries sweeps out that wait for the test. */
export class FakeSweeps {
  readonly sweeps: ScriptedSweep[] = [];
  /** How long a sweep that is stopped takes to end. */
  stopping: Promise<void> = Promise.resolve();

  readonly start = (order: SweepJob, options: StartOptions<SweepEvent> = {}): ScriptedSweep => {
    const sweep = new ScriptedSweep(`sweep-${this.sweeps.length + 1}`, order, options, () => this.stopping);
    this.sweeps.push(sweep);
    return sweep;
  };

  /** The one that was started last. */
  get sweep(): ScriptedSweep {
    const sweep = this.sweeps.at(-1);
    if (!sweep) throw new Error('no lesson was started');
    return sweep;
  }
}
