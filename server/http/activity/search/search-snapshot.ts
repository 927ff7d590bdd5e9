import type { AdviceEvent, AdviceOrder } from '../../../../shared/search/advice.ts';
import type { SearchSnapshot } from '../../../../shared/contract/search.ts';

/** A search of which nothing is known yet. */
export const newSearch = (id: string, order: AdviceOrder, startedAt: string): SearchSnapshot => ({
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
export function applyAdviceEvent(search: SearchSnapshot, event: AdviceEvent): SearchSnapshot {
  switch (event.type) {
    case 'stage-started':
      return { ...search, stage: event.stage, rungs: event.rungs };
    case 'point':
      return { ...search, points: [...search.points, event.point] };
    case 'advice-finished': {
      const { points, ...advice } = event.advice;
      return { ...search, state: advice.state, stage: null, rungs: [], points, advice };
    }
    case 'advice-started':
    case 'run-event':
      return search;
  }
}
