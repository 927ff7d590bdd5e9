import type { ToldLane } from '../words/lane-labels.ts';
import type { LaneState } from './terms.ts';
import type { Prediction, RecipeForm, RecipeResult, Step, StepOutcome } from '../recipes/recipe.ts';

/** What a class is asked before anything is measured. */
export type LessonQuestion =
  { type: 'number'; ask: string; unit: string } | { type: 'choice'; ask: string; choices: readonly string[] };

export const questionOf = (prediction: Prediction): LessonQuestion =>
  prediction.type === 'number'
    ? { type: 'number', ask: prediction.ask, unit: prediction.unit }
    : { type: 'choice', ask: prediction.ask, choices: prediction.choices };

/** A line of `GET /api/lessons`: a recipe, as far as it can be told without its figures. */
export interface LessonDescription {
  /** Of its recipe. */
  id: string;
  title: string;
  question: string;
  method: string;
  /** Where its published figures come from, in words. */
  source: string;
  prediction: LessonQuestion;
  /** The published claims that it judges. */
  claims: readonly string[];
  forms: Record<RecipeForm, { steps: number; estimateMs: number }>;
  needsPrivateServer: boolean;
}

/** Body of `POST /api/lessons`. */
export interface LessonOrder {
  recipe: string;
  form: RecipeForm;
  /** Where its steps are measured; the first target by default. On a private one each step has its own server. */
  target?: string;
}

/** `POST /api/lessons`, 201. */
export interface LessonStarted {
  id: string;
}

export interface LessonStep {
  id: string;
  label: string;
  /** An experiment is no run: there are no lanes to watch. */
  type: Step['type'];
  estimateMs: number;
  state: 'waiting' | 'running' | StepOutcome['state'];
  /** Id of its run; `null` before it has begun, and where it is an experiment that is none. */
  run: string | null;
  /** Why it failed, in words. */
  error: string | null;
  /** Its outcome in short; empty until there is one, and where there are no speeds. Commands per second. */
  lanes: (ToldLane & { throughput: number | null })[];
}

/** The outcome of a lesson; what its steps measured in all is not sent to every viewer. */
export type LessonOutcome = Omit<RecipeResult, 'steps'>;

/** The lesson that goes on, or the one that ended last. */
export interface LessonSnapshot {
  id: string;
  /** Id of its recipe. */
  recipe: string;
  form: RecipeForm;
  /** ISO 8601. */
  startedAt: string;
  state: 'running' | LaneState;
  /** Somebody has asked for its end, which has not come yet. */
  stopping: boolean;
  steps: LessonStep[];
  /** Index of the step that goes on. */
  current: number | null;
  /** About how long it still takes at the moment of sending, ms; 0 when it is over. */
  remainingMs: number;
  /** `null` while it goes on, when it broke off, and when it was stopped before anything was measured. */
  outcome: LessonOutcome | null;
  /** Why it broke off without an outcome. */
  error: string | null;
}

/** One viewer's answer to the question of a lesson, before its outcome is shown. */
export interface Guess {
  recipe: string;
  /** Made up by the page of the viewer and kept by its browser: a later guess takes the place of the earlier. */
  viewer: string;
  /** A number in the question's unit, or one of its choices. */
  value: number | string;
}

/** `round`: which gathering the guess went into; see `GatheredGuesses`. */
export type GuessAnswer =
  { ok: true; round: string } | { ok: false; error: { code: string; message: string } };

/** How many guesses lie from `from` up to but without `to`; the last bin holds its upper end as well. */
export interface GuessBin {
  from: number;
  to: number;
  count: number;
}

/** How many have guessed this very number. */
export interface GuessCount {
  value: number;
  count: number;
}

export type GuessSpread =
  | {
      type: 'number';
      scale: 'linear' | 'log';
      /** Equally wide on the axis that they make up. */
      bins: GuessBin[];
      /** In order, where there are too few different guesses for a histogram; `null`: the bins tell them. */
      values: GuessCount[] | null;
      median: number;
    }
  | { type: 'choice'; counts: { choice: string; count: number }[] };

/** What the viewers have guessed about one lesson. */
export interface GatheredGuesses {
  recipe: string;
  /** Another one once the guesses have been cleared: one's own of an earlier round no longer counts. */
  round: string;
  count: number;
  /** Whether the outcome is known, so that no guess is taken any more. */
  closed: boolean;
  /** Only once closed; presenters see it at any time. */
  spread: GuessSpread | null;
}

/** What a class had guessed, kept beside the outcome: how the guesses lie, and not whose they are. */
export type KeptGuesses = Pick<GatheredGuesses, 'round' | 'count' | 'spread'>;

/** A lesson as the history has it. Without guesses: there were none, or it is an older one. */
export type KeptLesson = RecipeResult & { guesses?: KeptGuesses };
