import { defaultClient, type ClientId } from './enums.ts';
import type { StrategyTraits } from './strategy.ts';

const files = import.meta.glob<StrategyTraits>('../strategies/*.ts', { eager: true, import: 'traits' });

/** Of each file in `shared/strategies/`, in the order in which strategies are offered. */
export const strategyTraits: readonly StrategyTraits[] = Object.values(files).sort(
  (one, other) => one.order - other.order,
);

/** `undefined`: a strategy that measures the harness. */
export const traitsOf = (strategy: string): StrategyTraits | undefined =>
  files[`../strategies/${strategy}.ts`];

/** The one whose lane has a cache in the client. */
export const cachedStrategy = 'cached';

/** The client library of a lane that names none. */
export const usualClient = (strategy: string): ClientId => traitsOf(strategy)?.client ?? defaultClient;

/** Ways that a program of one's own can take with ioredis; each has a snippet. */
export const searchStrategies: readonly string[] = strategyTraits
  .filter(({ search }) => search)
  .map(({ id }) => id);
