import type { StrategyDescription } from '../../../shared/contract/terms.ts';
import { messages } from './index.ts';

/** A strategy as its reader is to read it: in the words of the page's language where there are any. */
export function inReadersWords(strategy: StrategyDescription): StrategyDescription {
  const words = messages.strategies[strategy.id];
  if (!words) return strategy;
  return { ...strategy, ...words, semantics: { ...strategy.semantics, ...words.semantics } };
}
