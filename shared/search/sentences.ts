import type { Judgement } from './advice.ts';
import { englishAdvice } from './english.ts';
import type { Search } from './search-plan.ts';
import { tellAdvice } from './tell.ts';

/** The advice in words: the answer, what it rests on, and for whom it holds. */
export function adviceSentences(search: Search, judgement: Judgement): string[] {
  const { answer, more } = tellAdvice(search, judgement, englishAdvice);
  return [answer.join(' '), ...more];
}
