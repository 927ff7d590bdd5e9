import { randomBytes } from 'node:crypto';
import { spreadOf } from '../../../../shared/statistics/guess-spread.ts';
import { questionOf, type Prediction } from '../../../../shared/sweep/recipe.ts';
import {
  guessSchema,
  type GatheredGuesses,
  type Guess,
  type KeptGuesses,
} from '../../../../shared/contract/guesses.ts';
import type { LessonSnapshot } from '../../../../shared/contract/lesson.ts';
import { guessesOfOneViewer, guessLimits, limits } from '../../../../shared/limits.ts';
import { findRecipe } from '../../../../shared/sweep/recipes.ts';
import { Refusal } from '../../plugins/errors.ts';
import type { ActivityBoard } from '../activity-board.ts';

interface OwnGuess {
  value: Guess['value'];
  /** How often its viewer has guessed. */
  times: number;
}

interface Gathering {
  round: string;
  /** By viewer, the one that guessed first comes first. */
  guesses: Map<string, OwnGuess>;
  /** The answer, once it is known. */
  answer: Guess['value'] | null;
}

type SeenLesson = Pick<LessonSnapshot, 'recipe' | 'state' | 'outcome'>;

/** The guesses of all viewers, lesson by lesson, until they are cleared. */
export class GuessBook {
  readonly #gatherings = new Map<string, Gathering>();
  /** The lesson in progress. */
  #running: string | null = null;
  readonly #listeners: (() => void)[] = [];

  /** Closes the guesses about each lesson when it begins: from then on its figures are seen. */
  follow(board: ActivityBoard, lessons: { latest: { get(): SeenLesson | null } }): void {
    board.onEvent((event) => {
      if (event.type === 'changed' && event.kind === 'lesson') this.see(lessons.latest.get());
    });
  }

  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /**
   * Adds the guess of this viewer and returns its round. Throws a Refusal where it is none, and once the lesson has
   * begun. `isHere`: who has left makes room for others.
   */
  add(input: unknown, viewer: string, isHere: (viewer: string) => boolean): string {
    const { recipe, value } = checked(input);
    const gathering = this.#gatherings.get(recipe) ?? newGathering();
    if (this.#isClosed(recipe, gathering))
      throw new Refusal(409, {
        code: 'guesses_closed',
        message: 'Guesses are closed: they count only before the lesson runs.',
      });
    const times = (gathering.guesses.get(viewer)?.times ?? 0) + 1;
    if (times > guessesOfOneViewer)
      throw tooMany(`A guess can be changed ${guessesOfOneViewer - 1} times: the last one stands.`);
    if (times === 1 && gathering.guesses.size >= limits.guesses.max) makeRoom(gathering, isHere);
    gathering.guesses.set(viewer, { value, times });
    this.#gatherings.set(recipe, gathering);
    this.#notify();
    return gathering.round;
  }

  /** A lesson is in progress or has ended; `null`: none is shown. */
  see(lesson: SeenLesson | null): void {
    const recipe = lesson && findRecipe(lesson.recipe) ? lesson.recipe : null;
    const running = lesson?.state === 'running' ? recipe : null;
    if (running === this.#running) return;
    this.#running = running;
    if (running !== null) this.#begin(running);
    else if (recipe !== null) this.#end(recipe, lesson?.outcome?.prediction.answer ?? null);
    this.#notify();
  }

  /** Guesses about other lessons whose outcome has been seen are of no use any more. */
  #begin(recipe: string): void {
    for (const [id, { answer }] of this.#gatherings)
      if (id !== recipe && answer !== null) this.#gatherings.delete(id);
    if (!this.#gatherings.has(recipe)) this.#gatherings.set(recipe, newGathering());
  }

  /** `answer`: `null` where nothing that answers the question was measured; guesses are taken again then. */
  #end(recipe: string, answer: Guess['value'] | null): void {
    const gathering = this.#gatherings.get(recipe) ?? newGathering();
    const known = answer ?? gathering.answer;
    if (known === null && gathering.guesses.size === 0) this.#gatherings.delete(recipe);
    else this.#gatherings.set(recipe, { ...gathering, answer: known });
  }

  #isClosed(recipe: string, { answer }: Gathering): boolean {
    return answer !== null || recipe === this.#running;
  }

  /** Whoever has guessed may guess anew, and nobody's guess is known any more. */
  clear(recipe: string): void {
    if (this.#gatherings.delete(recipe)) this.#notify();
  }

  /** `presenting`: to be shown to those who may see the guesses before the outcome is known. */
  gathered(presenting: boolean): GatheredGuesses[] {
    return [...this.#gatherings].map(([recipe, gathering]) => {
      const { round, guesses, answer } = gathering;
      const closed = this.#isClosed(recipe, gathering);
      const prediction = findRecipe(recipe)?.prediction;
      const isShown = prediction && (closed || presenting);
      const values = [...guesses.values()].map(({ value }) => value);
      const spread = isShown ? spreadOf(questionOf(prediction), values, answer) : null;
      return { recipe, round, count: guesses.size, closed, spread };
    });
  }

  /** Those about an outcome that is known; `null`: it is not, or nobody has guessed. */
  closed(recipe: string): KeptGuesses | null {
    const found = this.gathered(false).find((one) => one.recipe === recipe);
    return found?.closed && found.spread
      ? { round: found.round, count: found.count, spread: found.spread }
      : null;
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}

const newGathering = (): Gathering => ({
  round: randomBytes(6).toString('hex'),
  guesses: new Map(),
  answer: null,
});

/** The oldest guess of those who have left goes. Throws a Refusal where all are here. */
function makeRoom({ guesses }: Gathering, isHere: (viewer: string) => boolean): void {
  const left = [...guesses.keys()].find((viewer) => !isHere(viewer));
  if (left === undefined)
    throw tooMany(`No more than ${limits.guesses.max} guesses are gathered for a lesson.`);
  guesses.delete(left);
}

const tooMany = (message: string): Refusal => new Refusal(409, { code: 'too_many_guesses', message });

function checked(input: unknown): Guess {
  const parsed = guessSchema.safeParse(input);
  if (!parsed.success)
    throw invalid(`A guess is { recipe, value }: the id of a recipe, and a choice or a number.`);
  const prediction = findRecipe(parsed.data.recipe)?.prediction;
  if (!prediction) throw invalid(`There is no lesson "${parsed.data.recipe}".`);
  if (!fits(prediction, parsed.data.value)) throw invalid(expected(prediction));
  return parsed.data;
}

const fits = (prediction: Prediction, value: Guess['value']): boolean =>
  prediction.type === 'number'
    ? typeof value === 'number' &&
      value >= guessLimits[prediction.unit].min &&
      value <= guessLimits[prediction.unit].max
    : typeof value === 'string' && prediction.choices.includes(value);

const expected = (prediction: Prediction): string =>
  prediction.type === 'number'
    ? `This lesson asks for a number from ${guessLimits[prediction.unit].min} to ${guessLimits[prediction.unit].max} ${prediction.unit}.`
    : `This lesson asks for one of: ${prediction.choices.join(', ')}.`;

const invalid = (message: string): Refusal => new Refusal(400, { code: 'invalid_input', message });
