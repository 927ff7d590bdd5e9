import type { StrategyDescription } from '../../../shared/contract/http.ts';
import type { Messages } from './en.ts';

/** A strategy as its reader is to read it: in the words of the page's language where there are any. */
export function inReadersWords(
  strategy: StrategyDescription,
  { strategies }: Pick<Messages, 'strategies'>,
): StrategyDescription {
  const words = strategies[strategy.id];
  if (!words) return strategy;
  return { ...strategy, ...words, semantics: { ...strategy.semantics, ...words.semantics } };
}
