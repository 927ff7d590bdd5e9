import type { RecipeForm } from '../contract/enums.ts';
import type { LessonQuestion } from '../contract/lesson.ts';
import type { PlanInput } from '../contract/plan.ts';
import type { Finding, RecipeResult, Source, StepOutcome, Table } from '../contract/recipe.ts';
import type { RunEvent } from '../contract/run-events.ts';
import type { Measured } from './measured.ts';

/** A named series of plans with a lesson to it. Each is one file in this folder and a line in index.ts. */
export interface Recipe {
  id: string;
  title: string;
  /** What the sweep is to find out. */
  question: string;
  /** How it is done here, and in what that differs from its source. */
  method: string;
  /** Asked before anything is measured. */
  prediction: Prediction;
  /** Where the published figures and claims come from. */
  source: Source;
  /** Its steps are about settings of servers, or their number: it only runs on private ones. */
  needsPrivateServer?: boolean;
  steps(form: RecipeForm): Step[];
  claims: readonly Claim[];
  /** What was measured beside what was published. */
  tables(measured: Measured): Table[];
  /** What the figures say, in sentences made from them. */
  read(measured: Measured): string[];
}

/** "document 003; Jedis, one connection; three servers" */
export const sourceInWords = ({ document, tool, environment }: Source): string =>
  [document, tool, environment].filter((part) => part !== '').join('; ');

export type Prediction =
  | { type: 'number'; ask: string; unit: string; answer: (measured: Measured) => number | null }
  | {
      type: 'choice';
      ask: string;
      choices: readonly string[];
      answer: (measured: Measured) => string | null;
    };

/** The question without its answer. */
export const questionOf = (prediction: Prediction): LessonQuestion =>
  prediction.type === 'number'
    ? { type: 'number', ask: prediction.ask, unit: prediction.unit }
    : { type: 'choice', ask: prediction.ask, choices: [...prediction.choices] };

/** One plan of a sweep, on a private server of its own unless the user named one. */
interface PlannedStep {
  /** Within its recipe. */
  id: string;
  label: string;
  plan: PlanInput;
  /** Commands per second by which the time of lanes that stop by count is estimated, by lane. */
  pace?: Readonly<Record<string, number>>;
}

export interface RunStep extends PlannedStep {
  type: 'run';
  /** What the lanes take of memory is watched, on a connection of its own. */
  watchesMemory?: boolean;
}

/**
 * No speeds: each strategy of the plan sends batches of its batch size over one connection, for its duration, while
 * another client looks for half-done ones; then a batch in which one command fails.
 */
export interface AtomicityStep extends PlannedStep {
  type: 'atomicity';
}

export type Step = RunStep | AtomicityStep;

/** A sentence of the source, and how it is judged on this machine. */
export interface Claim {
  text: string;
  /** When it holds, in words. */
  rule: string;
  judge: (measured: Measured) => Finding;
}

/** Whether any of its steps has found something out. */
export const hasMeasured = ({ steps }: Pick<RecipeResult, 'steps'>): boolean =>
  steps.some(
    ({ state, result, atomicity }) =>
      (result?.lanes.some(({ throughput }) => throughput !== null) ?? false) ||
      (atomicity !== undefined && state === 'completed'),
  );

/** Everything that can be known of a sweep comes out of it as one of these, in order. */
export type SweepEvent =
  | {
      type: 'sweep-started';
      recipe: string;
      form: RecipeForm;
      steps: { id: string; label: string; type: Step['type']; estimateMs: number }[];
    }
  | { type: 'step-started'; step: string; index: number }
  | { type: 'run-event'; step: string; event: RunEvent }
  | { type: 'step-ended'; outcome: StepOutcome }
  | { type: 'sweep-finished'; result: RecipeResult };
