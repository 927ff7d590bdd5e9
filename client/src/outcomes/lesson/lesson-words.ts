import type { LessonDescription } from '../../../../shared/contract/lesson.ts';
import type { Messages } from '../../messages/en.ts';

/** A lesson as its reader is to read it: in the words of the page's language where there are any. */
export interface LessonWords {
  title: string;
  question: string;
  method: string;
  ask: string;
  choice: (choice: string) => string;
  /** By its place in the recipe; `text`: in English. */
  claim: (index: number, text: string) => string;
}

/** What has to be known of a lesson in English. */
export type ToldLesson = Pick<LessonDescription, 'id' | 'title' | 'question' | 'method'> & {
  prediction: { ask: string; unit?: string | null };
};

export function wordsOf(
  { id, title, question, method, prediction }: ToldLesson,
  { recipes }: Pick<Messages, 'recipes'>,
): LessonWords {
  const words = recipes[id];
  return {
    title: words?.title ?? title,
    question: words?.question ?? question,
    method: words?.method ?? method,
    ask: words?.ask ?? prediction.ask,
    choice: (choice) => words?.choices?.[choice] ?? choice,
    claim: (index, text) => words?.claims?.[index] ?? text,
  };
}
