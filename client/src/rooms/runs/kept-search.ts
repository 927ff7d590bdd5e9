import type { SearchResult } from '../../../../shared/contract/search.ts';
import type { SearchSnapshot } from '../../../../shared/contract/search.ts';

/** A search as the history has it, in the form in which one is shown that has just ended. */
export function keptSearch(id: string, advice: SearchResult): SearchSnapshot {
  const { state, startedAt, order, elapsedMs, points } = advice;
  return { id, state, startedAt, order, elapsedMs, stage: null, candidates: [], points, advice, error: null };
}
