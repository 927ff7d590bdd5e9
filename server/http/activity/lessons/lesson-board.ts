import { randomBytes } from 'node:crypto';
import type { LessonOrder, LessonSnapshot } from '../../../../shared/contract/lesson.ts';
import type { Recipe, Step, SweepEvent } from '../../../../shared/recipes/recipe.ts';
import type { RecipeResult, StepOutcome } from '../../../../shared/contract/recipe.ts';
import { startSweep } from '../../../engine/sweep/sweep.ts';
import type { OpenedTarget } from '../../../redis/connection/opened-target.ts';
import { Refusal } from '../../plugins/errors.ts';
import type { RunBoard, SeriesTools } from '../run-board.ts';
import { applySweepEvent, breakOff, newLesson } from './lesson-snapshot.ts';

export interface LessonBoardOptions {
  board: RunBoard;
  startSweep?: typeof startSweep;
  /** Other times for a step than its recipe's. */
  adjust?: (step: Step) => Step;
  /** Told of faults of ours. */
  onFault?: (error: unknown) => void;
  /** Milliseconds since the epoch. */
  now?: () => number;
}

export interface LessonToStart extends Pick<LessonOrder, 'form'> {
  recipe: Recipe;
  /** The server of each step; absent: a private one. */
  open?: (step: Step) => Promise<OpenedTarget>;
}

/** The lesson that goes on, or the one that ended last. Its runs are on the run board, as those of any series. */
export class LessonBoard {
  readonly #board: RunBoard;
  readonly #options: LessonBoardOptions;
  readonly #now: () => number;
  readonly #changed: (() => void)[] = [];
  readonly #finished: ((id: string, result: RecipeResult) => void)[] = [];
  #latest: LessonSnapshot | null = null;
  #stepBegunAt = 0;

  constructor(options: LessonBoardOptions) {
    this.#board = options.board;
    this.#options = options;
    this.#now = options.now ?? Date.now;
  }

  /** Told at each change of what a viewer sees; must be quick and must not throw. */
  onChange(listener: () => void): void {
    this.#changed.push(listener);
  }

  /** Told of each lesson that has an outcome, also of one that was stopped. */
  onFinished(listener: (id: string, result: RecipeResult) => void): void {
    this.#finished.push(listener);
  }

  /** As of now. */
  snapshot(): LessonSnapshot | null {
    const lesson = this.#latest;
    return lesson && { ...lesson, remainingMs: this.#remainingMs(lesson) };
  }

  /** Resolves with the id of the lesson once it has begun. Rejects with a Refusal while something else goes on. */
  start({ recipe, form, open }: LessonToStart): Promise<string> {
    const id = `lesson-${randomBytes(6).toString('hex')}`;
    const remainingMs = () => (this.#latest?.id === id ? this.#remainingMs(this.#latest) : null);
    return new Promise((resolve, reject) => {
      const work = (tools: SeriesTools) => {
        resolve(id);
        const startedAt = new Date(this.#now()).toISOString();
        this.#latest = newLesson({ id, recipe: recipe.id, form, startedAt });
        tools.signal.addEventListener('abort', () => {
          if (this.#latest?.id === id && this.#latest.state === 'running')
            this.#show({ ...this.#latest, stopping: true });
        });
        return this.#carryOut({ recipe, form, ...(open ? { open } : {}) }, tools);
      };
      this.#board.carryOut({ id, kind: 'lesson', remainingMs }, work).then(
        (result) => {
          for (const listener of this.#finished) listener(id, result);
        },
        (error: unknown) => {
          reject(error instanceof Error ? error : new Error(String(error)));
          this.#noteLoss(id, error);
        },
      );
    });
  }

  #carryOut(
    { recipe, form, open }: LessonToStart,
    { signal, onEvent, onLost }: SeriesTools,
  ): Promise<RecipeResult> {
    const { adjust } = this.#options;
    const job = { recipe, form, ...(adjust ? { adjust } : {}), ...(open ? { open } : {}) };
    return (this.#options.startSweep ?? startSweep)(job, {
      signal,
      onEvent: (event) => {
        // A viewer hears of the lesson first, and then of the run that is a part of it.
        this.#take(event);
        if (event.type === 'run-event') onEvent(event.event);
        const lost = event.type === 'step-ended' ? this.#lostRun(event.outcome) : null;
        if (lost) onLost(lost.run, lost.error);
      },
    }).finished;
  }

  #take(event: SweepEvent): void {
    const before = this.#latest;
    if (!before) return;
    if (event.type === 'step-started') this.#stepBegunAt = this.#now();
    this.#show(applySweepEvent(before, event));
  }

  /** The run of a step that has begun, and failed without a result. */
  #lostRun({ step: id, result, error }: StepOutcome): { run: string; error: Error } | null {
    const run = this.#latest?.steps.find((step) => step.id === id)?.run;
    if (result || !error || !run) return null;
    return { run, error: new Refusal(502, { code: 'run_failed', message: error.message }) };
  }

  #noteLoss(id: string, error: unknown): void {
    if (this.#latest?.id !== id || this.#latest.state !== 'running') return;
    this.#options.onFault?.(error);
    this.#show(breakOff(this.#latest, error instanceof Error ? error.message : String(error)));
  }

  #show(lesson: LessonSnapshot): void {
    if (lesson === this.#latest) return;
    this.#latest = lesson;
    for (const listener of this.#changed) listener();
  }

  #remainingMs({ state, steps, current }: LessonSnapshot): number {
    if (state !== 'running') return 0;
    const passed = this.#now() - this.#stepBegunAt;
    return steps.reduce((sum, step, index) => {
      if (step.state === 'waiting') return sum + step.estimateMs;
      return index === current && step.state === 'running'
        ? sum + Math.max(0, step.estimateMs - passed)
        : sum;
    }, 0);
  }
}
