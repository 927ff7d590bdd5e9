import type { SearchResult, SearchEvent, SearchOrder } from '../../../shared/contract/search.ts';
import type { Target } from '../../redis/connection/target.ts';
import { SearchInProgress } from './search-in-progress.ts';

/** A search for the strategy and batch size of a workload. */
export interface StartedSearch {
  /** Resolves with the advice; rejects when the set-up failed or no lane could be measured. */
  readonly finished: Promise<SearchResult>;
}

export interface SearchOptions {
  /** Called with each event, in order, at once; it must not throw and should be quick. */
  onEvent?: (event: SearchEvent) => void;
  /** What was worth knowing before the search began; the first of its warnings. */
  warnings?: readonly string[];
  /** Ends the search early: what was measured is kept, without a judgement. */
  signal?: AbortSignal;
}

/**
 * Searches strategy and batch size: a survey that goes deeper until throughput is level, the p99 bound is passed or
 * no more fits into memory, then one run in which the best of it take turns; that one is judged. Events come as
 * they happen, `search-finished` last. Throws InvalidInput for a budget that is too small for the network.
 */
export function startSearch(order: SearchOrder, target: Target, options: SearchOptions = {}): StartedSearch {
  return new SearchInProgress(order, target, options);
}
