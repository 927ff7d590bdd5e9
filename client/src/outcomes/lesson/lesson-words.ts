import { answerText } from '../../../../shared/words/cell-text.ts';
import { choiceInWords } from '../../../../shared/sweep/recipe-in-words.ts';
import type { RecipeLanguage } from '../../../../shared/sweep/recipe-in-words.ts';
import type { Messages } from '../../messages/en.ts';
import type { RecipeWords } from '../../../../shared/sweep/recipe-words.ts';

/** The words of a lesson; of one that this page does not know, its id alone. */
export const wordsOfLesson = (recipe: string, language: RecipeLanguage): RecipeWords =>
  language.recipe(recipe) ?? {
    ...{ title: recipe, question: '', method: '', source: '', ask: '' },
    ...{ takeaway: String, choices: {}, claims: {}, labels: {}, sentences: {} },
  };

export interface AskedQuestion {
  recipe: string;
  unit: string | null;
}

/** A guess at the question of a lesson, or its answer, with its unit; `null`: there is none. */
export function answerInWords(
  { recipe, unit }: AskedQuestion,
  answer: number | string | null,
  language: RecipeLanguage,
): string | null {
  if (typeof answer === 'string') return choiceInWords(answer, recipe, language);
  return answerText({ unit, answer }, language.numbers);
}

/** A guess with its unit, as it was typed: no digits that its maker did not give. */
export function guessInWords(
  question: AskedQuestion,
  guess: number | string | null,
  language: RecipeLanguage,
): string | null {
  if (question.unit !== '×' || typeof guess !== 'number') return answerInWords(question, guess, language);
  return `× ${language.numbers.count(guess)}`;
}

/** How far a guess was from what was measured, in words; empty where that cannot be said. */
export function judgeGuess(
  guess: number | string,
  answer: number | string | null,
  inWords: (value: number) => string | null,
  { lessons: text }: Messages,
): string {
  if (answer === null) return '';
  if (typeof guess === 'string' || typeof answer === 'string')
    return guess === answer ? text.rightChoice : text.wrongChoice;
  if (guess <= 0 || answer <= 0) return guess === answer ? text.hit : '';
  const times = Math.max(guess / answer, answer / guess);
  return times < 1.1
    ? text.hit
    : text.offBy(inWords(guess) ?? '', inWords(Number(answer.toPrecision(3))) ?? '');
}
