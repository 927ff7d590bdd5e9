import { rateOf } from '../../../../shared/statistics/figures.ts';
import { tellApart } from '../../../../shared/words/lane-labels.ts';
import type { LessonSnapshot, LessonStep } from '../../../../shared/contract/lesson.ts';
import { environmentOf, hasMeasured, type SweepEvent } from '../../../../shared/sweep/recipe.ts';
import type { StepOutcome } from '../../../../shared/contract/recipe.ts';

const newLesson = (lesson: Pick<LessonSnapshot, 'id' | 'recipe' | 'form' | 'startedAt'>): LessonSnapshot => ({
  ...lesson,
  state: 'running',
  stopping: false,
  steps: [],
  current: null,
  remainingMs: 0,
  outcome: null,
  error: null,
});

/**
 * What is known of a lesson after one more event of its sweep; pure. The same object where nothing has changed that
 * a viewer would see. `remainingMs` changes only at the end: before that only the one who sends a snapshot knows it.
 */
export function reduceLesson(
  lesson: LessonSnapshot | null,
  event: SweepEvent,
  { id, startedAt }: Pick<LessonSnapshot, 'id' | 'startedAt'>,
): LessonSnapshot | null {
  if (event.type === 'sweep-started') {
    const { recipe, form, steps } = event;
    return {
      ...newLesson({ id, recipe, form, startedAt }),
      steps: steps.map((step) => ({ ...step, state: 'waiting', run: null, error: null, lanes: [] })),
    };
  }
  if (!lesson) return null;
  switch (event.type) {
    case 'step-started':
      return {
        ...lesson,
        current: event.index,
        steps: withStep(lesson, event.step, (step) => ({ ...step, state: 'running' })),
      };
    case 'run-event': {
      if (event.event.type !== 'run-started') return lesson;
      const run = event.event.runId;
      return { ...lesson, steps: withStep(lesson, event.step, (step) => ({ ...step, run })) };
    }
    case 'step-ended': {
      const { outcome } = event;
      return {
        ...lesson,
        ...(event.load ? { load: event.load } : {}),
        ...(event.distances ? { distances: event.distances } : {}),
        steps: withStep(lesson, outcome.step, (step) => ended(step, outcome)),
      };
    }
    case 'sweep-finished': {
      const { steps: _steps, ...outcome } = event.result;
      const environment = environmentOf(event.result);
      const isEmpty = outcome.state === 'stopped' && !hasMeasured(event.result);
      return {
        ...lesson,
        state: outcome.state,
        stopping: false,
        current: null,
        remainingMs: 0,
        outcome: isEmpty ? null : { ...outcome, ...(environment ? { environment } : {}) },
      };
    }
  }
}

/** A lesson that ended without an outcome. */
export const breakOffLesson = (lesson: LessonSnapshot, error: string): LessonSnapshot => ({
  ...lesson,
  state: 'failed',
  stopping: false,
  current: null,
  remainingMs: 0,
  error,
});

const withStep = (
  { steps }: LessonSnapshot,
  id: string,
  change: (step: LessonStep) => LessonStep,
): LessonStep[] => steps.map((step) => (step.id === id ? change(step) : step));

const ended = (step: LessonStep, { state, missing, error, result }: StepOutcome): LessonStep => ({
  ...step,
  state,
  ...(missing ? { missing } : {}),
  error: error?.message ?? null,
  lanes: tellApart(result?.plan.lanes ?? []).map((lane) => ({
    ...lane,
    throughput: rateOf(result?.lanes.find(({ id }) => id === lane.id)),
  })),
});

/** Of a lesson in progress, so long after its current step began; both in ms. */
export const remainingMs = ({ steps, current }: LessonSnapshot, sinceStepMs: number): number =>
  steps.reduce((sum, step, index) => {
    if (step.state === 'waiting') return sum + step.estimateMs;
    return index === current && step.state === 'running'
      ? sum + Math.max(0, step.estimateMs - sinceStepMs)
      : sum;
  }, 0);
