import type { StrategyWords } from '../../contract/strategy.ts';

/** The query makes a module of these words alone. */
const words = import.meta.glob<StrategyWords>('../../strategies/*.ts', {
  eager: true,
  query: '?zh',
  import: 'zh',
});

/** What a strategy says of itself in Chinese. */
export const strategy = (id: string): StrategyWords | undefined => words[`../../strategies/${id}.ts`];
