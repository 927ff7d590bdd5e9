import type { StrategyWords } from '../../contract/strategy.ts';

/** The query makes a module of these words alone. */
const words = import.meta.glob<StrategyWords>('../../strategies/*.ts', {
  eager: true,
  query: '?ru',
  import: 'ru',
});

/** What a strategy says of itself in Russian. */
export const strategy = (id: string): StrategyWords | undefined => words[`../../strategies/${id}.ts`];
