import type { SearchResult, SearchEvent, SearchOrder } from '../../../shared/contract/search.ts';
import type { OpenedTarget } from '../../redis/connection/opened-target.ts';
import type { Target } from '../../redis/connection/target.ts';
import type { InProgress, StartOptions } from '../run/in-progress.ts';
import { SearchInProgress } from './search-in-progress.ts';

/** What is searched for and where it is measured. */
export interface SearchJob {
  order: SearchOrder;
  /** One that was opened is made ready first. */
  target: Target | OpenedTarget;
}

/**
 * Searches strategy and batch size: a survey that goes deeper until throughput is level, the p99 bound is passed or
 * no more fits into memory, then one run in which the best of it take turns; that one is judged. Events come as
 * they happen, `search-finished` last. At a stop, what was measured is kept, without a judgement. Throws InvalidInput
 * for a budget that is too small for the network; `finished` rejects when the set-up failed or no lane could be
 * measured.
 */
export const startSearch = (
  job: SearchJob,
  options: StartOptions<SearchEvent> = {},
): InProgress<SearchResult> => new SearchInProgress(job, options);
