import type { LessonDescription } from '../../../../shared/lessons.ts';
import { answerText } from '../../../../shared/recipes/cell-text.ts';
import { wordsOf } from './lesson-words.ts';

/** A guess at the question of a lesson, or its answer, with its unit and in the page's language; `null`: there is none. */
export function answerInWords(lesson: LessonDescription, value: number | string | null): string | null {
  const { prediction } = lesson;
  if (typeof value === 'string') return wordsOf(lesson).choice(value);
  return answerText({ unit: prediction.type === 'number' ? prediction.unit : null, answer: value });
}
