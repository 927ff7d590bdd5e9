import { distanceIds } from '../../../../shared/plan/initial-choices.ts';
import { pointsOf, spreadOf } from '../../../../shared/statistics/guess-spread.ts';
import { questionOf } from '../../../../shared/sweep/recipe.ts';
import {
  guessSchema,
  type GatheredGuesses,
  type Guess,
  type KeptGuesses,
} from '../../../../shared/contract/guesses.ts';
import type { LessonQuestion, LessonSnapshot } from '../../../../shared/contract/lesson.ts';
import { guessLimits, type GuessUnit } from '../../../../shared/limits.ts';
import { findRecipe } from '../../../../shared/sweep/recipes.ts';
import { Refusal } from '../../plugins/errors.ts';
import type { ActivityBoard } from '../activity-board.ts';
import { Gathering } from './gathering.ts';

interface Guesses {
  own: Gathering<Guess['value']>;
  /** The answer, once it is known; of ratios over distance an empty list. */
  answer: Guess['value'] | null;
}

/** Of a lesson, or of the gain over distance: a ratio at each place. */
type GuessQuestion = LessonQuestion | { type: 'points'; places: number };

/** What is asked before a lesson, or before the gain over the named distances; `undefined`: nothing. */
function questionAbout(recipe: string): GuessQuestion | undefined {
  if (recipe === 'distances') return { type: 'points', places: distanceIds.length };
  const found = findRecipe(recipe);
  return found && questionOf(found.prediction);
}

type SeenLesson = Pick<LessonSnapshot, 'recipe' | 'state' | 'outcome'>;

/** The guesses of all viewers, lesson by lesson, until they are cleared. */
export class GuessBook {
  readonly #gatherings = new Map<string, Guesses>();
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
    gathering.own.put(viewer, value, isHere);
    this.#gatherings.set(recipe, gathering);
    this.#notify();
    return gathering.own.round;
  }

  /** A lesson is in progress or has ended; `null`: none is shown. */
  see(lesson: SeenLesson | null): void {
    const recipe = lesson && questionAbout(lesson.recipe) ? lesson.recipe : null;
    const running = lesson?.state === 'running' ? recipe : null;
    if (running === this.#running) return;
    this.#running = running;
    if (running !== null) this.#begin(running);
    else if (recipe !== null) this.#end(recipe, answerOf(lesson?.outcome ?? null));
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
    if (known === null && gathering.own.size === 0) this.#gatherings.delete(recipe);
    else this.#gatherings.set(recipe, { ...gathering, answer: known });
  }

  #isClosed(recipe: string, { answer }: Guesses): boolean {
    return answer !== null || recipe === this.#running;
  }

  /** Whoever has guessed may guess anew, and nobody's guess is known any more. */
  clear(recipe: string): void {
    if (this.#gatherings.delete(recipe)) this.#notify();
  }

  /** `presenting`: to be shown to those who may see the guesses before the outcome is known. */
  gathered(presenting: boolean): GatheredGuesses[] {
    return [...this.#gatherings].map(([recipe, gathering]) => {
      const { own, answer } = gathering;
      const closed = this.#isClosed(recipe, gathering);
      const question = questionAbout(recipe);
      const { round, size, values } = own;
      const isShown = question !== undefined && (closed || presenting);
      const gathered = { recipe, round, count: size, closed };
      if (isShown && question.type === 'points')
        return { ...gathered, spread: null, points: pointsOf(values.filter(isList), question.places) };
      const told = typeof answer === 'object' ? null : answer;
      const plain = values.flatMap((value) => (isList(value) ? [] : value));
      return {
        ...gathered,
        spread: isShown && question.type !== 'points' ? spreadOf(question, plain, told) : null,
      };
    });
  }

  /** Those about an outcome that is known; `null`: it is not, or nobody has guessed. */
  closed(recipe: string): KeptGuesses | null {
    const found = this.gathered(false).find((one) => one.recipe === recipe);
    if (!found?.closed || !(found.spread ?? found.points)) return null;
    const { round, count, spread, points } = found;
    return { round, count, spread, ...(points ? { points } : {}) };
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}

const isList = (value: Guess['value']): value is number[] => typeof value === 'object';

const newGathering = (): Guesses => ({
  own: new Gathering({ one: 'guess', about: 'lesson' }),
  answer: null,
});

function checked(input: unknown): Guess {
  const parsed = guessSchema.safeParse(input);
  if (!parsed.success)
    throw invalid(`A guess is { recipe, value }: the id of a recipe, and a choice or a number.`);
  const question = questionAbout(parsed.data.recipe);
  if (!question) throw invalid(`There is no lesson "${parsed.data.recipe}".`);
  if (!fits(question, parsed.data.value)) throw invalid(expected(question));
  return parsed.data;
}

/** What there is to compare guesses with; `null`: nothing that answers the question was measured. */
const answerOf = (outcome: SeenLesson['outcome']): Guess['value'] | null =>
  outcome?.prediction.answer ?? (outcome?.distances ? [] : null);

const isWithin = (value: number, unit: GuessUnit) =>
  value >= guessLimits[unit].min && value <= guessLimits[unit].max;

function fits(question: GuessQuestion, value: Guess['value']): boolean {
  switch (question.type) {
    case 'number':
      return typeof value === 'number' && isWithin(value, question.unit);
    case 'choice':
      return typeof value === 'string' && question.choices.includes(value);
    case 'points':
      return (
        typeof value === 'object' &&
        value.length === question.places &&
        value.every((ratio) => isWithin(ratio, '×'))
      );
  }
}

function expected(question: GuessQuestion): string {
  const within = (unit: GuessUnit) => `from ${guessLimits[unit].min} to ${guessLimits[unit].max} ${unit}`;
  switch (question.type) {
    case 'number':
      return `This lesson asks for a number ${within(question.unit)}.`;
    case 'choice':
      return `This lesson asks for one of: ${question.choices.join(', ')}.`;
    case 'points':
      return `This asks for ${question.places} numbers ${within('×')}, one for each distance.`;
  }
}

const invalid = (message: string): Refusal => new Refusal(400, { code: 'invalid_input', message });
