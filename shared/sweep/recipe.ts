import type { LessonTopic, RecipeForm, ServerProgram } from '../contract/enums.ts';
import type { LessonQuestion } from '../contract/lesson.ts';
import type { GuessUnit } from '../limits.ts';
import type { PlanInput } from '../contract/plan.ts';
import type {
  ClaimOutcome,
  FigureTable,
  Phrase,
  RecipeResult,
  StepOutcome,
  Text,
} from '../contract/recipe.ts';
import type { Environment } from '../contract/result.ts';
import type { RunEvent } from '../contract/run-events.ts';
import type { DistanceGain } from '../contract/distance-gain.ts';
import type { LoadCurve } from '../contract/load-curve.ts';
import type { Measured } from './measured.ts';
import type { RecipeWords } from './recipe-words.ts';

/** A series of plans for one question. */
export interface Sweep<Words extends RecipeWords = RecipeWords> {
  id: string;
  /** Asked before anything is measured. */
  prediction: Prediction<(keyof Words['choices'] & string) | `${number}`>;
  /** Its steps are about settings of servers, or their number: it only runs on private ones. */
  needsPrivateServer?: boolean;
  steps(form: RecipeForm): SweepStep[];
  /** How each claim of the source is judged on this machine, by its id. */
  claims: { readonly [Claim in keyof Words['claims']]: (measured: Measured) => ClaimOutcome };
  /** What was measured beside what was published. */
  tables(measured: Measured): FigureTable[];
  /** The figure that the chart shows, by its table and column; absent: the first measured one of the first table. */
  chart?: NonNullable<RecipeResult['chart']>;
  /** What the figures say. */
  read(measured: Measured): Phrase[];
  /** Of a load curve: its points. */
  load?(measured: Measured): LoadCurve;
  /** Of gain over distance: its points. */
  distances?(measured: Measured): DistanceGain;
}

/**
 * A sweep with a lesson to it. Each is a file in `shared/recipes/`, which exports it as `recipe`, beside its `words` in
 * English. Its id is the name of the file.
 */
export interface Recipe<Words extends RecipeWords = RecipeWords> extends Sweep<Words> {
  /** Recipes are offered in this order. */
  order: number;
  topic: LessonTopic;
}

/** A choice is a code; a number stands for itself. */
export type Prediction<Choice extends string = string> =
  | { type: 'number'; unit: GuessUnit; answer: (measured: Measured) => number | null }
  | {
      type: 'choice';
      choices: readonly Choice[];
      answer: (measured: Measured) => Choice | null;
      /** The best estimate, where noise leaves no answer. */
      likely?: (measured: Measured) => Choice | null;
    };

/** The question without its answer. */
export const questionOf = (prediction: Prediction): LessonQuestion =>
  prediction.type === 'number'
    ? { type: 'number', unit: prediction.unit }
    : { type: 'choice', choices: [...prediction.choices] };

/** One plan of a sweep, on a private server of its own unless the user named one. */
interface PlannedStep {
  /** Within its recipe. */
  id: string;
  label: Text;
  plan: PlanInput;
  /** Server programs without which it is skipped. */
  needs?: readonly ServerProgram[];
  /** Commands per second by which the time of lanes that stop by count is estimated, by lane. */
  pace?: Readonly<Record<string, number>>;
}

export interface RunStep extends PlannedStep {
  type: 'run';
  /** What the lanes take of memory is watched, on a connection of its own. */
  watchesMemory?: boolean;
  /** A lane that gives up because its queue is too long is an answer, and no failure. */
  mayOverload?: boolean;
  /** Likewise one whose commands mostly fail. */
  mayFail?: boolean;
}

/**
 * No speeds: each strategy of the plan sends batches of its batch size over one connection, for its duration, while
 * another client looks for half-done ones; then a batch in which one command fails.
 */
interface AtomicityStep extends PlannedStep {
  type: 'atomicity';
}

export type SweepStep = RunStep | AtomicityStep;

/** Whether any of its steps has found something out. */
export const hasMeasured = ({ steps }: Pick<RecipeResult, 'steps'>): boolean =>
  steps.some(
    ({ state, result, atomicity }) =>
      (result?.lanes.some(({ throughput }) => throughput !== null) ?? false) ||
      (atomicity !== undefined && state === 'completed'),
  );

/** Where its first run was measured; `undefined`: no step has one. */
export const environmentOf = ({ steps }: Pick<RecipeResult, 'steps'>): Environment | undefined =>
  steps.find(({ result }) => result !== null)?.result?.environment;

/** Everything that can be known of a sweep comes out of it as one of these, in order. */
export type SweepEvent =
  | {
      type: 'sweep-started';
      recipe: string;
      form: RecipeForm;
      steps: { id: string; label: Text; type: SweepStep['type']; estimateMs: number }[];
    }
  /** Not of a step that is skipped. */
  | { type: 'step-started'; step: string; index: number }
  | { type: 'run-event'; step: string; event: RunEvent }
  /** `load`, `distances`: of a load curve, and of gain over distance, as far as it is measured. */
  | { type: 'step-ended'; outcome: StepOutcome; load?: LoadCurve; distances?: DistanceGain }
  | { type: 'sweep-finished'; result: RecipeResult };
