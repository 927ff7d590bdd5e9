import type { SearchResult } from '../../../shared/contract/search.ts';
import { describeAnswer, type DescribedAnswer } from '../../../shared/search/describe.ts';
import type { SearchWords } from '../../../shared/search/words.ts';
import { haveSameFigures } from './same-figures.ts';

/** What is told of an answer; `null`: it has none, or cannot be told but in the server's words. */
export type TellAdvice = (
  advice: Pick<SearchResult, 'order' | 'judgement' | 'sentences'>,
) => DescribedAnswer | null;

/** Tells the answer of a search as the server did, in these words. `null` where that would tell other figures. */
export const ownAdvice =
  (words: SearchWords): TellAdvice =>
  ({ order, judgement, sentences }) => {
    if (!judgement) return null;
    const told = describeAnswer(order, judgement, words);
    const own = [told.answer.join(' '), ...told.more];
    const agrees =
      own.length === sentences.length &&
      own.every((sentence, index) => haveSameFigures(sentence, sentences[index] ?? ''));
    return agrees ? told : null;
  };
