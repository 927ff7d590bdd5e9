import type { Advice } from '../../../shared/search/advice.ts';
import { tellAdvice, type ToldAdvice } from '../../../shared/search/tell.ts';
import type { AdviceWords } from '../../../shared/search/words.ts';
import { haveSameFigures } from './same-figures.ts';

/** What is told of an answer; `null`: it has none, or cannot be told but in the server's words. */
export type TellAdvice = (advice: Pick<Advice, 'order' | 'judgement' | 'sentences'>) => ToldAdvice | null;

/** Tells the answer of a search as the server did, in these words. `null` where that would tell other figures. */
export const ownAdvice =
  (words: AdviceWords): TellAdvice =>
  ({ order, judgement, sentences }) => {
    // Older searches do not say what their verdicts rest on.
    if (!judgement?.baseline.finding || !judgement.candidate.finding) return null;
    const told = tellAdvice(order, judgement, words);
    const own = [told.answer.join(' '), ...told.more];
    const agrees =
      own.length === sentences.length &&
      own.every((sentence, index) => haveSameFigures(sentence, sentences[index] ?? ''));
    return agrees ? told : null;
  };
