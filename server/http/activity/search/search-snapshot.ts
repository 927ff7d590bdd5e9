import type { SearchEvent, SearchOrder } from '../../../../shared/contract/search.ts';
import type { SearchSnapshot } from '../../../../shared/contract/search.ts';

/** A search of which nothing is known yet. */
export const newSearch = (id: string, order: SearchOrder, startedAt: string): SearchSnapshot => ({
  id,
  state: 'running',
  startedAt,
  order,
  elapsedMs: 0,
  stage: null,
  rungs: [],
  points: [],
  advice: null,
  error: null,
});

/** What is known of a search after one more event; pure. The events of its runs change nothing. */
export function applySearchEvent(search: SearchSnapshot, event: SearchEvent): SearchSnapshot {
  switch (event.type) {
    case 'stage-started':
      return { ...search, stage: event.stage, rungs: event.rungs };
    case 'point':
      return { ...search, points: [...search.points, event.point] };
    case 'search-finished': {
      const { points, ...advice } = event.result;
      return { ...search, state: advice.state, stage: null, rungs: [], points, advice };
    }
    case 'search-started':
    case 'run-event':
      return search;
  }
}
