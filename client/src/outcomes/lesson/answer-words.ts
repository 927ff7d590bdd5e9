import { answerText } from '../../../../shared/recipes/cell-text.ts';
import type { Messages } from '../../messages/en.ts';
import { wordsOf, type ToldLesson } from './lesson-words.ts';

/** A guess at the question of a lesson, or its answer, with its unit and in the page's language; `null`: there is none. */
export function answerInWords(
  lesson: ToldLesson,
  value: number | string | null,
  messages: Messages,
): string | null {
  if (typeof value === 'string') return wordsOf(lesson, messages).choice(value);
  return answerText({ unit: lesson.prediction.unit ?? null, answer: value });
}
