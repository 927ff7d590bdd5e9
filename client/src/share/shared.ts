import type { LessonOutcome } from '../../../shared/contract/lesson.ts';
import type { Result } from '../../../shared/contract/result.ts';
import type { SearchSnapshot } from '../../../shared/contract/search.ts';
import type { RecipeLanguage } from '../../../shared/sweep/recipe-in-words.ts';
import type { SearchWords } from '../../../shared/words/search-words.ts';

/**
 * A run, the outcome of a lesson, or a search. All are documents: words are made of what is left of them once their
 * private texts are removed.
 */
export type Shared = { id: string } & (
  | { kind: 'run'; result: Result }
  | { kind: 'lesson'; outcome: LessonOutcome; language: RecipeLanguage }
  | { kind: 'search'; shown: SearchSnapshot; words: SearchWords }
);
