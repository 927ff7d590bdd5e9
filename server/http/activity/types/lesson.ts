import type { RunEvent } from '../../../../shared/contract/run-events.ts';
import {
  lessonOrderSchema,
  type LessonOrder,
  type LessonSnapshot,
  distanceOrderSchema,
  loadOrderSchema,
} from '../../../../shared/contract/lesson.ts';
import { InvalidInput, parse } from '../../../../shared/contract/parse.ts';
import { findRecipe, recipes } from '../../../../shared/sweep/recipes.ts';
import type { Sweep, SweepStep, SweepEvent } from '../../../../shared/sweep/recipe.ts';
import type { RecipeResult } from '../../../../shared/contract/recipe.ts';
import type { InProgress, StartOptions } from '../../../engine/run/run-job.ts';
import { startSweep, type SweepJob } from '../../../engine/sweep/sweep.ts';
import {
  alreadyThere,
  type OpenedTarget,
  prepareTarget,
  readyAgain,
} from '../../../redis/connection/target.ts';
import { Refusal } from '../../plugins/errors.ts';
import { LatestSnapshot } from '../latest-snapshot.ts';
import { withoutStacks, type OnStack } from '../without-stacks.ts';
import type { Breakdown, Ended, ActivityType, ActivityTypeName } from './activity-type.ts';
import { breakOffLesson, reduceLesson, remainingMs } from './lesson-snapshot.ts';
import type { Plan } from '../../../../shared/contract/plan.ts';
import { distanceSweep } from '../../../../shared/sweep/distances.ts';
import { loadCurve } from '../../../../shared/sweep/load-curve.ts';
import { assertSeries } from '../../../engine/sweep/assert-series.ts';
import { resolvePlan, type AvailableTargets } from '../resolve-plan.ts';

export interface LessonKindOptions {
  startSweep?: typeof startSweep;
  /** Other times for a step than its recipe's. */
  adjust?: (step: SweepStep) => SweepStep;
  onStack?: OnStack;
  /** Milliseconds since the epoch. */
  now?: () => number;
}

interface LessonJob extends Pick<LessonOrder, 'form'> {
  recipe: Sweep;
  /** The server of each step; absent: a private one. */
  open?: (step: SweepStep) => Promise<OpenedTarget>;
  /** Servers that lanes name beside that one, and what is known of all, where the plans are for them alone. */
  others?: NonNullable<SweepJob['others']>;
  on?: NonNullable<SweepJob['on']>;
  agents?: NonNullable<SweepJob['agents']>;
}

/** Lessons: sweeps of a recipe that everybody watches. */
export class LessonActivity implements ActivityType<LessonJob, SweepEvent, LessonSnapshot, RecipeResult> {
  readonly name = 'lesson';
  readonly latest: LatestSnapshot<LessonSnapshot, SweepEvent>;
  readonly #options: LessonKindOptions;

  constructor(options: LessonKindOptions = {}) {
    this.#options = options;
    this.latest = new LatestSnapshot(this, options.now ?? Date.now);
  }

  start(job: LessonJob, { onEvent, ...options }: StartOptions<SweepEvent>): InProgress<RecipeResult> {
    const { adjust, onStack, startSweep: start = startSweep } = this.#options;
    return start(
      { ...job, ...(adjust ? { adjust } : {}) },
      { ...options, onEvent: (event) => onEvent?.(withoutStacks(event, onStack)) },
    );
  }

  /** A load curve and gain over distance are carried out in the same way. */
  nameOf({ recipe }: LessonJob): ActivityTypeName {
    return recipe.load ? 'load-curve' : recipe.distances ? 'distances' : this.name;
  }

  isBegun({ type }: SweepEvent): boolean {
    return type === 'sweep-started';
  }

  runEvent(event: SweepEvent): RunEvent | null {
    return event.type === 'run-event' ? event.event : null;
  }

  runFailure(event: SweepEvent): Error | null {
    if (event.type !== 'step-ended' || event.outcome.result || !event.outcome.error) return null;
    return new Refusal(502, { code: 'run_failed', message: event.outcome.error.message });
  }

  readonly reduce = reduceLesson;

  startsClock({ type }: SweepEvent): boolean {
    return type === 'step-started';
  }

  asOf(lesson: LessonSnapshot, sinceStepMs: number): LessonSnapshot {
    return { ...lesson, remainingMs: remainingMs(lesson, sinceStepMs) };
  }

  facts({ id, state, startedAt, remainingMs }: LessonSnapshot) {
    return { id, state, startedAt, remainingMs };
  }

  stopping(lesson: LessonSnapshot): LessonSnapshot {
    return lesson.state === 'running' && !lesson.stopping ? { ...lesson, stopping: true } : lesson;
  }

  breakOff(lesson: LessonSnapshot, { error }: Breakdown): LessonSnapshot {
    if (lesson.state !== 'running') return lesson;
    return breakOffLesson(lesson, error instanceof Error ? error.message : String(error));
  }

  ended(id: string, result: RecipeResult): Ended {
    return { type: 'lesson-ended', id, result: withoutStacks(result) };
  }
}

/** The lesson in a document that came over the network. Throws InvalidInput. */
export function parseLesson(input: unknown, { targets }: { targets: readonly OpenedTarget[] }): LessonJob {
  const parsed = lessonOrderSchema.safeParse(input);
  if (!parsed.success)
    throw wrong(
      'lesson',
      undefined,
      'must be { recipe, form, target? }: the id of a recipe, "quick" or "full", the id of a target',
    );
  const { form } = parsed.data;
  const recipe = findRecipe(parsed.data.recipe);
  if (!recipe)
    throw wrong('recipe', parsed.data.recipe, `must be one of ${recipes.map(({ id }) => id).join(', ')}`);
  const ids = targets.map(({ target }) => target.description.id);
  const target = parsed.data.target ?? ids[0] ?? '';
  const opened = targets.find((one) => one.target.description.id === target);
  if (!opened) throw wrong('target', target, `must be one of ${ids.join(', ')}`);
  // Each step starts a private server with its own settings; any other server serves all steps.
  if (opened.target.isPrivate || recipe.needsPrivateServer) return { recipe, form };
  return { recipe, form, open: () => readyAgain(opened) };
}

const wrong = (field: string, value: string | undefined, message: string) =>
  new InvalidInput([{ field, value: value?.slice(0, 80), message }]);

/** The load curve in a document that came over the network: a sweep like a lesson. Throws InvalidInput. */
export function parseLoadCurve(input: unknown, offer: AvailableTargets): LessonJob & { plan: Plan } {
  const order = parse(loadOrderSchema, input);
  const rates = [...new Set(order.rates)].sort((a, b) => a - b);
  const [lowest] = rates;
  const workload = { ...order.plan.workload, rps: lowest };
  const resolved = resolvePlan({ ...order.plan, workload }, offer);
  assertSeries('a load curve', resolved.plan, 'plan.');
  return onTargets(loadCurve(resolved.plan, rates), resolved);
}

/** Gain over distance in a document that came over the network: a sweep like a lesson. Throws InvalidInput. */
export function parseDistances(input: unknown, offer: AvailableTargets): LessonJob & { plan: Plan } {
  const order = parse(distanceOrderSchema, input);
  const rtts = [...new Set(order.distances)].sort((a, b) => a - b);
  const resolved = resolvePlan(order.plan, offer);
  if (rtts.length < 2) throw wrong('distances', undefined, 'name at least two different round trips');
  assertSeries('several round trips', resolved.plan, 'plan.');
  return onTargets(distanceSweep(resolved.plan, rtts, 'short'), resolved);
}

/** A sweep of one plan, on the servers of that. */
const onTargets = (
  recipe: Sweep,
  { plan, target: opened, others, agents }: ReturnType<typeof resolvePlan>,
): LessonJob & { plan: Plan } => ({
  plan,
  recipe,
  form: 'full',
  on: others.map(({ target }) => target.description),
  others,
  ...(agents ? { agents } : {}),
  open: async () => alreadyThere((await prepareTarget(opened, plan)).target),
});
