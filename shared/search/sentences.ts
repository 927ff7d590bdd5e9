import type { Recommendation } from '../contract/search.ts';
import { englishSearch } from './english.ts';
import type { SearchScope } from './search-plan.ts';
import { describeAnswer } from './describe.ts';

/** The advice in words: the answer, what it rests on, and for whom it holds. */
export function englishSentences(search: SearchScope, judgement: Recommendation): string[] {
  const { answer, more } = describeAnswer(search, judgement, englishSearch);
  return [answer.join(' '), ...more];
}
