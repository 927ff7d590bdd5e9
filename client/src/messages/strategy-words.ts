import type { StrategySemantics } from '../../../shared/contract/http.ts';

/** What a strategy says of itself, in another language than its own English; what is left out stays in English. */
export interface StrategyWords {
  label?: string;
  summary?: string;
  semantics?: Partial<Omit<StrategySemantics, 'atomic'>>;
}
